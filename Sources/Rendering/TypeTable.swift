import Digests
package import Languages
package import Notifications

/// How a type is shown, in one locale.
package struct TypeLook: Equatable, Sendable {
  package var label: String
  package var emoji: String?
  package var colour: TypeColor?
  package var isRedacted: Bool

  package init(
    label: String, emoji: String? = nil, colour: TypeColor? = nil, isRedacted: Bool = false
  ) {
    self.label = label
    self.emoji = emoji
    self.colour = colour
    self.isRedacted = isRedacted
  }
}

/// The types of all profiles as one locale shows them; made once per locale.
package struct TypeTable: Sendable {
  /// In the order of the profiles and their types: that of chips and breakdowns.
  package var types: [TypeID] { numbers.types }
  private let numbers: TypeIndex
  /// By number.
  private let looks: [TypeLook]
  private let unnamed: String

  package init(_ profiles: [(profile: ProfileName, types: [NotificationType])], words: Words) {
    let locale = words.tag
    var types: [TypeID] = []
    var looks: [TypeLook] = []
    var known: Set<TypeID> = []
    for (profile, listed) in profiles {
      for type in listed where known.insert(TypeID(profile, type.key)).inserted {
        let look = TypeLook(
          label: type.label.words(for: locale), emoji: type.emoji, colour: type.color,
          isRedacted: type.isRedacted)
        types.append(TypeID(profile, type.key))
        looks.append(look)
      }
    }
    numbers = TypeIndex(types)
    self.looks = looks
    unnamed = words(.typeUnnamed)
  }

  /// The look of a type; one that its profile does not know gets a label from its key, which may be
  /// anything at any length, and is cut.
  package subscript(profile: ProfileName, type: TypeKey) -> TypeLook {
    if let number = numbers[profile, type] { return looks[number] }
    let label = FlatText.name(type.readableLabel)
    return TypeLook(label: label.isEmpty ? unnamed : label)
  }
}
