/// The key of a notification's type, normalised to snake_case: `follow_up_reminder`.
///
/// An open set: a key that the profile does not know is kept.
package struct TypeKey: ByteIdentity {
  package let text: String

  /// Normalizes `newMember`, `NEW_MEMBER`, `new-member` and `New member` to `new_member`, and the
  /// name of a class, `App\Notifications\NewMember`, to `app/notifications/new_member`.
  package init(normalizing raw: String) {
    text = TypeKey.isNormal(raw) ? raw : TypeKey.normalized(raw)
  }

  /// A readable label made from the key: `Follow up reminder`; of a class its own name, without the
  /// word that says that it is a notification.
  package var readableLabel: String {
    let name = text.split(separator: "/").last ?? ""
    var words = name.split(separator: "_")
    let isClass = name.utf8.count < text.utf8.count
    if words.last == "notification", words.count > (isClass ? 1 : 2) { words.removeLast() }
    let label = words.joined(separator: " ")
    return label.prefix(1).uppercased() + label.dropFirst()
  }

  private static func isNormal(_ raw: String) -> Bool {
    raw.utf8.allSatisfy { byte in
      (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
        || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || byte == UInt8(ascii: "_")
    } && !raw.utf8.isEmpty && raw.utf8.first != UInt8(ascii: "_")
  }

  /// A class is written `App\Name`, `App::Name`, `App/Name`, or, in capitals of its own, `app.Name`.
  private static func normalized(_ raw: String) -> String {
    let scalars = Array(raw.unicodeScalars)
    let isClass = className(scalars)
    var parts = [[Unicode.Scalar]()]
    for scalar in scalars {
      let isSeparator =
        scalar == "\\" || scalar == ":" || scalar == "/" || (scalar == "." && isClass)
      if isSeparator { parts.append([]) } else { parts[parts.count - 1].append(scalar) }
    }
    return parts.map(snakeCase).filter { !$0.isEmpty }.joined(separator: "/")
  }

  /// Whether what follows the last dot is a class's name: `Name`, not `NAME` or `name`.
  private static func className(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let dot = scalars.lastIndex(of: ".") else { return false }
    let name = scalars[(dot + 1)...]
    return name.first?.properties.isUppercase == true
      && name.contains { $0.properties.isLowercase } && !name.contains("_") && !name.contains(" ")
  }

  private static func snakeCase(_ scalars: [Unicode.Scalar]) -> String {
    var key = ""
    var previous: Unicode.Scalar = "_"
    for (index, scalar) in scalars.enumerated() {
      let isSeparator =
        scalar == "_" || scalar == "-" || scalar == "." || scalar.properties.isWhitespace
      if isSeparator {
        if previous != "_" { key.unicodeScalars.append("_") }
        previous = "_"
        continue
      }
      if previous != "_", startsWord(scalars, at: index) { key.unicodeScalars.append("_") }
      key += scalar.properties.lowercaseMapping
      previous = scalar
    }
    while key.hasSuffix("_") { key.removeLast() }
    return key
  }

  /// `M` in `newMember`, `K` in `APIKey`, `P` in `web2Push`; no letter of `2FA`.
  private static func startsWord(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    guard index > 0, scalars[index].properties.isUppercase else { return false }
    let previous = scalars[index - 1].properties
    if previous.isLowercase { return true }
    let isBeforeLowercase =
      index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
    return isBeforeLowercase && (previous.isUppercase || previous.numericType != nil)
  }
}

/// A type as a profile describes it; types come in the profile's order, which is that of the chips.
package struct NotificationType: Equatable, Sendable {
  package var key: TypeKey
  package var label: LocalizedText
  package var emoji: String?
  package var colour: TypeColour?
  /// The priority of a record that gives none.
  package var defaultPriority: Priority
  /// Title and body of such a notification are shown nowhere in a mail.
  package var isRedacted: Bool
  /// Mails leave these out: they would repeat a digest inside a digest.
  package var isDigest: Bool

  package init(
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
package enum TypeColour: String, CaseIterable, Sendable {
  case red, orange, green, blue, purple, grey
}
