import ArgumentParser
import ByteText
import Delivery
import Digests
import Exports
import MailMessages
import Notifications
import Pipeline
import Recipients
import Rendering

/// `tidings ledger again`
struct LedgerAgainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "again",
    abstract: "Hands a recipient's last mail over once more, with the same Message-ID.",
    discussion: """
      A ledger does not keep mails, only what they were made of. The mail is made again from the \
      exports as of the time of its run, and must be the same to the byte: give the same options, \
      or the same --config, and an export that still has its notifications. What was read since \
      counts as unread. With --force, a mail that differs is handed over all the same. Nothing \
      else is mailed, and no slot changes.

      EXAMPLES
        tidings ledger again outbox user-17 --config tidings.yaml
        tidings ledger again outbox user-17 export.jsonl --from me@example.org
      """)

  @Argument(help: ArgumentHelp("The outbox.", valueName: "outbox"))
  var outbox: String

  @Argument(help: ArgumentHelp("The recipient.", valueName: "id"))
  var recipient: String

  @OptionGroup(title: "Input") var source: SourceOptions
  @OptionGroup(title: "Input") var people: MailCommand.People
  @OptionGroup(title: "Mail") var mailing: MailingOptions
  @OptionGroup(title: "Schedule") var rhythm: RhythmOptions
  @OptionGroup(title: "Schedule") var schedule: MailCommand.Timing
  @OptionGroup(title: "Mail") var links: SignedLinkOptions
  @OptionGroup(title: "Look") var place: PlaceOptions
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Output") var work: WorkOptions
  @OptionGroup(title: "Output") var loudness: ProgressOption
  @OptionGroup(title: "Output") var more: More
  @OptionGroup(title: "Safety") var strict: StrictOptions

  struct More: ParsableArguments {
    @Option(help: ArgumentHelp("The ledger, if it is not in the outbox.", valueName: "file"))
    var ledger: String?

    @Option(
      help: ArgumentHelp(
        "The recipient's profile, if recipients of several profiles have the same id.",
        valueName: "name"))
    var profileOfRecipient: String?

    @Flag(help: "Hand the mail over even if it differs from the one that was.")
    var force = false

    @OptionGroup var output: FormatOption
  }

  func run() async throws {
    try await Command.run { environment in
      let now = try place.resolvedNow()
      let ledgerPath = try LedgerLocation.path(of: more.ledger ?? outbox)
      let (person, format) = try known(ledgerPath)
      let plan = try plan(format)
      let stream = plan.streams[0]
      let opened = try stream.openOutbox(
        isDryRun: false, isForced: false,
        shard: try Ledger(path: ledgerPath, access: .reading).shard() ?? .all)
      guard
        let (mail, position) = try MailAgain.last(
          of: person.bytes, stream: stream.name, in: opened.ledger)
      else { throw AgainSentence.failure(.neverMailed, of: person.recipient) }
      if position == .waiting { throw AgainSentence.failure(.waits, of: person.recipient) }
      let then = Instant(microseconds: mail.now)
      let session = try Session(
        plan.inputs, at: then, in: environment, progress: loudness.progress,
        templates: try plan.ownTemplates())
      var selection = Selection()
      selection.recipients = try session.recipients.identities(of: [person.recipient])
      let reading = try await session.read(
        selection, filters: plan.streamFilters, forRecipients: true)
      let mailing = try Mailing(
        plan, session: session, reading: reading, ledger: opened.ledger,
        only: [person.recipient.text])
      do {
        let count = try mailing.handOverAgain(
          mail, of: person, to: opened, at: now, isForced: more.force)
        try more.output.format.print(
          AgainSentence.done(mail, of: person.recipient, notifications: count),
          as: "tidings.again/1"
        ) { json in
          json.member("recipient", person.recipient.text)
          json.member("profile", person.profile.text)
          json.member("run") { $0.write(then) }
          json.member("notifications", count)
          json.member("messageID", mail.messageID)
        }
      } catch let refusal as MailAgain.Refusal {
        throw AgainSentence.failure(refusal, of: person.recipient, isNowGiven: place.now != nil)
      }
      return try session.finish(reading)
    }
  }

  /// Who is meant, and the format of the outbox.
  private func known(_ path: String) throws -> (PersonID, OutboxFormat) {
    let ledger = try Ledger(path: path, access: .reading)
    let person = try LedgerPerson.find(
      RecipientID(recipient), profile: more.profileOfRecipient, in: ledger,
      option: "--profile-of-recipient")
    let format = try ledger.status().format.flatMap(OutboxFormat.init) ?? .maildir
    return (person, format)
  }

  private func plan(_ format: OutboxFormat) throws -> Plan {
    var plan = ConfigurationFile.plan
    plan.inputs = Inputs(source, work: work, strict: strict)
    if !people.recipients.isEmpty { plan.inputs.recipients = people.recipients }
    plan.inputs.suppress = people.suppress ?? plan.inputs.suppress
    plan.override(by: look)
    plan.override(by: links)
    try plan.inputs.override(by: place)
    try plan.brand.override(by: mailing.brand)
    var stream = plan.streams.first ?? StreamConfiguration()
    try mailing.override(&stream)
    stream.outbox = outbox
    stream.options.form = format
    stream.options.ledger = more.ledger
    try stream.options.override(by: rhythm, schedule)
    plan.streams = [stream]
    return plan
  }
}

