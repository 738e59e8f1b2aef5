import ByteText

/// The key of a notification's type, normalized to snake_case: `follow_up_reminder`.
///
/// An open set: keys that the profile does not know are kept.
package struct TypeKey: ByteIdentity {
  package let text: String

  /// Normalizes `newMember`, `NEW_MEMBER`, `new-member` and `New member` to `new_member`, and a
  /// class name, `App\Notifications\NewMember`, to `app/notifications/new_member`.
  package init(normalizing raw: String) {
    text = TypeKey.isNormal(raw) ? raw : TypeKey.normalized(raw)
  }

  /// A label made from the key: `Follow up reminder`. Of a class name, the last part counts, without
  /// a final `Notification` or `Notifier`; `CommentNotifier::Notification` is a `Comment`.
  package var readableLabel: String {
    var parts = text.split(separator: "/")
    let isClass = parts.count > 1
    if parts.last == "notification" && parts.dropLast().last?.hasSuffix("_notifier") == true {
      parts.removeLast()
    }
    var words = (parts.last ?? "").split(separator: "_")
    let isKind = words.last == "notification" || words.last == "notifier"
    if isKind && words.count > (isClass ? 1 : 2) { words.removeLast() }
    let label = words.joined(separator: " ")
    return label.prefix(1).uppercased() + label.dropFirst()
  }

  /// Whether one of its words says that the reader is mentioned.
  package var isMention: Bool {
    text.withBytes { bytes in
      var beginsWord = true
      for index in bytes.indices {
        if beginsWord, bytes[index] == UInt8(ascii: "m"),
          bytes[index...].starts(with: "mention".utf8)
        {
          return true
        }
        beginsWord = bytes[index] == UInt8(ascii: "_")
      }
      return false
    }
  }

  private static func isNormal(_ raw: String) -> Bool {
    raw.utf8.allSatisfy { byte in
      (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
        || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || byte == UInt8(ascii: "_")
    } && !raw.utf8.isEmpty && raw.utf8.first != UInt8(ascii: "_")
  }

  /// Class names look like `App\Name`, `App::Name`, `App/Name` or, if capitalized, `app.Name`.
  private static func normalized(_ raw: String) -> String {
    let scalars = Array(raw.unicodeScalars)
    let isClass = endsInClassName(scalars)
    var parts = [[Unicode.Scalar]()]
    for scalar in scalars {
      let isSeparator =
        scalar == "\\" || scalar == ":" || scalar == "/" || (scalar == "." && isClass)
      if isSeparator { parts.append([]) } else { parts[parts.count - 1].append(scalar) }
    }
    return parts.map(snakeCase).filter { !$0.isEmpty }.joined(separator: "/")
  }

  /// Whether a class name follows the last dot: `Name`, not `NAME` or `name`.
  private static func endsInClassName(_ scalars: [Unicode.Scalar]) -> Bool {
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

  /// True for `M` in `newMember`, `K` in `APIKey` and `P` in `web2Push`; false for all of `2FA`.
  private static func startsWord(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    guard index > 0, scalars[index].properties.isUppercase else { return false }
    let previous = scalars[index - 1].properties
    if previous.isLowercase { return true }
    let isBeforeLowercase = index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
    return isBeforeLowercase && (previous.isUppercase || previous.numericType != nil)
  }
}

/// A type as a profile describes it. The profile's order of types is the order of filters and bars.
package struct NotificationType: Equatable, Sendable {
  package var key: TypeKey
  package var label: LocalizedText
  /// Whether the profile gives the label; otherwise it is made from the key.
  package var hasOwnLabel = true
  /// The label of a single one, where `label` is a plural.
  package var singular: LocalizedText?
  package var emoji: String?
  package var color: TypeColor?
  /// The priority of a record without one.
  package var defaultPriority = Priority.normal
  /// Whether a mail shows only the label and the actor of such notifications.
  package var isRedacted = false
  /// What such a mail says instead of title and message; nil for the label and the actor.
  package var redacted: LocalizedText?
  /// Whether the type is itself a digest; mails leave those out.
  package var isDigest = false

  package init(
    key: TypeKey, label: LocalizedText, emoji: String? = nil, color: TypeColor? = nil,
    isRedacted: Bool = false
  ) {
    (self.key, self.label, self.emoji) = (key, label, emoji)
    (self.color, self.isRedacted) = (color, isRedacted)
  }
}

/// The colors that a profile may give a type.
package enum TypeColor: String, CaseIterable, Sendable {
  case red, orange, green, blue, purple
  /// Profiles spell it with an e.
  case gray = "grey"
}
