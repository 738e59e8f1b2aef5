import ByteText
import Delivery
import Digests
import Exports
import MailMessages
import Notifications
import Pipeline
import Recipients
import Rendering

/// The mail that a recipient would get, as if it were due now: the one that a run made now, or one of
/// what the ledger says was not mailed before now.
struct MailPreview {
  private let session: Session
  private let recipient: RecipientID
  private let reading: Reading
  private let run: MailRun
  /// Nil if the stream has none yet.
  private let ledger: Ledger?
  private let warnings: [String]

  init(_ session: Session, of recipient: String) async throws {
    self.session = session
    self.recipient = RecipientID(recipient)
    let plan = session.request.plan
    reading = try await session.read(
      try session.selection(of: [recipient]), filters: plan.streamFilters, forRecipients: true)
    let ledger = try session.request.knownLedger()
    self.ledger = ledger
    // A ledger of which no run has told anything yet remembers no system.
    let books = try ledger.flatMap { try $0.home() == nil ? nil : [$0] } ?? []
    let home = try reading.index.home(rememberedBy: books)
    let audience = try Audience(
      of: reading, home: home, recipients: session.recipients, suppress: plan.inputs.suppress)
    var mail = try MailPlan(plan.streams[0], plan, of: reading)
    mail.inboxURL = try plan.inboxAddress(home: home, isShown: true)
    mail.links = try SignedLinks(plan, of: ProcessEnvironment.bytes(of:), named: .options)
    run = try MailRun(
      mail, reading, audience: audience, templates: TemplateCatalogue(own: session.templates))
    let types = KnownTypes(reading)
    let stream = try StreamWarnings(of: plan.streams[0], in: reading, types)
    let strange = AddressWarning.strangers(audience, in: reading, paths: plan.inputs.recipients)
    warnings =
      plan.brand.accent.warnings + audience.warnings(plan.inputs.recipients, types)
      + audience.languages(in: reading).map(LanguageSentence.of) + stream.light + stream.grave
      + [strange?.warning].compactMap(\.self)
    try session.check(
      reading, recipients: [self.recipient],
      known: run.addressees.map(\.recipient.id) + audience.people.recipients.map(\.id))
  }

  /// Writes the mail to standard output.
  func print() throws -> ExitStatus {
    guard let person = run.addressees.first(where: { $0.recipient.id == recipient }) else {
      throw Fault.noRecipient(recipient, nearest: nil)
    }
    if let rejection = person.rejection {
      throw Fault(
        .unusable, code: "no-mail", "\(recipient) gets no mail: \(rejection)",
        advice: "correct the entry")
    }
    let (history, earlier) = try run.history(of: person, in: ledger)
    if let mail = try run.preview(of: person, history, earlier) {
      Command.warn(warnings + DroppedLinkSentence.of(mail.droppedLinks, in: "mail"))
      try StandardStream.output.write(
        MailBytes.bytes(of: mail.message, form: run.plan.options.form))
    } else {
      let last = history.lastDelivery.map { Instant(microseconds: $0).timestamp }
      Command.warn([
        "there is nothing new for \(recipient)"
          + (last.map { "; the last mail was made at \($0), and --now \($0) shows it" } ?? "")
      ])
    }
    return try session.finish(reading)
  }
}

extension Request {
  /// The ledger that a preview looks into; nil if there is none.
  fileprivate func knownLedger() throws -> Ledger? {
    let stream = plan.streams[0]
    if has("ledger"), let path = stream.options.ledger {
      return try Ledger(path: try Ledger.existingPath(of: path), access: .reading)
    }
    let place = stream.options.ledger ?? (stream.outbox.isEmpty ? nil : stream.outbox)
    return try place.flatMap { try Ledger.path(of: $0) }
      .map { try Ledger(path: $0, access: .reading) }
  }
}

extension Session {
  /// A selection of these recipients, by their ids in all systems; of all if there are none.
  func selection(of recipients: [String]) throws -> Selection {
    var selection = Selection()
    if recipients.isEmpty { return selection }
    selection.recipients = try self.recipients.identities(
      of: Set(recipients.map { RecipientID($0) }))
    return selection
  }
}

extension StreamConfiguration {
  /// Who sends the mails, and as what.
  func sender(of brand: Brand) throws -> MailStream {
    guard let from else { throw Fault.usage("there is no sender", "name one with --from") }
    do {
      return try MailStream(
        name: name, from: Mailbox(brand.name.isEmpty ? nil : brand.name, from),
        replyTo: replyTo.map { Mailbox(nil, $0) })
    } catch {
      throw Fault.usage("--stream \(name) cannot be part of a List-Id", "use letters and hyphens")
    }
  }

  /// Opens the outbox, or for a dry run a read-only view of it.
  ///
  /// - Parameter isForced: whether it may belong to another user.
  func openOutbox(isDryRun: Bool, isForced: Bool) throws -> Outbox {
    let settings = Outbox.Options(
      format: options.form, ledgerPath: options.ledger, syncs: options.syncs)
    if !isDryRun, !isForced { try Outbox.checkOwner(of: outbox, ledger: options.ledger) }
    return isDryRun
      ? try Outbox(dryRun: outbox, options: settings) : try Outbox(path: outbox, options: settings)
  }
}

extension Plan {
  /// Where inboxes are.
  ///
  /// - Parameters:
  ///   - home: the system of ids that name none; empty if no export tells.
  ///   - isShown: whether the document is only looked at, so that it may lack the link while the job of
  ///     the configuration file has not made its pages yet.
  func inboxAddress(home: ProfileName, isShown: Bool = false) throws -> InboxAddress? {
    guard let inboxURL else { return nil }
    guard inboxURL.contains(InboxAddress.pageMark), let pagesFolder else {
      return InboxAddress(inboxURL)
    }
    if let pages = try PageAddresses(folder: pagesFolder, for: inputs, home: home) {
      return InboxAddress(inboxURL, pages: pages)
    }
    if isShown, hasPagesOfItsOwn {
      Command.warn(["\(pagesFolder): there are no pages yet, so the link to the inbox is left out"])
      return nil
    }
    let job = hasPagesOfItsOwn ? inputs.configuration : nil
    throw Fault(
      .noInput, code: "no-mail", "\(pagesFolder): it contains no pages of tidings",
      advice: "write them first: tidings "
        + (job.map { "build \($0)" } ?? "inbox EXPORT… -o \(pagesFolder)"))
  }

  func ownTemplates() throws -> [String: [UInt8]] {
    try templatesFolder.map { try TemplateFolder.read($0) } ?? [:]
  }
}

extension Accent {
  /// A warning if the accent is not the one that was asked for.
  var warnings: [String] {
    replaced.map { ["the accent \($0) is too pale to be read on white; \(light) is used"] } ?? []
  }
}
