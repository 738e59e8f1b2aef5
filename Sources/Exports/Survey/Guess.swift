import ByteText
package import Notifications
import Profiles

/// Something that the reader assumed of records because nothing in them tells it.
package struct Guess: Equatable, Sendable {
  package enum Subject: Equatable, Sendable {
    /// Records that name nobody belong to the default recipient.
    ///
    /// - columns: those that may say whose they are.
    /// - isAll: no record of the profile names anybody.
    case recipient(columns: [String], isAll: Bool)
    /// Times that name no zone are taken as UTC.
    case zone
    /// These columns may say what was read, but the profile knows no read mark of its records.
    case readMark(columns: [String])
    /// Numbers give times before there were notifications, or after tomorrow, such as this.
    case year(Instant)
    /// Records have the id of an older one of their recipient and say something else, as this one has.
    case sharedID(NotificationID, of: RecipientID)
    /// These files are taken for exports of one system, as a profile for any system reads them.
    case oneSystem(files: [String])
    /// These tables of a database fit as well as the one that was read.
    case table(read: String, others: [String], file: String)
    /// Who receives is the last cell of a file whose last line has no end, and shorter than others.
    case cutRecipient(column: String, file: String)
    /// This one's id is rather something else than that of one person.
    ///
    /// - alike: how many others are that, too.
    case oddRecipient(RecipientID, Oddity, alike: Int)
    /// These columns may say what is not to be shown, or not yet, but the profile does not read them.
    case withheld(columns: [String])
    /// Relative links of these systems lead to one base.
    case sharedBase(String, of: [ProfileName])
  }

  package enum Oddity: Equatable, Sendable {
    /// Several ids, as commas between them tell.
    case several
    /// A program's word for nobody, or a word for all.
    case nobody, everybody
    /// Another spelling of this one.
    case spelling(RecipientID)
  }

  package enum Weight: Comparable, Sendable {
    /// It is usual, and said; `--strict` alone refuses it.
    case note
    /// `check` counts it as a problem, too.
    case doubt
    /// The same, and a quiet run says it too: somebody may get what is another's.
    case danger
  }

  package var subject: Subject
  /// The profile of the records.
  package var profile: ProfileName
  /// The number of notifications.
  package var count: Int
  package var weight: Weight
}

extension Guess {
  /// That one address is the base of several profiles' links: a host knows the paths of one app, and
  /// links of others lead nowhere. Nil where none share it.
  package init?(of profiles: [ProfileName], sharing base: BaseURLs) {
    guard profiles.count > 1, let common = base.common else { return nil }
    self.init(
      subject: .sharedBase(common, of: profiles), profile: profiles[0], count: profiles.count,
      weight: .doubt)
  }
}

extension [Guess] {
  /// Adds what was assumed of further records; the same of one profile is said once.
  package mutating func add(_ others: [Guess]) {
    for other in others {
      let place = firstIndex { $0.profile == other.profile && $0.subject.isLike(other.subject) }
      if let place { self[place].count += other.count } else { append(other) }
    }
  }
}

extension Guess.Subject {
  fileprivate func isLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.year, .year), (.sharedID, .sharedID), (.readMark, .readMark), (.withheld, .withheld):
      true
    default: self == other
    }
  }
}

/// What was assumed of one profile's records, counted while they were read and compared.
struct Assumptions: Sendable {
  /// Records of the default recipient, for want of one of their own.
  var unaddressed = 0
  var zoneless = 0
  var oddYears = 0
  /// A time with an odd year.
  var oddTime = Instant(seconds: 0)
  /// Notifications that got another id, as another of their recipient has theirs.
  var sharedIDs = 0
  /// The first such id, and whose it is.
  var shared: (id: NotificationID, recipient: RecipientID)?

  mutating func addShared(_ id: [UInt8], of recipient: RecipientID) {
    sharedIDs += 1
    guard shared == nil else { return }
    shared = (NotificationID(String(decoding: id, as: UTF8.self)), recipient)
  }

  mutating func add(_ facts: IndexFacts, isUnaddressed: Bool) {
    if isUnaddressed { unaddressed += 1 }
    if facts.notices.contains(.zonelessTime) { zoneless += 1 }
    if facts.notices.contains(.oddYear) {
      oddYears += 1
      oddTime = facts.time
    }
  }

  /// What was assumed, but for whose the records are.
  func guesses(of profile: ProfileName) -> [Guess] {
    var guesses: [Guess] = []
    func add(_ subject: Guess.Subject, count: Int, weight: Guess.Weight = .doubt) {
      guard count > 0 else { return }
      guesses.append(Guess(subject: subject, profile: profile, count: count, weight: weight))
    }
    add(.zone, count: zoneless)
    add(.year(oddTime), count: oddYears)
    if let shared {
      add(.sharedID(shared.id, of: shared.recipient), count: sharedIDs, weight: .danger)
    }
    return guesses
  }