/// Says that a mail is handed over again, or why it is not.
enum AgainSentence {
  static func done(
    _ mail: MailRecord, of recipient: RecipientID, notifications count: Int
  ) -> String {
    let run = Instant(microseconds: mail.now).timestamp
    return VisibleText.line(
      "\(recipient): the mail of \(run) with \(count.counted("notification")) is in the outbox again, as "
        + mail.messageID)
  }

  static func failure(
    _ refusal: MailAgain.Refusal, of recipient: RecipientID, isNowGiven: Bool = true
  ) -> Failure {
    switch refusal {
    case .neverMailed:
      Failure(
        status: .noUsableData,
        message: "the stream has not mailed \(recipient), or has forgotten it",
        advice: "see tidings ledger why; name another stream with --stream")
    case .waits:
      Failure(
        status: .noUsableData, message: "the last mail of \(recipient) still waits in the outbox",
        advice: "start the sender")
    case .nothingLeft(let all, let time):
      Failure(
        status: .noUsableData,
        message: "as of \(time.timestamp), the exports "
          + (all == 1
            ? "do not have the notification" : "have none of the \(all) notifications")
          + " of the last mail of \(recipient)",
        advice: "name an export of that time")
    case .undone(let time):
      Failure(
        status: .noUsableData,
        message:
          "ledger rewind undid the run of the last mail of \(recipient), and its time is not known",
        advice:
          "hand over those of its notifications that were there at \(time.timestamp) with --force")
    case .changed(let left, let all, let time) where left < all:
      Failure(
        status: .noUsableData,
        message:
          "as of \(time.timestamp), the exports have only \(left) of the \(all) notifications "
          + "of the last mail of \(recipient)",
        advice: "name an export of that time, or hand over what is left with --force")
    case .changed:
      Failure(
        status: .noUsableData,
        message:
          "the mail of \(recipient) would not be the same: a text, a preference or an option "
          + "has changed",
        advice: "give the options and files of that run, or hand over the changed mail with --force"
      )
    case .noAddress:
      Failure(
        status: .noUsableData, message: "\(recipient) has no address that can be mailed",
        advice: "correct the entry of the recipients file")
    case .notAfter(let last):
      Failure(
        status: .noUsableData,
        message:
          "the last run was at \(last.timestamp), not before \(isNowGiven ? "--now" : "now")",
        advice: isNowGiven
          ? "give a later time, or none" : "wait until after that time, then run the command again")
    case .exports(let error): Failure(error)
    }
  }
}
