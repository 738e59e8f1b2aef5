package import ByteText
package import Digests
package import Exports
import Languages
package import Notifications
import Profiles
import Recipients
package import Rendering
import Synchronization

/// Makes the mails of a run; safe to use from several tasks.
package final class MailComposer: Sendable {
  private let index: ExportIndex
  private let tools: Tools
  // Copies of what every mail asks for.
  private let plan: MailPlan
  private let profiles: [(name: ProfileName, retention: Int64?)]
  private let positions: [RecipientID: Int]
  /// The position in `profiles` of each record type's profile.
  private let profileOfType: [Int]
  private let passes: [Bool]

  package convenience init(
    _ index: ExportIndex, vocabulary: Vocabulary, renderer: MailRenderer, plan: MailPlan
  ) {
    let present = vocabulary.only(Set(index.types.map(\.profile)))
    self.init(index, Tools(vocabulary, present: present, renderer: renderer, plan: plan))
  }

  /// - Parameter positions: those of another composer of the same exports.
  init(_ index: ExportIndex, positions: [RecipientID: Int]? = nil, _ tools: Tools) {
    (self.index, self.tools) = (index, tools)
    self.positions =
      positions
      ?? (0..<index.recipientCount).reduce(into: [:]) { $0[index.recipient(at: $1)] = $1 }
    plan = tools.plan
    profiles = tools.profiles
    profileOfType = index.types.map { type in
      tools.profiles.firstIndex { $0.name == type.profile } ?? -1
    }
    passes = index.passing(plan.fields)
  }

  /// A composer of the same exports with another plan.
  func with(_ plan: MailPlan) -> MailComposer {
    MailComposer(
      index, positions: positions,
      Tools(tools.vocabulary, present: tools.present, renderer: tools.renderer, plan: plan))
  }

  /// The longest retention of any profile in seconds; 0 if none sets one.
  var longestRetention: Int64 { profiles.compactMap(\.retention).max() ?? 0 }

  /// A mail and the notifications it covers.
  package struct Composed: Sendable {
    package var message: DigestMail
    package var digest: Digest
    /// The hashes of all notifications that it counts, including those it leaves out.
    package var hashes: [UInt64]
    package var droppedLinks: DroppedLinks
    /// What the ledger keeps for the next mail.
    var memory: MailMemory
  }

  /// A person's mail, or why they cannot be mailed, nil if there is nothing new, and the notifications
  /// that are in no mail.
  package func compose(
    for person: Person, lookback: Lookback, delivered: [UInt64],
    memory: MailMemory? = nil, slot: Instant, onlyUrgent: Bool = false
  ) throws(Fault) -> (mail: Result<Composed, Fault>?, leftOut: LeftOut) {
    let selection = selection(person, lookback, delivered: delivered, onlyUrgent: onlyUrgent)
    return try compose(for: person, selection, memory: memory, slot: slot)
  }

  /// An earlier mail once more, of the same notifications as far as the exports still have them, as
  /// they were when nobody had read them; nil if there is none left.
  ///
  /// - Parameter earlier: the hashes of the mail's notifications.
  package func compose(
    again earlier: [UInt64], for person: Person, memory: MailMemory?, slot: Instant
  ) throws(Fault) -> Composed? {
    var selection = selection(
      person, Lookback(from: Instant(microseconds: .min)), delivered: [], onlyUrgent: false)
    selection.earlier = Set(earlier)
    return try compose(for: person, selection, memory: memory, slot: slot).mail?.get()
  }

  private func compose(
    for person: Person, _ selection: MailSelection, memory: MailMemory?, slot: Instant
  ) throws(Fault) -> (mail: Result<Composed, Fault>?, leftOut: LeftOut) {
    let tables = tools.tables(person)
    var builder = tables.builder
    builder.selection = selection.selection
    builder.countsSections = false
    var (notifications, leftOut) = try self.notifications(of: person, for: selection)
    if selection.earlier != nil {
      notifications = builder.selected(from: notifications.map(\.asUnread), at: plan.place.now)
    }
    let mayBeEmpty = plan.options.sendsEmpty && !selection.onlyUrgent && selection.earlier == nil
    if notifications.isEmpty && !mayBeEmpty { return (nil, leftOut) }
    var place = plan.place
    place.zone = person.zone
    place.words = person.words
    var digest = builder.digest(
      of: notifications, for: person.recipient.id, at: place.now, days: place.days,
      previous: memory?.counts)
    digest.isNarrowed = leftOut.holdsUnread
    digest.isPartial = index.isPartial
    var recipient = person.recipient
    recipient.unsubscribeURL =
      recipient.unsubscribeURL ?? plan.links.unsubscribing?.url(for: recipient.id)
    let context = DocumentContext(
      words: person.words, zone: person.zone, now: place.now, types: tables.types,
      recipient: recipient,
      inboxURL: plan.inboxURL?.url(of: person.recipient.id, person.profile),
      links: plan.links.wishes(of: person.recipient.id), showsImages: plan.showsImages)
    let today = person.zone.civil(at: place.now.seconds).date
    let times = person.recipient.preferences.rhythm.times ?? plan.options.rhythm.times
    let period = memory?.period(on: today, comesOften: (times?.minutes.count ?? 1) > 1)
    let document = tools.renderer.document(of: digest, in: context, since: period ?? .last) {
      memory?.holds(subject: $0) == true
    }
    let message: DigestMail
    do throws(Fault) {
      message = try DigestMail(
        document, to: context, of: person.profile, in: plan.stream, slot: slot)
    } catch { return (.failure(error), leftOut) }
    let (hashes, droppedLinks) = Self.contents(of: notifications)
    let mail = Composed(
      message: message, digest: digest, hashes: hashes, droppedLinks: droppedLinks,
      memory: MailMemory(
        after: memory, counts: digest.counts, day: today, subject: document.undatedSubject))
    return (.success(mail), leftOut)
  }

  /// The hashes of what a mail counts, and what became of its links.
  private static func contents(of notifications: [Notification]) -> ([UInt64], DroppedLinks) {
    var droppedLinks = DroppedLinks()
    var hasher = LedgerHasher()
    var hashes: [UInt64] = []
    hashes.reserveCapacity(notifications.count)
    for one in notifications {
      droppedLinks.count(one.droppedLink)
      hashes.append(hasher.hash(one.profile, one.recipient, id: one.id))
    }
    return (hashes, droppedLinks)
  }

  /// Whether a person's mail would have contents.
  func hasNews(
    for person: Person, lookback: Lookback, delivered: [UInt64], onlyUrgent: Bool = false
  ) throws(Fault) -> Bool {
    let selection = selection(person, lookback, delivered: delivered, onlyUrgent: onlyUrgent)
    return try !notifications(of: person, for: selection).kept.isEmpty
  }

  /// The first of a person's `former` ids under which something of their mail was mailed before; nil if
  /// nothing was. Notifications of a profile under which others were mailed do not count: they are of
  /// another system, which may number alike.
  func repeated(
    _ former: [PersonID], for person: Person, lookback: Lookback, delivered: [UInt64]
  ) throws(Fault) -> PersonID? {
    if delivered.isEmpty { return nil }
    let selection = selection(person, lookback, delivered: delivered, onlyUrgent: false)
    let new = try notifications(of: person, for: selection).kept
    var hasher = LedgerHasher()
    func wasMailed(_ notification: Notification, to person: PersonID) -> Bool {
      selection.delivered.contains(
        hasher.hash(person.profile, person.recipient, id: notification.id))
    }
    guard new.contains(where: { one in former.contains { wasMailed(one, to: $0) } }) else {
      return nil
    }
    var earlier = self.selection(
      person, Lookback(from: Instant(microseconds: .min)), delivered: [], onlyUrgent: false)
    earlier.earlier = selection.delivered
    let known = Set(try notifications(of: person, for: earlier).kept.map(\.profile))
    let unknown = new.filter { !known.contains($0.profile) }
    return former.first { person in unknown.contains { wasMailed($0, to: person) } }
  }

  func selection(
    _ person: Person, _ lookback: Lookback, delivered: [UInt64], onlyUrgent: Bool
  ) -> MailSelection {
    MailSelection(
      preferences: person.recipient.preferences, lookback: lookback, delivered: Set(delivered),
      digestTypes: tools.digestTypes, types: plan.types, priorities: plan.options.priorities,
      onlyUrgent: onlyUrgent)
  }

  /// The notifications of a person's mail, and the counts of all others. Notifications that the
  /// index alone excludes are not decoded, and excluded ones are not kept in memory.
  func notifications(
    of person: Person, for selection: MailSelection
  ) throws(Fault) -> (kept: [Notification], leftOut: LeftOut) {
    var notifications: [Notification] = []
    var leftOut = LeftOut()
    for identity in person.identities {
      guard let position = positions[identity.recipient],
        let profile = profiles.firstIndex(where: { $0.name == identity.profile })
      else { continue }
      let retention = profiles[profile].retention
      var counts = (known: LeftOut(), read: LeftOut())
      let mailbox = try index.mailbox(of: position, language: person.words.language) { record in
        guard profileOfType[record.type] == profile else { return false }
        if selection.onlyUrgent, record.priority < .high { return false }
        if selection.earlier != nil { return true }
        let rule = MailSelection.rule(
          for: record, passes: passes[record.type], at: plan.place.now, retention: retention)
        if let rule { counts.known.count(rule) }
        return rule == nil
      } keeping: { notification in
        let rule = selection.rule(for: notification)
        if let rule { counts.read.count(rule) }
        return rule == nil
      }
      leftOut.add(counts.known)
      leftOut.add(counts.read)
      // Most people have one id; its notifications are not copied.
      if notifications.isEmpty { notifications = mailbox } else { notifications += mailbox }
    }
    return (notifications, leftOut)
  }

  /// What does not depend on the exports.
  final class Tools: Sendable {
    let vocabulary: Vocabulary
    /// The same with the systems alone that notifications can be of.
    let present: Vocabulary
    let renderer: MailRenderer
    let plan: MailPlan
    let profiles: [(name: ProfileName, retention: Int64?)]
    let digestTypes: TypeIndex
    /// What depends on the language alone, made once for each.
    private let byLanguage: Mutex<[String: LanguageTables]> = Mutex([:])

    init(_ vocabulary: Vocabulary, present: Vocabulary, renderer: MailRenderer, plan: MailPlan) {
      self.vocabulary = vocabulary
      self.present = present
      self.renderer = renderer
      self.plan = plan
      profiles = vocabulary.profiles.profiles.map { ($0.name, $0.retention) }
      digestTypes = TypeIndex(
        present.profiles.profiles.flatMap { profile in
          profile.types.filter(\.isDigest).map { TypeID(profile.name, $0.key) }
        })
    }

    func tables(_ person: Person) -> LanguageTables {
      let tag = person.words.tag.text
      if let known = byLanguage.withLock({ $0[tag] }) { return known }
      let made = LanguageTables(
        builder: DigestBuilder(profiles: present.rules(in: person.words, redacts: true)),
        types: present.types(in: person.words))
      byLanguage.withLock { $0[tag] = made }
      return made
    }
  }

  final class LanguageTables: Sendable {
    let builder: DigestBuilder
    let types: TypeTable

    init(builder: DigestBuilder, types: TypeTable) { (self.builder, self.types) = (builder, types) }
  }
}
