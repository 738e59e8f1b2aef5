import ByteText
import Digests
package import Languages
package import Notifications

/// The appearance of a type in one locale. A class: each line has one, and most are of few types.
final class TypeLook: Sendable {
  let label: String
  /// The label of a single one, if it differs.
  let singular: String?
  let emoji: String?
  let color: TypeColor?
  let isRedacted: Bool
  /// What is said instead of a redacted title; nil for the label and the actor.
  let redacted: String?
  /// The label without its last letters, so that it is the same in singular and plural.
  private let stem: SearchText

  init(
    label: String, singular: String? = nil, emoji: String? = nil, color: TypeColor? = nil,
    isRedacted: Bool = false, redacted: String? = nil
  ) {
    self.label = label
    self.singular = singular
    self.emoji = emoji
    self.color = color
    self.isRedacted = isRedacted
    self.redacted = redacted
    stem = SearchText(String(label.dropLast(label.count > 6 ? 2 : 1)))
  }

  /// Whether a title says no more than the label or the key: `Payment Due`.
  func isNamed(by title: String, _ type: TypeKey) -> Bool {
    let size = title.utf8.count
    func isSame(_ name: String) -> Bool {
      name.utf8.count == size && name.lowercased() == title.lowercased()
    }
    return isSame(label) || singular.map(isSame) ?? false
      || type.text.utf8.count == size && isSame(type.text.replacing("_", with: " "))
  }

  /// Whether a title tells the type.
  func isTold(by title: String) -> Bool { !stem.isEmpty && stem.isFound(in: title) }

  /// The label to stand beside a number.
  func label(of count: Int) -> String { count == 1 ? singular ?? label : label }

  /// Stands where other types have their emoji. A letter would be taken for a person's.
  static let sign = "🔹"

  private static let labelColumns = 32

  /// The label cut to 32 display columns, since an unknown type may have one of any length.
  ///
  /// - Parameter count: the number that the label stands beside; nil if none.
  func shortLabel(of count: Int? = nil) -> String {
    let label = count.map { self.label(of: $0) } ?? label
    if label.utf8.count <= Self.labelColumns { return label }
    return DisplayWidth.truncated(label, columns: Self.labelColumns)
  }
}

/// The types of all profiles in one locale; made once per locale. A class: each mail's context has it.
package final class TypeTable: Sendable {
  private let numbers: TypeIndex
  /// By number.
  private let looks: [TypeLook]
  private let unnamed: String
  /// The apps' own badges, only of profiles that have any: so few that a linear search is fast.
  private let badges: [(profile: ProfileName, words: [Priority: String])]

  /// - Parameter recordLabels: those of types to which the profiles give none; any text, as long as
  ///   records make it.
  package init(
    _ profiles: [(
      profile: ProfileName, types: [NotificationType], badges: [Priority: LocalizedText]
    )], recordLabels: [TypeID: String] = [:], words: Localization
  ) {
    let found = recordLabels.mapValues(Self.name).filter { !$0.value.isEmpty }
    var types: [TypeID] = []
    var looks: [TypeLook] = []
    var known: Set<TypeID> = []
    for (profile, listed, _) in profiles {
      for type in listed where known.insert(TypeID(profile, type.key)).inserted {
        let id = TypeID(profile, type.key)
        types.append(id)
        let recordLabel = type.hasOwnLabel ? nil : found[id]
        looks.append(
          TypeLook(
            label: recordLabel ?? type.label.words(for: words.tag),
            singular: type.singular.flatMap {
              // Where the label falls back to another language, so does that of a single one.
              $0.ownWords(for: words.tag) ?? $0.byTag[type.label.tag(for: words.tag)]
            }, emoji: type.emoji, color: type.color,
            isRedacted: type.isRedacted,
            redacted: type.redacted?.words(for: words.tag)))
      }
    }
    for (type, label) in found where known.insert(type).inserted {
      types.append(type)
      looks.append(TypeLook(label: label))
    }
    numbers = TypeIndex(types)
    self.looks = looks
    unnamed = words(.typeUnnamed)
    badges = profiles.compactMap { profile, _, badges in
      badges.isEmpty ? nil : (profile, badges.mapValues { $0.words(for: words.tag) })
    }
  }

  /// A record's label of a type as documents show it.
  package static func name(_ recordLabel: String) -> String { FlatText.name(recordLabel) }

  /// The app's own word for a priority; nil if its profile gives none.
  func badge(_ priority: Priority, of profile: ProfileName) -> String? {
    badges.first { $0.profile == profile }?.words[priority]
  }

  /// The look of a type. An unknown type gets a label from its key, which may have any content and
  /// length, and is cut.
  subscript(profile: ProfileName, type: TypeKey) -> TypeLook {
    if let number = numbers[profile, type] { return looks[number] }
    let label = FlatText.name(type.readableLabel)
    return TypeLook(label: label.isEmpty ? unnamed : label)
  }
}

