internal import Delivery
internal import Digests
package import Exports
package import Notifications
package import Profiles
internal import Rendering

/// Limits that stop a run before its first message if something seems wrong.
package struct SendLimits: Equatable, Sendable {
  /// The most messages that a run may have.
  package var maxMessages: Int?
  /// The maximum age of the newest notification, in seconds.
  package var maxAge: Int64?
  /// How far the current time may be after both the newest notification and the last run, in
  /// seconds; beyond that, the clock is probably wrong.
  package var maxAhead = SendLimits.standardAhead

  package static let standardAhead: Int64 = 2 * 86_400

  /// Once a stream has mailed, a run may make at most this many times the messages of the stream's
  /// largest run in the 35 days up to its last mails. It may always make `ordinary` ones.
  package static let growth = 5
  package static let ordinary = 100
  /// How far back the largest run may be, in seconds: a month and more, so that a monthly stream
  /// has one. It is counted from the last mails, so that the runs of a pause do not.
  static let span: Int64 = 35 * 86_400

  /// Why the exports' age or the clock stops the run; nil if neither does.
  ///
  /// An app may be silent over a weekend, but the job runs every hour, so a correct clock is never
  /// far after both. Exports without notifications are not old.
  ///
  /// - Parameter lastRun: the time of the stream's last run.
  func refusal(of index: ExportIndex, at now: Instant, after lastRun: Instant?) -> MailRefusal? {
    let newest = Self.newest(of: index, at: now)
    if let maxAge, let newest, newest < now.adding(seconds: -maxAge) {
      return .tooOld(newest: newest, maxAge: maxAge)
    }
    let sound = Self.sound(index, newest: newest, at: now, maxAhead: maxAhead)
    guard let latest = [sound.newest, lastRun].compactMap(\.self).max(),
      latest < now.adding(seconds: -maxAhead)
    else { return nil }
    return .tooFarAhead(
      now: now, newest: sound.newest, scheduled: sound.scheduled, lastRun: lastRun,
      maxAhead: maxAhead)
  }

  /// The newest notification that shows the current time, and the number of newer ones that do not:
  /// a few that are more than a year after all others were scheduled ahead.
  private static func sound(
    _ index: ExportIndex, newest: Instant?, at now: Instant, maxAhead: Int64
  ) -> (newest: Instant?, scheduled: Int) {
    let limit = now.adding(seconds: -maxAhead)
    guard let newest, newest >= limit else { return (newest, 0) }
    let latest = now.adding(seconds: Selection.defaultSkew)
    var older: Instant?
    var few = 0
    var others = 0
    index.fold(into: ()) { _, record in
      if record.time < limit {
        others += 1
        older = older.map { max($0, record.time) } ?? record.time
      } else if record.time <= latest {
        few += 1
      }
    }
    guard let older, few * Self.fewOf <= others, older < limit.adding(seconds: -Self.year) else {
      return (newest, 0)
    }
    return (older, few)
  }

  private static let year: Int64 = 366 * 86_400
  /// One in this many notifications counts as few.
  private static let fewOf = 8

  /// The time of the newest notification. Notifications scheduled for later do not count: they do
  /// not show when the export was made.
  static func newest(of index: ExportIndex, at now: Instant) -> Instant? {
    let latest = now.adding(seconds: Selection.defaultSkew)
    return index.fold(into: Instant?.none) { newest, record in
      if record.time <= latest { newest = newest.map { max($0, record.time) } ?? record.time }
    }
  }

  /// The limits on the messages of a stream's run.
  func messageLimits(of stream: String, in ledger: Ledger) throws -> [MailLimit] {
    var limits: [MailLimit] = []
    if let maxMessages { limits.append(.option(maxMessages)) }
    // A run for selected recipients does not show what is usual.
    guard try ledger.exports(of: stream) != nil,
      let largest = try ledger.largestRun(of: stream, span: Self.span * 1_000_000)
    else { return limits }
    limits.append(.history(largest: largest))
    return limits
  }
}

extension ExportIndex {
  /// The refusal of exports in which the user's own profile names the recipient field, but no
  /// record has it, and of those in which a column that nobody mapped may say whose they are.
  package var refusal: MailRefusal? {
    let unclear = guesses.first {
      if case .recipient(let columns, _) = $0.subject { !columns.isEmpty } else { false }
    }
    if let unclear { return .guess(unclear) }
    let mapping = mappings.first { $0.isOwn && $0.isUnaddressed }
    return mapping.flatMap { mapping in
      mapping[.field(.recipient)].map {
        .noRecipients(profile: mapping.profile, paths: $0.paths)
      }
    }
  }
}

/// The most messages that a run may have.
package enum MailLimit: Equatable, Sendable {
  /// The number that an option or the configuration sets.
  case option(Int)
  /// Five times the largest run of the 35 days up to the last mails, but at least a hundred.
  case history(largest: Int)

  package var messages: Int {
    switch self {
    case .option(let messages): messages
    case .history(let largest):
      max(
        SendLimits.ordinary, largest.multipliedReportingOverflow(by: SendLimits.growth).partialValue
      )
    }
  }
}

