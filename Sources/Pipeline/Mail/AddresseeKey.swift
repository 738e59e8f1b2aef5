package import Notifications

/// A person as the ledger knows them: by the profile that their id belongs to, and the id.
package struct AddresseeKey: Hashable, Sendable {
  package var profile: ProfileName
  package var recipient: RecipientID

  package init(_ profile: ProfileName, _ recipient: RecipientID) {
    self.profile = profile
    self.recipient = recipient
  }

  /// Reads a key as `bytes` writes it; nil for what is none.
  package init?(bytes: [UInt8]) {
    // No profile's name holds the byte between; an id may.
    guard let border = bytes.firstIndex(of: 0) else { return nil }
    profile = ProfileName(String(decoding: bytes[..<border], as: UTF8.self))
    recipient = RecipientID(String(decoding: bytes[(border + 1)...], as: UTF8.self))
  }

  package var bytes: [UInt8] { Array(profile.text.utf8) + Self.end(recipient) }

  /// What the keys of a recipient end with, whatever the profile.
  package static func end(_ recipient: RecipientID) -> [UInt8] {
    [0] + Array(recipient.text.utf8)
  }
}
