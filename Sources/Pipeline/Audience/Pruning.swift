internal import Digests
internal import Exports
internal import Notifications

/// Decides from the index alone which of a person's records do not fit into a document.
struct Pruning {
  private(set) var pruned = PrunedNotifications()
  private let room: LineRoom
  /// Whether records of a type may be left out, by the type's number.
  private let standsAlone: [Bool]
  private let days: DayBoundaries
  private let latest: Instant
  /// Whether a single record would be left out, which is shown instead.
  private var isWhole = false

  /// So many are read whole, as their titles say which are one line: 49,000 took 41 MB.
  private static let mostRead = 50_000

  /// Nil if everything fits or is read as fast, or if the selection depends on the notification itself, as a search or
  /// an area does.
  init?(
    of person: Person, _ builder: DigestBuilder, _ reading: Reading,
    types: [TypeID], days: DayBoundaries
  ) {
    let selection = builder.selection
    let count = person.parts.reduce(0) { $0 + reading.index.count(of: $1.place) }
    guard count > max(selection.limit, Self.mostRead), selection.searches.isEmpty,
      person.recipient.preferences.area == nil, reading.selection.condition == nil
    else { return nil }
    let preferences = person.recipient.preferences
    let wanted = zip(types, reading.passes).map { type, passes in
      passes && !preferences.mutes(type.key, of: type.profile)
        && selection.types?.includes(type.profile, type.key) ?? true
    }
    func isChosen(_ record: ExportIndex.Record, of part: Person.Part) -> Bool {
      let profile = types[record.type].profile
      return wanted[record.type] && record.priority >= preferences.minimumPriority
        && part.profiles?.contains(profile) ?? true
        && builder.mayChoose(RecordFacts(record), of: profile, at: reading.place.now)
    }
    let standsAlone = types.map { builder.standsAlone($0.key, of: $0.profile) }
    let latest = reading.place.now.adding(seconds: max(0, selection.skew))
    var room = LineRoom(limit: selection.limit)
    for part in person.parts {
      reading.index.fold(recipient: part.place, into: ()) { _, record in
        guard standsAlone[record.type], record.time <= latest, isChosen(record, of: part) else {
          return
        }
        room.offer(record.priority, isUrgent: record.isUrgent, at: record.time)
      }
    }
    room.close()
    self.room = room
    self.standsAlone = standsAlone
    self.latest = latest
    self.days = days
    var total = 0
    for part in person.parts {
      reading.index.fold(recipient: part.place, into: ()) { _, record in
        if leavesOut(record), isChosen(record, of: part), record.time <= latest { total += 1 }
      }
    }
    isWhole = total == 1
    countLeftOut(of: person, in: reading, types: types, where: isChosen)
  }

  /// Counts what is chosen and left out, by type, priority and day.
  private mutating func countLeftOut(
    of person: Person, in reading: Reading, types: [TypeID],
    where isChosen: (ExportIndex.Record, Person.Part) -> Bool
  ) {
    for part in person.parts {
      reading.index.fold(recipient: part.place, into: ()) { _, record in
        guard leavesOut(record), isChosen(record, part) else { return }
        if record.time > latest {
          pruned.upcoming += 1
        } else {
          pruned.count(
            types[record.type], record.priority, isUnread: record.readState.countsAsUnread,
            on: days.day(of: record.time))
        }
      }
    }
  }

  /// Whether a record that may be chosen is only counted.
  func leavesOut(_ record: ExportIndex.Record) -> Bool {
    guard standsAlone[record.type] else { return false }
    if record.time > latest { return true }
    return !isWhole && !room.mayShow(record.priority, isUrgent: record.isUrgent, at: record.time)
  }
}

extension ExportIndex.Record {
  /// Whether its line, if it stands alone, is unread and has high priority.
  fileprivate var isUrgent: Bool { priority == .high && readState.countsAsUnread }
}