/// Why a run was stopped before its first message or page.
package enum MailRefusal: Error, Equatable, Sendable {
  case tooManyMessages(Int, limit: MailLimit)
  /// The newest notification is more than `maxAge` seconds old.
  case tooOld(newest: Instant, maxAge: Int64)
  /// No record has the recipient field of the user's own profile.
  case noRecipients(profile: ProfileName, paths: [FieldPath])
  /// Something that must not be assumed when documents are made for people.
  case guess(Guess)
  /// The current time is more than `maxAhead` seconds after the last run and the newest
  /// notification, except for `scheduled` ones that were scheduled ahead.
  case tooFarAhead(
    now: Instant, newest: Instant?, scheduled: Int = 0, lastRun: Instant?, maxAhead: Int64)
  /// A file that had records the last time has none now; nil if no file has any.
  case noRecords(file: String?)
  /// The exports have fewer than half of the records of the last time.
  case fewerRecords(Int, last: Int)
  /// So many of the people who were mailed before have no address, more than at the last run.
  case noAddresses(Int, of: Int)
  /// None of what was mailed last in this system is in the exports, and so many that are older than
  /// that mail would be mailed.
  case renumbered(ProfileName, mailed: Int, again: Int)
  /// The ledger knows none of the exports' recipients, but others.
  case strangers(Int)
  /// Nobody in the recipients file is one of the exports' recipients; one of each, as an example.
  case otherPeople(file: String, export: PersonID, person: PersonID)
  /// Notifications were mailed under this profile, of which the exports have no records, and would be
  /// mailed again under another.
  case renamed(ProfileName)
  /// This many of the pages or feeds with contents would become empty.
  case emptied(FolderKind, Int, of: Int)
  /// An input is incomplete.
  case incomplete(file: String, Incompleteness)
}

/// Compares the exports of a run with those of the run before.
extension MailRun {
  /// A stream with fewer known recipients may well have none of them in its exports.
  private static let fewRecipients = 10

  /// Why these exports stop the run; nil if they do not.
  func refusal(of index: ExportIndex, in ledger: Ledger) throws -> MailRefusal? {
    try lack(of: index, in: ledger) ?? renamed(in: index, ledger) ?? lostAddresses(in: ledger)
      ?? renumbered(in: index, ledger)
  }

  /// What the exports lack; nil if nothing. A run for selected recipients is not checked.
  private func lack(of index: ExportIndex, in ledger: Ledger) throws -> MailRefusal? {
    guard isForAll else { return nil }
    let records = index.goodRecords
    let known = try ledger.exports(of: plan.stream.name)
    if records.values.allSatisfy({ $0 == 0 }) {
      let hadRecords =
        try known?.values.contains { $0 > 0 }
        ?? (ledger.mailedCount(of: plan.stream.name, upTo: 1) > 0)
      return hadRecords ? .noRecords(file: records.count == 1 ? records.keys.first : nil) : nil
    }
    let emptied = records.filter { $0.value == 0 && known?[$0.key] ?? 0 > 0 }.keys.min()
    if let emptied { return .noRecords(file: emptied) }
    if let fewer = try fewerRecords(in: index, ledger) { return fewer }
    return try strangers(of: index, in: ledger)
  }

  /// Refuses exports with many recipients, all unknown to a ledger that knows as many others: their
  /// ids have probably changed, and everyone would be mailed again.
  private func strangers(of index: ExportIndex, in ledger: Ledger) throws -> MailRefusal? {
    guard index.recipientCount >= Self.fewRecipients,
      try ledger.recipientCount(of: plan.stream.name, upTo: Self.fewRecipients)
        == Self.fewRecipients
    else { return nil }
    let named = Set((0..<index.recipientCount).map { index.recipient(at: $0) })
    for start in stride(from: 0, to: addressees.count, by: 1000) {
      let some = addressees[start..<min(start + 1000, addressees.count)].filter { addressee in
        addressee.identities.contains { named.contains($0.recipient) }
      }
      let keys = some.flatMap { $0.identities.map(\.bytes) }
      let mailboxes = try ledger.mailboxes(
        stream: plan.stream.name, recipients: keys, deliveries: false)
      if mailboxes.contains(where: { $0.horizon != nil }) { return nil }
    }
    return .strangers(index.recipientCount)
  }

  /// Refuses notifications whose ids were mailed to the same person under a profile of which the
  /// exports have no records any more: another profile reads them now.
  private func renamed(in index: ExportIndex, _ ledger: Ledger) throws -> MailRefusal? {
    let present = Set(index.types.map(\.profile))
    let home = try ledger.home().map { ProfileName(String(decoding: $0, as: UTF8.self)) }
    func former(_ addressee: Addressee) -> [PersonID] {
      let identities = addressee.identities
      let ofHome = home.map { home in identities.map { PersonID(home, $0.recipient) } } ?? []
      return (identities + ofHome).filter { !present.contains($0.profile) }
    }
    let lastRun = try self.lastRun(in: ledger)
    for batch in batches {
      let people = batch.filter { !former($0).isEmpty }
      for mail in try due(people[...], in: ledger, after: lastRun, deliveries: true) {
        let former = former(mail.addressee)
        let histories = try ledger.mailboxes(
          stream: plan.stream.name, recipients: former.map(\.bytes))
        let delivered = mail.mailbox.delivered + histories.flatMap(\.delivered)
        let repeated = try composer.repeated(
          former, for: mail.addressee, lookback: mail.lookback, delivered: delivered)
        if let repeated { return .renamed(repeated.profile) }
      }
    }
    return nil
  }

  /// Records what the next run compares its exports with.
  func remember(_ index: ExportIndex, in ledger: Ledger) throws(DeliveryError) {
    guard isForAll else { return }
    try ledger.remember(exports: index.goodRecords, of: plan.stream.name)
    try ledger.remember(.records, index.records, of: plan.stream.name)
    try ledger.remember(.addressless, unreached(in: ledger), of: plan.stream.name)
  }
}

extension ExportIndex {
  /// The number of accepted records of each input.
  var goodRecords: [String: Int] {
    sources.reduce(into: [:]) { $0[$1.file, default: 0] += $1.records - $1.rejected }
  }
}
