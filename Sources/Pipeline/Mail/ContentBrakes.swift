import ByteText
internal import Delivery
import Digests
internal import Exports
internal import Notifications
import Recipients
import Rendering

/// What stops a run by comparing what it is about to mail with what was mailed.
extension MailRun {
  // MARK: Half an export

  /// Refuses exports with fewer than half of the records of the last run.
  func refusalOfFewerRecords(in index: ExportIndex, _ ledger: Ledger) throws -> Fault? {
    // An incomplete export gets here only with --allow-incomplete.
    guard !index.isIncomplete else { return nil }
    let last = try ledger.number(.records, of: plan.stream.name)
    guard SendLimits.areFew(index.records, after: last),
      try ledger.mailedCount(of: plan.stream.name, upTo: SendLimits.fewPeople)
        == SendLimits.fewPeople
    else { return nil }
    return .fewerRecords(index.records, last: last)
  }

  // MARK: Nobody's address

  /// Refuses a run in which most people who had an address have none. People who had none at the last
  /// run do not count: what was forced once does not stop the next run.
  func refusalOfLostAddresses(in ledger: Ledger) throws -> Fault? {
    let lost = try newlyUnreached(in: ledger)
    if lost < SendLimits.fewPeople { return nil }
    var reached = 0
    for batch in batches {
      let others = batch.filter { !$0.isWithoutAddress && $0.rejection == nil }
      reached += try mailedBefore(others, in: ledger)
      if lost <= reached { return nil }
    }
    return Fault(
      .unusable, code: "no-addresses",
      "\(lost) of \(lost + reached) people who were mailed before have no address",
      advice: "check that the recipients file is given and complete; --force goes on anyway")
  }

  /// The number of people who were mailed before and have no address since the last run.
  func newlyUnreached(in ledger: Ledger) throws(Fault) -> Int {
    guard isForAll else { return 0 }
    return max(0, try unreached(in: ledger) - ledger.number(.addressless, of: plan.stream.name))
  }

  /// The number of people who were mailed before and have no address.
  func unreached(in ledger: Ledger) throws(Fault) -> Int {
    try mailedBefore(addressees.filter(\.isWithoutAddress), in: ledger)
  }

  private func mailedBefore(_ people: [Person], in ledger: Ledger) throws(Fault) -> Int {
    var count = 0
    for person in people {
      let keys = person.identities.map(\.bytes)
      let mailboxes = try ledger.mailboxes(
        stream: plan.stream.name, recipients: keys, deliveries: false)
      if mailboxes.contains(where: { $0.lastDelivery != nil }) { count += 1 }
    }
    return count
  }

  // MARK: Other ids

  /// The most mailed people to look at.
  private static let sample = 1000
  /// Fewer missing ids prove nothing: the notifications may be late, or read and deleted.
  private static let fewIDs = 3

  /// Stops a run if the ids of a system seem to have changed: the exports have none of its
  /// notifications that were mailed last, at least three are gone, and at least three older ones, at
  /// most twice as many, would be mailed. An export of new ones alone has no older ones.
  func refusalOfRenumbered(in index: ExportIndex, _ ledger: Ledger) throws -> Fault? {
    if try ledger.mailedCount(of: plan.stream.name, upTo: 1) == 0 { return nil }
    let present = Set(index.types.map(\.profile))
    var (seen, sum) = (Set<ProfileName>(), MailComposer.Comparison())
    var looked = 0
    looking: for batch in batches {
      for mail in try pending(batch, in: ledger, runID: nil) {
        guard mail.mailbox.lastDelivery != nil else { continue }
        let keys = mail.person.identities.map(\.bytes)
        let latest = try ledger.latest(to: keys, of: plan.stream.name)
        if latest.isEmpty { continue }
        sum.add(try composer.compare(mail, with: latest))
        seen.formUnion(sum.there)
        looked += 1
        if seen.isSuperset(of: present) || looked == Self.sample { break looking }
      }
    }
    let again = sum.older.filter { !seen.contains($0.key) && $0.value >= Self.fewIDs }
      .max { ($0.value, $1.key.text) < ($1.value, $0.key.text) }
    guard let again, sum.gone >= Self.fewIDs, sum.gone * 2 >= again.value else { return nil }
    return Fault(
      .unusable, code: "renumbered",
      "of the \(sum.gone.counted("notification")) of \(again.key) that were mailed last, none is in the "
        + "exports, and \(again.value) that are older would be mailed",
      advice:
        "check whether the app has given them other ids: they would be mailed again; --force goes "
        + "on anyway")
  }
}

extension MailComposer {
  /// What became of notifications that were mailed.
  struct Comparison {
    /// The systems of those that the exports still have.
    var there: Set<ProfileName> = []
    /// The number of those that they do not have.
    var gone = 0
    /// The number of notifications that would be mailed and are older than the last mail, by system.
    var older: [ProfileName: Int] = [:]

    mutating func add(_ other: Comparison) {
      there.formUnion(other.there)
      gone += other.gone
      older.merge(other.older, uniquingKeysWith: +)
    }
  }

  /// Rows show up to an hour late where an export is made before its run.
  private static let lateness: Int64 = 3600

  /// Compares what a person was mailed last with what there is now.
  func compare(_ mail: PendingMail, with latest: Set<UInt64>) throws(Fault) -> Comparison {
    var comparison = Comparison()
    let unsent = selection(
      mail.person, mail.lookback, delivered: mail.mailbox.delivered, onlyUrgent: false)
    let new = try notifications(of: mail.person, for: unsent).kept
    var sent = selection(mail.person, mail.lookback, delivered: [], onlyUrgent: false)
    sent.earlier = latest
    let old = try notifications(of: mail.person, for: sent).kept
    comparison.there = Set(old.map(\.profile))
    comparison.gone = latest.count - old.count
    let last = mail.mailbox.lastDelivery.map { Instant(microseconds: $0) }
    for one in new where last.map({ one.time < $0.adding(seconds: -Self.lateness) }) ?? false {
      comparison.older[one.profile, default: 0] += 1
    }
    return comparison
  }
}

extension SendLimits {
  /// Fewer people may well have read most of theirs.
  static let fewPeople = 3
  private static let fewRecords = 20

  /// Whether so few records are probably not all.
  static func areFew(_ records: Int, after last: Int) -> Bool {
    last >= fewRecords && records < last - records
  }
}

extension ExportIndex {
  /// The number of accepted records, without copies.
  var records: Int { goodRecords.values.reduce(0, +) - duplicates }
}

extension Person {
  /// Whether neither the recipients file nor the export has an address, or what they have is none:
  /// where columns were exchanged, names are in its place.
  var isWithoutAddress: Bool {
    rejection == nil && recipient.email.map { !$0.utf8.contains(UInt8(ascii: "@")) } ?? true
  }
}
