import Digests
import Languages
import Notifications

/// The types of a page as its filters offer them: types of one profile that are shown under one name,
/// such as daily and weekly digests, are one chip.
struct TypeChips {
  struct Chip {
    var label: String
    var emoji: String?
    var tally: Tally
  }

  /// Beyond these, all further types share a last chip: an export may name a million.
  static let most = 24

  /// In the profile's order; the first has number 1, for 0 is All.
  private(set) var chips: [Chip] = []
  private var numbers: [TypeID: Int] = [:]

  var count: Int { chips.count }

  init(_ counts: Counts, in context: DocumentContext) {
    var byName: [String: Int] = [:]
    for type in counts.byType {
      let look = context.types[type.type.profile, type.type.key]
      let name = "\(type.type.profile.text)\u{0}\(look.label)"
      let number = byName[name] ?? addChip(look, context.words)
      byName[name] = number
      chips[number - 1].tally += type.tally
      numbers[type.type] = number
    }
  }

  /// The number of a new chip, or of the last one where there are enough.
  private mutating func addChip(_ look: TypeLook, _ words: Words) -> Int {
    if chips.count < Self.most {
      chips.append(Chip(label: look.label, emoji: look.emoji, tally: Tally()))
    } else if chips.count == Self.most {
      chips.append(Chip(label: words(.terminalUnknownType), emoji: nil, tally: Tally()))
    }
    return chips.count
  }

  /// The chip of a type; the last one for a type that is not counted on the page.
  func number(_ profile: ProfileName, _ type: TypeKey) -> Int {
    numbers[TypeID(profile, type)] ?? chips.count
  }
}