  static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.unaddressed += right.unaddressed
    sum.zoneless += right.zoneless
    sum.oddYears += right.oddYears
    if right.oddYears > 0 { sum.oddTime = right.oddTime }
    sum.sharedIDs += right.sharedIDs
    sum.shared = left.shared ?? right.shared
    return sum
  }
}

extension ExportIndex {
  /// Whether notifications of a recipient share an id although they say different things.
  package var hasSharedIDs: Bool {
    guesses.contains { if case .sharedID = $0.subject { true } else { false } }
  }

  /// What was assumed of the records, by the profile's index in the plan.
  ///
  /// - Parameter isOfPerson: whether they are those of one person, whom a stream names.
  func guesses(
    _ assumed: [Int: Assumptions], isOfPerson: Bool = false
  ) throws(Fault) -> [Guess] {
    var guesses: [Guess] = []
    let fallbacks = contents.types.map(\.profile).filter { contents.plan.records.isFallback[$0] }
    for index in Set(assumed.keys).union(fallbacks).sorted() {
      let found = assumed[index] ?? Assumptions()
      let profile = contents.plan.records.profiles[index]
      if !isOfPerson, found.unaddressed > 0, let guess = try recipient(of: profile, at: index) {
        guesses.append(
          Guess(
            subject: guess.subject, profile: profile.name, count: found.unaddressed,
            weight: guess.weight))
      }
      guesses += found.guesses(of: profile.name)
      if profile.isFallback {
        guesses += try unreadColumns(of: profile, at: index, isOfPerson: isOfPerson)
      }
    }
    if isOfPerson { return guesses }
    let base = contents.plan.options.baseURLs
    let mayShare = base.common != nil && Set(contents.types.map(\.profile)).count > 1
    let shared = mayShare ? Guess(of: try profilesOnCommonBase(), sharing: base) : nil
    return guesses + sourceGuesses + oddRecipients + [shared].compactMap(\.self)
  }

  /// What is to say of a profile's records that name nobody; nil where it is usual, as in an inbox of
  /// one person.
  private func recipient(
    of profile: Profile, at index: Int
  ) throws(Fault) -> (subject: Guess.Subject, weight: Guess.Weight)? {
    func isOfProfile(_ entry: IndexEntry) -> Bool {
      contents.types[Int(entry.type)].profile == index
    }
    let mine =
      position(of: .me).map(contents.entries)
      ?? contents.table.entries[..<0]
    guard mine.count(where: isOfProfile) == contents.table.entries.count(where: isOfProfile) else {
      return (.recipient(columns: [], isAll: false), .danger)
    }
    // Where a path of one's own profile is in no record, its mapping says so.
    if profile.isOwn, profile.fields[.recipient] != nil { return nil }
    let columns = try columns(of: mine, at: index).people
    if columns.isEmpty, !profile.isFallback { return nil }
    return (.recipient(columns: columns, isAll: true), columns.isEmpty ? .note : .danger)
  }

  /// The columns that may say what of a profile's records was read, if none of these says it in a way
  /// that the profile knows, and those that may say what is not to be shown.
  private func unreadColumns(
    of profile: Profile, at index: Int, isOfPerson: Bool
  ) throws(Fault) -> [Guess] {
    let all = contents.table.entries[...]
    let own = all.lazy.filter { contents.types[Int($0.type)].profile == index }
    let count = own.count
    let isUnmarked = own.allSatisfy { $0.readState == .unknown }
    // A stream brings one person after the other.
    guard count > 0, isUnmarked || !isOfPerson else { return [] }
    let columns = try columns(of: all, at: index)
    let marks = isUnmarked ? columns.readMarks : []
    let subjects: [(Guess.Subject, columns: [String])] = [
      (.readMark(columns: marks), marks), (.withheld(columns: columns.withheld), columns.withheld),
    ]
    return subjects.filter { !$0.columns.isEmpty }.map {
      Guess(subject: $0.0, profile: profile.name, count: count, weight: .doubt)
    }
  }

  /// The number of records that are looked at for columns.
  private static var sampleSize: Int { 200 }

  /// The columns of a profile's records, by a sample of entries, that nothing of it uses.
  private func columns(
    of entries: UnsafeMutableBufferPointer<IndexEntry>.SubSequence, at index: Int
  ) throws(Fault) -> UnusedColumns {
    var records: [[UInt8]] = []
    let buffer = RecordBuffer(contents.stores, contents.plan.usage)
    let step = max(1, entries.count / Self.sampleSize)
    for position in stride(from: entries.startIndex, to: entries.endIndex, by: step)
    where contents.types[Int(entries[position].type)].profile == index {
      let record = try buffer.record(of: entries[position]).bytes
      records.append(FirestoreDocument.plainJSON(of: record) ?? Array(record))
    }
    return UnusedColumns(DraftFields(records), besides: contents.plan.records.profiles[index])
  }
}
