import Delivery
import Exports
import Languages
import MailMessages
import Notifications
import Pipeline
import Rendering

/// A run of `tidings mail`, with everything resolved.
struct Mailing {
  let command: MailCommand
  let run: MailRun
  private let people: People
  private let index: ExportIndex
  /// What somebody should know who does not read every mail.
  private let warnings: [String]

  init(_ command: MailCommand, session: Session, reading: Reading) throws {
    self.command = command
    index = reading.index
    let zones = Zones()
    // An address that is none stays as it is written: whose mail cannot be sent is an outcome.
    let keys = AddressKeys { try? EmailAddress($0).comparisonKey }
    let options = RecipientOptions(
      profiles: session.vocabulary.profiles.profiles, zones: zones, keys: keys,
      temporaryFolder: Machine.temporaryFolder)
    let home = reading.index.sources.lazy.compactMap(\.profile).first ?? ProfileName("")
    people = People(
      file: try command.recipients.map { path throws(CompanionError) in
        try RecipientsFile.read(path, options: options)
      },
      own: try reading.index.ownRecipients(options), profile: home, keys: keys,
      defaultZone: session.place.zone, zones: zones)
    let plan = MailPlan(
      stream: try command.mailing.mailStream(), place: session.place,
      inboxURL: command.look.inboxURL, showsImages: command.look.images, hour: command.hour,
      firstDays: command.firstDays, sendsEmpty: command.sendEmpty)
    let theme = try MailTheme(command.mailing.theme, TemplateCatalogue(own: session.templates))
    var warnings: [String] = []
    let looks = try command.mailing.mailOptions(&warnings)
    self.warnings = warnings
    let composer = MailComposer(
      reading.index, vocabulary: session.vocabulary,
      renderer: MailRenderer(theme: theme, options: looks), plan: plan)
    var addressees = Addressees(
      people, in: reading.index, home: home, catalogues: session.vocabulary.catalogues,
      zones: zones, place: session.place,
      unsubscribing: try command.unsubscribing.link(ProcessEnvironment.values)
    ).all(reason: CompanionSentence.of)
    if !command.onlyRecipients.isEmpty {
      let only = Set(command.onlyRecipients.map { RecipientID($0) })
      addressees = addressees.filter { only.contains($0.recipient.id) }
    }
    run = MailRun(
      composer: composer, addressees: addressees, plan: plan, form: command.outbox.form,
      suppressed: try command.suppress.map { path throws(CompanionError) in
        try SuppressionList(path: path, keys: keys)
      } ?? SuppressionList())
  }

  /// Writes the very bytes of a recipient's mail to standard output, as if they were due now.
  func preview(_ recipient: RecipientID) throws {
    guard let addressee = run.addressees.first(where: { $0.recipient.id == recipient }) else {
      throw Failure(
        status: .noUsableData, message: "there is no recipient \(recipient)",
        advice: "tidings summary names the busiest ones")
    }
    if let rejection = addressee.rejection {
      throw Failure(
        status: .noUsableData, message: "\(recipient) gets no mail: \(rejection)",
        advice: "mend the entry")
    }
    let now = run.plan.place.now
    let horizon = Horizon(
      now: now, frequency: addressee.recipient.preferences.frequency,
      firstDays: command.firstDays, first: nil, lastDelivery: nil)
    let schedule = Schedule(hour: command.hour)
    guard
      let mail = try run.composer.compose(
        for: addressee, horizon: horizon, delivered: [],
        slot: schedule.slot(of: addressee.recipient.preferences, in: addressee.zone, at: now)
      ).mail
    else {
      return Command.say("tidings: there is nothing new for \(recipient)")
    }
    for warning in warnings { Command.say("tidings: \(warning)") }
    try StandardStream.output.write(MailBytes.bytes(of: mail.message, form: command.outbox.form))
  }

  /// Delivers what is due, and adds what became of it to the job's report.
  func deliver(to outbox: Outbox, _ job: Job) async throws {
    job.report.warnings += warnings
    job.report.rejectedRecipients += people.rejects.map(CompanionSentence.of)
    let delivery = MailDelivery(
      run, brakes: job.options.force ? nil : command.outbox.brakes,
      jobs: command.input.jobs ?? Machine.cores)
    job.add(
      try await delivery.deliver(to: outbox, from: index), stream: run.plan.stream.name)
  }
}