/// The kinds without an emoji that a document names on each of their lines: one of their titles does not
/// tell the kind.
struct NamedKinds {
  private var labels: Set<String> = []

  init(_ digest: Digest, in context: borrowing DocumentContext) {
    for section in digest.sections.indices {
      for item in digest.sections[section].items.indices {
        // One field at a time: a copy of an item costs more than all that is asked here.
        let profile = digest.sections[section].items[item].notification.profile
        let look = context.types[profile, digest.sections[section].items[item].notification.type]
        if look.emoji != nil || look.isRedacted || contains(look) { continue }
        if !Self.tells(digest.sections[section].items[item].notification, look) {
          labels.insert(look.label)
        }
      }
    }
  }

  /// Whether a title says of which kind it is.
  private static func tells(_ notification: borrowing Notification, _ look: TypeLook) -> Bool {
    let title = notification.title ?? notification.body ?? ""
    return look.isTold(by: title)
      || !ActorTitle(title, actor: notification.actor).name.isEmpty
  }

  func contains(_ look: TypeLook) -> Bool { labels.contains(look.label) }
}

/// The types of a digest by label: types of one profile with the same label, such as daily and weekly
/// digests, are one row to a reader.
struct LabeledTypes {
  struct Row {
    /// The look of the first type with the label.
    var look: TypeLook
    var tally: Tally
    /// Of the first type with the label.
    var key: TypeKey

    /// Whether it is about the reader in person.
    var isPersonal: Bool { key.isMention }
  }

  /// In the order of the types.
  private(set) var rows: [Row] = []
  /// For each of the counted types, the index of its row.
  private(set) var rowNumbers: [Int] = []

  /// - Parameters:
  ///   - most: The number of rows after which all further labels share one more; nil means no limit.
  ///   - others: The look of that row.
  init(_ counts: Counts, in types: TypeTable, most: Int? = nil, others: TypeLook? = nil) {
    rowNumbers.reserveCapacity(counts.byType.count)
    // A few are found faster one by one than in a dictionary.
    let areFew = counts.byType.count <= 16
    var few: [(profile: ProfileName, label: String, number: Int)] = []
    var byName: [String: Int] = [:]
    for type in counts.byType {
      let profile = type.type.profile
      let look = types[profile, type.type.key]
      let name = areFew ? "" : "\(profile.text)\u{0}\(look.label)"
      let known =
        areFew
        ? few.first { $0.label == look.label && $0.profile == profile }?.number : byName[name]
      let number = known ?? min(rows.count, most ?? .max)
      if number == rows.count {
        rows.append(
          Row(
            look: number == most ? others ?? look : look, tally: Tally(), key: type.type.key))
      }
      if areFew { few.append((profile, look.label, number)) } else { byName[name] = number }
      rows[number].tally += type.tally
      rowNumbers.append(number)
    }
  }

  /// Stands before a label without an emoji; empty where none has any.
  var sign: String { rows.contains { $0.look.emoji != nil } ? TypeLook.sign : "" }

  /// The rows by their number; equal ones in the order of the types.
  var largestFirst: [Row] {
    rows.indices.sorted { (rows[$0].tally.total, $1) > (rows[$1].tally.total, $0) }
      .map { rows[$0] }
  }

  /// The largest rows that a document has room for, and a tally of all others, which takes the room
  /// of one. An export may have a million types. The largest personal one is never among the others.
  func largest(_ most: Int) -> (rows: ArraySlice<Row>, others: Tally) {
    var ordered = largestFirst
    let end = ordered.count > most ? most - 1 : ordered.count
    if let personal = ordered.firstIndex(where: \.isPersonal), 1...personal ~= end {
      ordered.insert(ordered.remove(at: personal), at: end - 1)
    }
    return (ordered[..<end], ordered[end...].reduce(into: Tally()) { $0 += $1.tally })
  }
}
