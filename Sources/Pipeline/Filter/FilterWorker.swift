import ByteText
import Delivery
internal import Digests
package import Exports
internal import Languages
internal import MailMessages
import Marks
import Notifications
package import Profiles
package import Recipients
internal import Rendering

/// What all groups of a filter have in common.
package struct FilterPlan: Sendable {
  package var mail: MailPlan
  /// The profile of records for which the input names none.
  package let home: Profile
  package var reading: ReadingOptions
  package var suppressed: SuppressionList
  let vocabulary: Vocabulary
  let people: RecipientOptions

  /// - Parameter mail: its place is that of recipients who set none.
  package init(
    _ mail: MailPlan, home: Profile, reading: ReadingOptions, vocabulary: Vocabulary,
    suppressed: SuppressionList
  ) {
    self.mail = mail
    self.home = home
    self.reading = reading
    self.suppressed = suppressed
    self.vocabulary = vocabulary.addressing(readersOf: [home.name])
    let words = mail.place.words
    self.mail.place.words = self.vocabulary.catalogues.localization(
      for: words.fellBackFrom ?? words.tag.text)
    people = RecipientOptions(
      profiles: vocabulary.profiles.profiles, zones: Zones(), keys: .ofMail,
      temporaryFolder: reading.temporaryFolder)
  }
}

extension AddressKeys {
  /// Addresses as mail servers compare them; one that is none stays as it is written: whose mail
  /// cannot be sent is an outcome.
  package static var ofMail: AddressKeys { AddressKeys { try? EmailAddress($0).comparisonKey } }
}

/// Answers one group after another, by the decisions that a run takes; one task uses it at a time.
final class FilterWorker: @unchecked Sendable {
  private let plan: FilterPlan
  private let composing: MailComposer.Tools
  private let recipients: RecipientReader
  private let marks = MarkReader()
  private let records: GroupReader
  /// The profiles of which a link led to the common base, and how many groups were looked at for each.
  private(set) var onCommonBase: Set<ProfileName> = []
  private var lookedAt: [ProfileName: Int] = [:]

  /// - Throws: a `Fault`.
  init(_ plan: FilterPlan, _ composing: MailComposer.Tools) throws(Fault) {
    (self.plan, self.composing) = (plan, composing)
    records = try GroupReader(plan.reading, home: plan.home)
    recipients = RecipientReader(plan.people)
  }

  /// - Throws: a `Fault`.
  func answer(_ group: FilterGroup) throws -> FilterAnswer {
    let person = try person(of: group)
    let books = try books(of: group)
    var rejected: [String: Int] = [:]
    var records = group.records
    records.people = person.identities
    for reject in read(group.marks, of: person.identities[0], into: &records.marks) {
      // Without its line: an answer must not depend on what precedes its group.
      rejected[reject.words, default: 0] += 1
    }
    let index = try self.records.index(records)
    try noteLinks(of: index)
    for reject in index.rejects { rejected[reject.words, default: 0] += 1 }
    let pending = PendingMail(
      person: person, mailbox: RecipientHistory(books), runID: nil, plan: plan.mail)
    let composed = pending.composed(
      by: MailComposer(index, composing(for: person, in: index)), suppressed: plan.suppressed,
      form: .jsonl)
    let (message, decision): (OutboxMessage?, MailDecision)
    switch composed {
    case .mail(let made, let decided): (message, decision) = (made, decided)
    case .decided(let decided), .decidedBefore(let decided): (message, decision) = (nil, decided)
    case .broken(let error): throw error
    }
    let book = pending.book(decision, message, in: plan.mail)
    var answer = FilterAnswer(
      person: person.identities[0], groupLine: group.recipient.number, decision: decision,
      home: plan.home.name, message: message, sources: index.sources, guesses: index.guesses,
      stray: index.strays(besides: person.identities), reasons: rejected,
      next: pending.next(after: decision, plan.mail), from: pending.from(after: book), book: book)
    answer.bytes = (message.map { $0.bytes + [UInt8(ascii: "\n")] } ?? []) + answer.line
    return answer
  }

  /// Adds marks to a table; returns those that cannot be understood.
  ///
  /// - Parameter owner: whose they are if they do not say.
  private func read(
    _ lines: [FilterGroup.Line], of owner: PersonID, into table: inout MarkTable
  ) -> [SideFileReject] {
    lines.compactMap { line in
      line.bytes.withSlack { record in
        do throws(Fault) {
          table.merge(try marks.mark(record, of: owner))
          return nil
        } catch {
          return SideFileReject(
            error, of: ExportInput.standardInput.name, at: Fault.Place(line: line.number))
        }
      }
    }
  }

  /// Notes whose links lead to the common base, by the first groups of each profile.
  private func noteLinks(of index: ExportIndex) throws(Fault) {
    if plan.reading.baseURLs.common == nil { return }
    let profiles = Set((0..<index.recipientCount).flatMap { index.profiles(of: $0) })
      .filter { lookedAt[$0, default: 0] < Self.mostLookedAt }
    if profiles.isSubset(of: onCommonBase) { return }
    for profile in profiles { lookedAt[profile, default: 0] += 1 }
    onCommonBase.formUnion(try index.profilesOnCommonBase(besides: onCommonBase))
  }

  private static let mostLookedAt = 20

  /// What a person's mail is made with: where records label their types, something of its own, for
  /// the person's systems alone.
  private func composing(for person: Person, in index: ExportIndex) -> MailComposer.Tools {
    if index.typeLabels.isEmpty { return composing }
    let vocabulary = plan.vocabulary.only(Set(person.identities.map(\.profile)))
      .labeling(index.typeLabels)
    var mail = plan.mail
    mail.types = mail.types?.naming(vocabulary.labels(in: mail.place.words))
    return MailComposer.Tools(
      vocabulary, present: vocabulary, renderer: composing.renderer, plan: mail)
  }

  private func person(of group: FilterGroup) throws(Fault) -> Person {
    let entry = group.recipient.bytes.withUnsafeBytes {
      recipients.entry($0, file: ExportInput.standardInput.name, line: group.recipient.number)
    }
    let people = People(
      entry, profile: plan.home.name, options: plan.people, defaultZone: plan.mail.place.zone)
    if let recipient = people.recipients.first {
      return Person(
        recipient, of: recipient.profile ?? plan.home.name, zone: people.zones[0],
        rejection: group.refused, in: plan.mail.place, plan.vocabulary.catalogues)
    }
    guard let reject = people.rejects.first, let id = reject.recipient else {
      throw .filter("no-id", line: group.recipient.number, "the recipient has no id")
    }
    let profile = reject.profile ?? plan.home.name
    return Person(
      Recipient(id: id, profile: profile), of: profile,
      rejection: group.refused ?? reject.words, in: plan.mail.place, plan.vocabulary.catalogues)
  }

  private func books(of group: FilterGroup) throws(Fault) -> [MailBook] {
    var books: [MailBook] = []
    for line in group.books {
      guard let book = line.bytes.withUnsafeBytes({ MailBook($0) }) else {
        throw .filter(
          "bad-book", line: line.number, "the book is not one from an answer",
          advice: "feed books back unchanged; without them, mails would be sent twice")
      }
      if book.stream == plan.mail.stream.name { books.append(book) }
    }
    return books
  }
}
