import ByteText
import Profiles

/// What an object around records says of itself: whose they are, if it is a person.
struct RecordHolder {
  private var id: String?
  /// Whether it is a person, by its own name or by what it has.
  var isPerson = false
  /// Whether its owner is known.
  private var isSettled = false

  /// Whether an object of this name is a person.
  static func isOfPerson(_ name: some Sequence<UInt8>) -> Bool {
    String(decoding: Array(name), as: UTF8.self).snake.isIn("holders")
  }

  /// The owner of the records, as soon as a member tells: the one it names (`user_id`), the id of a
  /// person in it (`user`), or that of the object, which is a person's where it has an address or a name
  /// to log in with.
  ///
  /// - Parameter isNamed: whether the member's name is that of a recipient.
  mutating func owner(
    _ name: Slice<UnsafeRawBufferPointer>, _ value: JSONText?, isNamed: Bool
  ) -> String? {
    guard let value else { return nil }
    if isNamed, let owner = value.scalarID {
      isSettled = true
      return owner
    }
    let word = String(decoding: name, as: UTF8.self).snake
    if value.kind == .object {
      guard !isSettled, word.isIn("holders"), let owner = Self.id(of: value) else { return nil }
      isSettled = true
      return owner
    }
    if Self.ids.contains(word) { id = id ?? value.scalarID }
    if word.isIn("personal"), value.scalarID?.isEmpty == false { isPerson = true }
    guard !isSettled, isPerson, let id, !id.isEmpty else { return nil }
    isSettled = true
    return id
  }

  private static let ids = ["id", "_id", "uid", "uuid", "user_id"]

  private static func id(of person: JSONText) -> String? {
    (ids + ["email"]).lazy.compactMap { person.member($0)?.id }.first { !$0.isEmpty }
  }
}
