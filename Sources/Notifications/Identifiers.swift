import ByteText

/// Text that identifies something and is compared as bytes.
///
/// Swift compares strings by canonical equivalence, which makes the NFC and NFD forms of an id equal.
/// Two records or recipients are the same only if their UTF-8 is the same.
package protocol ByteIdentity: Hashable, Comparable, Sendable, CustomStringConvertible {
  var text: String { get }
}

extension ByteIdentity {
  @inlinable
  package static func == (left: Self, right: Self) -> Bool { left.text.hasBytes(of: right.text) }

  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    text.withRawBytes { hasher.combine(bytes: $0) }
  }

  package var description: String { text }
}

extension String {
  /// Whether both strings have the same UTF-8.
  @usableFromInline
  func hasBytes(of other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withRawBytes { left in other.withRawBytes { left.isEqual(to: $0) } }
  }
}

/// The name of a mapping profile, such as `rooms`.
package struct ProfileName: ByteIdentity {
  package let text: String
  package init(_ text: String) { self.text = text }
}

/// A recipient as an export names them; unique within a profile.
package struct RecipientID: ByteIdentity {
  /// Whose records are that name no recipient, if no owner is given.
  package static let me = RecipientID("me")

  package let text: String
  package init(_ text: String) { self.text = text }
}

/// A notification's own id; unique within a profile and recipient.
package struct NotificationID: ByteIdentity {
  package let text: String
  package init(_ text: String) { self.text = text }

  /// The id of a notification whose own id an older one of other contents has: `7~0a1b2c3d`.
  ///
  /// - Parameter number: comes from its contents, so that the id is the same in every run.
  package init(_ shared: NotificationID, toldBy number: UInt32) {
    let digits = String(number, radix: 16)
    text = shared.text + "~" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// The id that it shares if it was made so.
  package var shared: NotificationID? {
    let end = text.utf8.suffix(9)
    let isTold =
      end.count == 9 && end.first == UInt8(ascii: "~")
      && end.dropFirst().allSatisfy { $0 &- 48 < 10 || $0 &- 97 < 6 }
    return isTold ? NotificationID(String(text.utf8.dropLast(9)) ?? "") : nil
  }
}

/// A type of one profile: equal keys of two profiles are two types.
package struct TypeID: Hashable, Sendable {
  package var profile: ProfileName
  package var key: TypeKey

  @inlinable
  package init(_ profile: ProfileName, _ key: TypeKey) {
    (self.profile, self.key) = (profile, key)
  }
}

/// A recipient of one profile: equal ids of two profiles are two people. The order is by profile,
/// then by recipient.
package struct PersonID: Hashable, Comparable, Sendable {
  package var profile: ProfileName
  package var recipient: RecipientID

  @inlinable
  package init(_ profile: ProfileName, _ recipient: RecipientID) {
    (self.profile, self.recipient) = (profile, recipient)
  }

  /// Reads an id from `bytes`; nil if they hold no zero byte.
  package init?(bytes: [UInt8]) {
    // A profile's name cannot hold a zero byte; a recipient's id may.
    guard let border = bytes.firstIndex(of: 0) else { return nil }
    profile = ProfileName(String(decoding: bytes[..<border], as: UTF8.self))
    recipient = RecipientID(String(decoding: bytes[(border + 1)...], as: UTF8.self))
  }

  /// The profile, a zero byte, and the recipient: the form that is stored and hashed.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(profile.text.utf8.count + 1 + recipient.text.utf8.count)
    profile.text.withBytes { bytes.append(bytes: $0) }
    bytes.append(0)
    recipient.text.withBytes { bytes.append(bytes: $0) }
    return bytes
  }

  /// The end of `bytes` for a recipient of any profile.
  package static func suffix(of recipient: RecipientID) -> [UInt8] {
    [0] + Array(recipient.text.utf8)
  }

  package static func < (left: PersonID, right: PersonID) -> Bool {
    (left.profile, left.recipient) < (right.profile, right.recipient)
  }
}
