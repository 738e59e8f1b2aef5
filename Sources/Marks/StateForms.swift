import Exports
import Notifications
package import Profiles

/// What the records of an export show of the columns that marks set.
package struct StateForms: Sendable {
  struct Shown: Sendable {
    /// How often each form of what means read is there.
    var read: [StateValue: Int] = [:]
    var readCount = 0
    /// The other values.
    var others: Set<ScalarValue> = []
    /// Whether there is a text like a time, but of a form that cannot be read.
    var isUnreadable = false
    /// Whether a record is read though this column says otherwise.
    var isContradicted = false
  }

  fileprivate(set) var columns: [String: Shown] = [:]
  /// The columns that records have integer ids in, and those that they have other ids in.
  fileprivate(set) var ids: (integers: Set<String>, texts: Set<String>) = ([], [])

  package init() {}

  /// The spellings of an id that the records' ids in these columns can have: in one column, SQLite
  /// keeps integers and texts, which differ.
  func spellings(of id: NotificationID, in columns: [String]) -> [ScalarValue] {
    let (integer, text) = (ScalarValue.number(id.text), ScalarValue.text(id.text))
    guard integer.isInteger, !ids.integers.isDisjoint(with: columns) else { return [text] }
    return ids.texts.isDisjoint(with: columns) ? [integer] : [integer, text]
  }
}

/// Learns the forms from records, one walk each; for one thread.
package final class StateFormReader {
  package private(set) var forms = StateForms()
  private let profile: Profile
  private let walker: RecordWalker
  private let columns: [(role: StateRole, slot: Slot)]
  private let ids: [(name: String, slot: Slot)]

  /// So many values show which form is the usual one.
  private static let sampleSize = 1_000

  /// Nil if there is no memory.
  package init?(_ profile: Profile) {
    guard let paths = RecordPaths() else { return nil }
    self.profile = profile
    columns = StateColumns.roles(profile).map { ($0, paths.slot(forNames: [$0.name])) }
    ids = StateColumns.ids(profile).map { ($0, paths.slot(forNames: [$0])) }
    walker = RecordWalker(paths)
  }

  /// Takes a record with the slack of a walk behind it.
  package func take(_ record: UnsafeRawBufferPointer, isRead: Bool) {
    guard walker.walk(record) == nil else { return }
    takeID()
    for (role, slot) in columns {
      let value = walker.fields[slot]
      guard let scalar = value.scalar else { continue }
      if role.isUnreadableTime(value, in: profile) {
        forms.columns[role.name, default: .init()].isUnreadable = true
      } else if role.isRead(value, in: profile) != true {
        forms.columns[role.name, default: .init()].others.insert(scalar)
        if isRead { forms.columns[role.name]?.isContradicted = true }
      } else if forms.columns[role.name]?.readCount ?? 0 < Self.sampleSize,
        let form = role.form(of: value, in: profile)
      {
        forms.columns[role.name, default: .init()].readCount += 1
        forms.columns[role.name]?.read[form, default: 0] += 1
      }
    }
  }

  private func takeID() {
    for (name, slot) in ids {
      guard let id = walker.fields[slot].scalar, id != .text("") else { continue }
      if id.isInteger { forms.ids.integers.insert(name) } else { forms.ids.texts.insert(name) }
      return
    }
  }
}
