import Delivery
import Digests
import Exports
import Notifications
import Pipeline
import Rendering

/// A run of `tidings build`: the stages in their order, over one reading of the exports.
///
/// Pages come before the mails that lead to them. A brake stops its stream only.
struct Build {
  private let configuration: Configuration
  private let job: Job
  /// Held from the beginning, so that a second run stops before it has read anything.
  private let outboxes: [Outbox]
  private let unsubscribing: UnsubscribeLink?
  private let templates: TemplateCatalogue

  /// Opens what the run needs: outboxes, secrets.
  init(_ configuration: Configuration, job: Job) throws {
    self.configuration = configuration
    self.job = job
    try configuration.checkProfile(among: job.session.vocabulary.profiles)
    templates = TemplateCatalogue(own: job.session.templates)
    // One's own are checked before anything is read.
    if !job.session.templates.isEmpty { _ = try DocumentTemplates(own: job.session.templates) }
    for stream in configuration.streams { _ = try MailTheme(stream.options.theme, templates) }
    unsubscribing = try configuration.unsubscribe.map {
      try UnsubscribeLink(
        template: $0.template, secretFrom: $0.secretVariable, of: ProcessEnvironment.bytes(of:),
        named: "unsubscribe.url", secretNamed: "unsubscribe.secret-from")
    }
    outboxes = try configuration.streams.map {
      try Self.outbox($0, isRehearsal: job.options.dryRun)
    }
    job.report.warnings += AccentOption.warnings(of: configuration.brand.accent)
  }

  /// Does everything, and answers what was read.
  func run() async throws -> Reading {
    let reading = try await job.read(Selection())
    for source in reading.index.sources {
      let profile = source.profile?.text ?? "no profile"
      job.progress.detail("\(source.file): \(profile), \(source.records) records")
    }
    let home = try HomeProfile.of(reading.index, rememberedBy: outboxes.map(\.ledger))
    let audience = try Audience(
      of: reading, home: home, recipients: configuration.recipients,
      suppress: configuration.suppress, temporaryFolder: Machine.temporaryFolder)
    job.report.warnings += audience.warnings(configuration.recipients)
    job.report.rejectedRecipients += audience.rejects.map(CompanionSentence.of)
    let persons =
      configuration.recipients == nil
      ? Persons.all(in: reading) : audience.persons(in: reading)
    if let inbox = configuration.inbox { try await write(inbox, reading, persons) }
    if let digest = configuration.digest { try await write(digest, reading, persons) }
    for (stream, outbox) in zip(configuration.streams, outboxes) {
      try await deliver(stream, to: outbox, reading, audience)
    }
    return reading
  }

  private var jobs: Int { job.session.input.jobs ?? Machine.cores }

  private func write(
    _ inbox: InboxConfiguration, _ reading: Reading, _ persons: [Person]
  ) async throws {
    if job.options.dryRun { return job.progress.detail("inbox: dry run, no page is written") }
    var selection = Selection()
    selection.limit = InboxPlan.defaultLimit
    let run = try InboxRun(
      reading.selecting(selection), persons: persons, templates: templates,
      plan: InboxPlan(
        hasPlainNames: inbox.hasPlainNames, hasIndex: inbox.hasIndex,
        showsImages: inbox.showsImages, accent: configuration.brand.accent))
    var generator = SystemRandomNumberGenerator()
    let key = SipHash.Key(low: generator.next(), high: generator.next())
    try await job.run("inbox") { job in
      let report = try await run.write(to: inbox.folder, newKey: key, jobs: jobs)
      job.report.pages = report
      job.note(report.sentence)
    }
  }

  private func write(
    _ digest: DigestConfiguration, _ reading: Reading, _ persons: [Person]
  ) async throws {
    if job.options.dryRun { return job.progress.detail("digest: dry run, no file is written") }
    let run = DigestRun(
      reading.selecting(Selection()), persons: persons, documents: try DigestDocuments(templates),
      form: digest.format, days: digest.days, inboxURL: configuration.inboxURL,
      showsImages: configuration.showsImages)
    try await job.run("digest") { job in
      let count = try await run.write(to: digest.folder, jobs: jobs) {
        job.progress.advance("digest", done: $0, of: $1)
      }
      job.report.digests = count
      job.note("\(count) \(count == 1 ? "digest" : "digests") written")
    }
  }

  private func deliver(
    _ stream: StreamConfiguration, to outbox: Outbox, _ reading: Reading, _ audience: Audience
  ) async throws {
    let labels = job.session.vocabulary.labels(in: reading.place.words)
    var settings = MailSettings(stream, configuration, labels: labels)
    settings.unsubscribing = unsubscribing
    let run = try MailRun(
      settings, reading, audience: audience, templates: templates,
      reason: CompanionSentence.of)
    let name = stream.stream.name
    let delivery = MailDelivery(
      run, brakes: job.options.force ? nil : Brakes(stream.options), jobs: jobs)
    try await job.run("mail \(name)") { job in
      let result = try await delivery.deliver(to: outbox, from: reading.index) {
        job.progress.advance("mail \(name)", done: $0, of: $1)
      }
      job.add(result, stream: name)
    }
  }

  private static func outbox(_ stream: StreamConfiguration, isRehearsal: Bool) throws -> Outbox {
    let options = Outbox.Options(
      format: stream.options.form, ledgerPath: stream.options.ledger, syncs: stream.options.syncs)
    return isRehearsal
      ? try Outbox(rehearsing: stream.outbox, options: options)
      : try Outbox(path: stream.outbox, options: options)
  }
}

extension MailSettings {
  /// What a configuration file says of a stream.
  fileprivate init(
    _ stream: StreamConfiguration, _ configuration: Configuration, labels: TypeLabels
  ) {
    self.init(stream: stream.stream, brand: configuration.brand)
    theme = stream.options.theme
    form = stream.options.form
    inboxURL = configuration.inboxURL
    showsImages = configuration.showsImages
    hour = stream.options.hour
    firstDays = stream.options.firstDays
    sendsEmpty = stream.options.sendsEmpty
    narrow(to: stream, labels: labels)
  }

  /// Takes only what a stream is for.
  mutating func narrow(to stream: StreamConfiguration, labels: TypeLabels) {
    if !stream.options.types.isEmpty { types = TypeFilter(stream.options.types, labels: labels) }
    if !stream.options.priorities.isEmpty { priorities = stream.options.priorities }
  }
}

extension Brakes {
  fileprivate init(_ options: StreamConfiguration.Options) {
    self.init(maxMessages: options.maximumMessages, maxAge: options.maximumAge)
  }
}
