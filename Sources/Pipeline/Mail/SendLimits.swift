package import ByteText
internal import Delivery
internal import Digests
package import Exports
import Notifications
import Profiles
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
  func refusal(of index: ExportIndex, at now: Instant, after lastRun: Instant?) -> Fault? {
    let newest = Self.newest(of: index, at: now)
    if let maxAge, let newest, newest < now.adding(seconds: -maxAge) {
      return Fault(
        .unusable, code: "too-old",
        "the newest notification is from \(newest.timestamp), older than --max-age allows",
        advice: "check that the export ran; --force goes on anyway")
    }
    let sound = Self.sound(index, newest: newest, at: now, maxAhead: maxAhead)
    guard let latest = [sound.newest, lastRun].compactMap(\.self).max(),
      latest < now.adding(seconds: -maxAhead)
    else { return nil }
    var before: [String] = []
    if let newest = sound.newest {
      let others = sound.scheduled > 0 ? ", not counting \(sound.scheduled) scheduled ahead" : ""
      before.append("the newest notification (\(newest.timestamp)\(others))")
    }
    if let lastRun { before.append("the last run (\(lastRun.timestamp))") }
    let (span, unit) =
      maxAhead % 86_400 == 0 ? (maxAhead / 86_400, "day") : (maxAhead / 3600, "hour")
    return Fault(
      .unusable, code: "clock-ahead",
      "the clock may be wrong: it is \(now.timestamp), more than \(Int(span).counted(unit)) after "
        + before.joined(separator: " and after "),
      advice:
        "correct the clock; if it is right, use --force, and if the app is often silent for that "
        + "long, raise --max-ahead, or max-ahead in the configuration file")
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
    let dues = index.dues
    index.fold(into: ()) { _, record in
      if dues.contains(record.time.microseconds) { return }
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

  /// The time of the newest notification. Notifications scheduled for later, or put off by a reader, do
  /// not count: they do not show when the export was made.
  static func newest(of index: ExportIndex, at now: Instant) -> Instant? {
    let latest = now.adding(seconds: Selection.defaultSkew)
    let dues = index.dues
    return index.fold(into: Instant?.none) { newest, record in
      if record.time <= latest, !dues.contains(record.time.microseconds) {
        newest = newest.map { max($0, record.time) } ?? record.time
      }
    }
  }

  /// Why a stream's run stops that has too many messages; nil if it has not.
  ///
  /// - Parameter messages: their number, exact only if it may exceed what it is given.
  func tooMany(
    of stream: String, in ledger: Ledger, messages: (Int) throws -> Int
  ) throws -> Fault? {
    var limits: [(messages: Int, words: String)] = []
    if let maxMessages { limits.append((maxMessages, "more than --max-messages \(maxMessages)")) }
    // A run for selected recipients does not show what is usual.
    if try ledger.exports(of: stream) != nil,
      let largest = try ledger.largestRun(of: stream, span: Self.span * 1_000_000)
    {
      let grown = largest.multipliedReportingOverflow(by: Self.growth).partialValue
      limits.append(
        (
          max(Self.ordinary, grown),
          "more than five times the largest run of the 35 days before the last mails (\(largest)), "
            + "and more than \(Self.ordinary)"
        ))
    }
    for limit in limits {
      let count = try messages(limit.messages)
      if count <= limit.messages { continue }
      let (noun, pronoun) = count == 1 ? ("message", "it") : ("messages", "them")
      return Fault(
        .unusable, code: "too-many-messages", "there would be \(count) \(noun), \(limit.words)",
        advice: "look at \(pronoun) with --dry-run --report FILE; --force sends \(pronoun) anyway")
    }
    return nil
  }
}

extension ExportIndex {
  /// A column that nobody mapped may say whose the records are: not to be assumed of documents for people.
  private var unclearRecipient: Guess? {
    guesses.first {
      if case .recipient(let columns, _) = $0.subject { !columns.isEmpty } else { false }
    }
  }

  /// Why no documents for people are made of the exports: whose the records are is not known, or the
  /// user's own profile names the recipient field, but no record has it.
  package var refusalOfDocuments: Fault? {
    if let guess = unclearRecipient {
      return Fault(.unusable, code: "unclear-recipient", guess.what, advice: guess.advice)
    }
    let mapping = mappings.first { $0.isOwn && $0.isUnaddressed }
    return mapping.flatMap { mapping in
      mapping[.field(.recipient)].map {
        Fault(
          .unusable, code: "no-recipients",
          "no record has the recipient field of profile \(mapping.profile.text) ("
            + $0.paths.map(\.description).joined(separator: ", ")
            + "): one person would get everything",
          advice:
            "correct recipient in the profile (tidings check shows the records' fields), or name the "
            + "one person with --owner")
      }
    }
  }

  /// The number of accepted records of each input.
  var goodRecords: [String: Int] {
    sources.reduce(into: [:]) { $0[$1.file, default: 0] += $1.records - $1.rejected }
  }
}

/// What stops a run in several places, before its first message or page.
extension Fault {
  /// A file that had records the last time has none now.
  ///
  /// - Parameter file: nil if no file has any.
  static func noRecords(in file: String?) -> Fault {
    Fault(
      .unusable, code: "no-records",
      "\(file.map { "\($0) has" } ?? "the exports have") no records, but had some last time",
      advice: "check that the export ran; --force goes on anyway")
  }

  /// The exports have fewer than half of the records of the last time.
  static func fewerRecords(_ count: Int, last: Int) -> Fault {
    Fault(
      .unusable, code: "fewer-records",
      "the exports have \(count.counted("record")), and had \(last) last time",
      advice: "check that the export is complete; --force goes on anyway")
  }
}

/// Compares the exports of a run with those of the run before.
extension MailRun {
  /// A stream with fewer known recipients may well have none of them in its exports.
  private static let fewRecipients = 10

  /// Why these exports stop the run; nil if they do not.
  func refusal(of index: ExportIndex, in ledger: Ledger) throws -> Fault? {
    try refusalOfLack(of: index, in: ledger) ?? refusalOfRenamed(in: index, ledger)
      ?? refusalOfLostAddresses(in: ledger)
      ?? refusalOfRenumbered(in: index, ledger)
  }

  /// What the exports lack; nil if nothing. A run for selected recipients is not checked.
  private func refusalOfLack(of index: ExportIndex, in ledger: Ledger) throws -> Fault? {
    guard isForAll else { return nil }
    let records = index.goodRecords
    let known = try ledger.exports(of: plan.stream.name)
    if records.values.allSatisfy({ $0 == 0 }) {
      let hadRecords =
        try known?.values.contains { $0 > 0 }
        ?? (ledger.mailedCount(of: plan.stream.name, upTo: 1) > 0)
      return hadRecords ? .noRecords(in: records.count == 1 ? records.keys.first : nil) : nil
    }
    let emptied = records.filter { $0.value == 0 && known?[$0.key] ?? 0 > 0 }.keys.min()
    if let emptied { return .noRecords(in: emptied) }
    if let fewer = try refusalOfFewerRecords(in: index, ledger) { return fewer }
    return try refusalOfStrangers(of: index, in: ledger)
  }

  /// Refuses exports with many recipients, all unknown to a ledger that knows as many others: their
  /// ids have probably changed, and everyone would be mailed again.
  private func refusalOfStrangers(of index: ExportIndex, in ledger: Ledger) throws -> Fault? {
    guard index.recipientCount >= Self.fewRecipients,
      try ledger.recipientCount(of: plan.stream.name, upTo: Self.fewRecipients)
        == Self.fewRecipients
    else { return nil }
    let named = Set((0..<index.recipientCount).map { index.recipient(at: $0) })
    for part in addressees.parts(of: 1000) {
      let some = part.filter { person in
        person.identities.contains { named.contains($0.recipient) }
      }
      let keys = some.flatMap { $0.identities.map(\.bytes) }
      let mailboxes = try ledger.mailboxes(
        stream: plan.stream.name, recipients: keys, deliveries: false)
      if mailboxes.contains(where: { $0.horizon != nil }) { return nil }
    }
    return Fault(
      .unusable, code: "strangers",
      "none of the \(index.recipientCount) recipients in the exports is known from an earlier run",
      advice:
        "check whether their ids have changed: everything would be mailed again; --force goes "
        + "on anyway")
  }

  /// Refuses notifications whose ids were mailed to the same person under a profile of which the
  /// exports have no records any more: another profile reads them now.
  private func refusalOfRenamed(in index: ExportIndex, _ ledger: Ledger) throws -> Fault? {
    let present = Set(index.types.map(\.profile))
    let home = try ledger.home().map { ProfileName(String(decoding: $0, as: UTF8.self)) }
    func former(_ person: Person) -> [PersonID] {
      let identities = person.identities
      let ofHome = home.map { home in identities.map { PersonID(home, $0.recipient) } } ?? []
      return (identities + ofHome).filter { !present.contains($0.profile) }
    }
    for batch in batches {
      let people = batch.filter { !former($0).isEmpty }
      for mail in try due(people[...], in: ledger, deliveries: true) {
        let former = former(mail.person)
        let histories = try ledger.mailboxes(
          stream: plan.stream.name, recipients: former.map(\.bytes))
        let delivered = mail.mailbox.delivered + histories.flatMap(\.delivered)
        let repeated = try composer.repeated(
          former, for: mail.person, lookback: mail.lookback, delivered: delivered)
        if let profile = repeated?.profile {
          return Fault(
            .unusable, code: "renamed",
            "notifications that were mailed under the profile \(profile) would be mailed again under "
              + "another",
            advice:
              "give the profile that reads them now the name \(profile); --force mails them again")
        }
      }
    }
    return nil
  }

  /// Records what the next run compares its exports with.
  func remember(_ index: ExportIndex, in ledger: Ledger) throws(Fault) {
    guard isForAll else { return }
    try ledger.remember(exports: index.goodRecords, of: plan.stream.name)
    try ledger.remember(.records, index.records, of: plan.stream.name)
    try ledger.remember(.addressless, unreached(in: ledger), of: plan.stream.name)
  }
}
