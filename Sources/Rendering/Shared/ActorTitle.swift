import Notifications

/// A title split at the actor's name, so that documents can emphasize the name.
struct ActorTitle: Equatable {
  var before: String
  /// Empty if the title does not contain it.
  var name: String
  var after: String

  var text: String { name.isEmpty ? before : before + name + after }

  /// Finds the first occurrence of one of the actor's names as a word of its own, beginning with the
  /// shown name. Never changes the text of the title, which is one line.
  init(_ title: String, actor: __shared Actor?) {
    let names = actor.map { [FlatText.line($0.name)] + $0.otherNames } ?? []
    for name in names where !name.isEmpty {
      guard let range = Self.word(name, in: title) else { continue }
      before = String(title[..<range.lowerBound])
      self.name = name
      after = String(title[range.upperBound...])
      return
    }
    before = title
    name = ""
    after = ""
  }

  private static func word(_ name: String, in title: String) -> Range<String.Index>? {
    let name = Array(name.utf8)
    let bytes = title.utf8
    var start = bytes.startIndex
    while let found = bytes[start...].firstIndex(of: name[0]) {
      if bytes[found...].starts(with: name), isBoundary(before: found, in: title) {
        let end = bytes.index(found, offsetBy: name.count)
        if isBoundary(at: end, in: title) { return found..<end }
      }
      start = bytes.index(after: found)
    }
    return nil
  }

  private static func isBoundary(before index: String.Index, in title: String) -> Bool {
    guard index > title.startIndex else { return true }
    let scalars = title.unicodeScalars
    guard index.samePosition(in: scalars) != nil else { return false }
    return !scalars[scalars.index(before: index)].properties.isAlphabetic
  }

  /// Also requires that a grapheme ends there, so that no combining mark is torn from the name.
  private static func isBoundary(at index: String.Index, in title: String) -> Bool {
    guard index < title.endIndex else { return true }
    let scalars = title.unicodeScalars
    guard index.samePosition(in: scalars) != nil else { return false }
    let next = scalars[index].properties
    return !next.isAlphabetic && !next.isGraphemeExtend && scalars[index] != "\u{200D}"
  }
}
