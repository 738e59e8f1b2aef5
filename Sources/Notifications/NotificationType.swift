/// The key of a notification's type, normalised to snake_case: `follow_up_reminder`.
///
/// An open set: a key that the profile does not know is kept.
public struct TypeKey: ByteIdentity {
  public let text: String

  /// Normalises `newMember`, `NEW_MEMBER`, `new-member` and `New member` to `new_member`.
  public init(normalizing raw: String) {
    text = TypeKey.isNormal(raw) ? raw : TypeKey.snakeCase(raw)
  }

  /// A readable label made from the key: `Follow up reminder`.
  public var readableLabel: String {
    let words = text.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private static func isNormal(_ raw: String) -> Bool {
    raw.utf8.allSatisfy { byte in
      (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
        || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || byte == UInt8(ascii: "_")
    } && !raw.utf8.isEmpty && raw.utf8.first != UInt8(ascii: "_")
  }

  private static func snakeCase(_ raw: String) -> String {
    var key = ""
    var previous: Unicode.Scalar = "_"
    for scalar in raw.unicodeScalars {
      let isSeparator =
        scalar == "_" || scalar == "-" || scalar == "." || scalar.properties.isWhitespace
      if isSeparator {
        if previous != "_" { key.unicodeScalars.append("_") }
        previous = "_"
        continue
      }
      let startsWord =
        scalar.properties.isUppercase
        && (previous.properties.isLowercase || previous.properties.numericType != nil)
      if startsWord && previous != "_" { key.unicodeScalars.append("_") }
      key += scalar.properties.lowercaseMapping
      previous = scalar
    }
    while key.hasSuffix("_") { key.removeLast() }
    return key
  }
}

/// A type as a profile describes it; types come in the profile's order, which is that of the chips.
public struct NotificationType: Equatable, Sendable {
  public var key: TypeKey
  public var label: LocalizedText
  public var emoji: String?
  public var colour: TypeColour?
  /// The priority of a record that gives none.
  public var defaultPriority: Priority
  /// Title and body of such a notification are shown nowhere in a mail.
  public var isRedacted: Bool
  /// Mails leave these out: they would repeat a digest inside a digest.
  public var isDigest: Bool

  public init(
    key: TypeKey, label: LocalizedText, emoji: String? = nil, colour: TypeColour? = nil,
    defaultPriority: Priority = .normal, isRedacted: Bool = false, isDigest: Bool = false
  ) {
    self.key = key
    self.label = label
    self.emoji = emoji
    self.colour = colour
    self.defaultPriority = defaultPriority
    self.isRedacted = isRedacted
    self.isDigest = isDigest
  }
}

/// The accents a profile may give a type.
public enum TypeColour: String, CaseIterable, Sendable {
  case red, orange, green, blue, purple, grey
}
