import ByteText
import Delivery
import Digests
import Exports
import Notifications
import Pipeline
import Recipients
import Rendering

/// A run of `tidings build` or `tidings mail`: all stages, over one reading of the exports.
///
/// All checks come before the first write, and a failed check for one output stops all of them.
/// Pages are written before the mails that link to them.
struct Build {
  let job: Job
  /// Locked from the start, so that a second run stops before it reads anything.
  private let outboxes: [Outbox]
  let links: SignedLinks
  let templates: TemplateCatalogue
  /// The key for page names if the folder has none yet.
  let newKey: SipHash.Key
  /// What errors call the secrets by: `build` has the file's keys, and `mail` options.
  private let naming: SignedLinks.Naming

  var request: Request { job.request }
  var plan: Plan { request.plan }
  /// The only recipients to mail; empty for all.
  private var only: [String] { request.chosen.recipients }

  init(_ job: Job, secretsAre naming: SignedLinks.Naming) throws {
    (self.job, self.naming) = (job, naming)
    newKey = .random()
    let (session, request) = (job.session, job.request)
    let plan = request.plan
    try plan.checkProfile(among: session.vocabulary.profiles)
    templates = TemplateCatalogue(own: session.templates)
    // Checks the user's own templates before anything is read.
    if !session.templates.isEmpty { _ = try DocumentTemplates(own: session.templates) }
    for stream in plan.streams {
      _ = try MailRenderer(
        theme: stream.options.theme, templates, options: MailOptions(brand: plan.brand))
    }
    links = try SignedLinks(plan, of: ProcessEnvironment.bytes(of:), named: naming)
    outboxes = try plan.streams.map {
      try $0.openOutbox(isDryRun: request.isDryRun, isForced: request.isForced)
    }
    // Set now, so that a run that ends before its mails reports its queues too.
    for (stream, outbox) in zip(plan.streams, outboxes) {
      try job.open(outbox, stream: stream.name)
    }
    job.report.warnings += plan.brand.accent.warnings
  }

  /// Runs all stages and returns what was read.
  func run() async throws -> Reading {
    let reading = try await job.read(
      try job.session.selection(of: only), filters: plan.streamFilters)
    try await make(of: reading)
    return reading
  }

  /// Makes everything of what was read, unless the job has a refusal then.
  func make(of reading: Reading) async throws {
    for source in reading.index.sources {
      let profile = source.profile?.text ?? "no profile"
      job.progress.detail("\(source.file): \(profile), \(source.records) records")
    }
    let home = try reading.index.home(rememberedBy: outboxes.map(\.ledger))
    let audience = try Audience(
      of: reading, home: home, recipients: job.session.recipients, suppress: plan.inputs.suppress)
    let types = KnownTypes(reading)
    job.report.warnings += audience.warnings(plan.inputs.recipients, types)
    warn(of: AddressWarning.strangers(audience, in: reading, paths: plan.inputs.recipients))
    for stream in plan.streams { job.warn(try StreamWarnings(of: stream, in: reading, types)) }
    job.report.rejectedRecipients += audience.rejects.map(\.sentence)
    // Mails alone ask for nobody's documents.
    let makesFiles = plan.inbox != nil || plan.feeds != nil || plan.digest != nil
    let persons = makesFiles ? audience.persons(in: reading) : PersonList([])
    job.report.warnings += audience.languages(in: reading).map(LanguageSentence.of)
    let inboxAddress = try inboxAddress(persons, home)
    let folders = try folderStages(reading, for: persons, linkingTo: inboxAddress)
    let digests = try plan.digest.map {
      try digestRun($0, reading, for: persons, linkingTo: inboxAddress)
    }
    let deliveries = try plan.streams.map {
      try delivery($0, reading, to: audience, linkingTo: inboxAddress)
    }
    if !only.isEmpty {
      try job.session.check(
        reading, recipients: Set(only.map { RecipientID($0) }),
        known: deliveries.flatMap { $0.run.addressees.map(\.recipient.id) }
          + audience.people.recipients.map(\.id))
    }
    try checkNames(folders, digests: digests)
    try check(folders, deliveries: deliveries, of: reading.index)
    if job.refusal != nil { return }
    // Mails of an interrupted run link to pages too.
    let resumes = outboxes.contains { $0.openRun != nil }
    if resumes { try await job.run(folders.filter { $0.run.kind == .pages }, jobs: jobs) }
    let results = try await complete(deliveries, reading.index)
    if results.allSatisfy({ $0.refusal == nil }) {
      try await job.run(folders.filter { $0.run.kind != .pages || !resumes }, jobs: jobs)
      if let digests { try await writeDigests(of: digests) }
    }
    try await deliver(deliveries, results, from: reading.index)
  }

  /// The stage of a stream's mails; `tidings mail` has only one.
  private func stage(of delivery: MailDelivery) -> Progress.Stage {
    .mails(naming == .keys ? delivery.run.plan.stream.name : nil)
  }

  private func complete(
    _ deliveries: [MailDelivery], _ index: ExportIndex
  ) async throws -> [MailDelivery.Result] {
    var results: [MailDelivery.Result] = []
    for (delivery, outbox) in zip(deliveries, outboxes) {
      results.append(
        try await job.progress.during(stage(of: delivery)) { progress in
          try await delivery.complete(outbox, index) { progress.advance(to: $0, of: $1) }
        })
    }
    return results
  }

  /// Refuses a job that would mail nobody, or warns where it mails nobody anyway.
  private func warn(of strangers: Fault?) {
    guard let strangers else { return }
    if plan.streams.isEmpty || !only.isEmpty || request.isForced {
      return job.warnGravely([strangers.warning])
    }
    for stream in plan.streams { job.refuse(strangers, stream: stream.name) }
  }

  /// Where inboxes are. Page names are known before the pages are written.
  private func inboxAddress(_ persons: PersonList, _ home: ProfileName) throws -> InboxAddress? {
    guard let template = plan.inboxURL, template.contains(InboxAddress.pageMark),
      let inbox = plan.inbox
    else { return try plan.inboxAddress(home: home) }
    return InboxAddress(
      template,
      pages: try PageAddresses(
        folder: inbox.folder, persons: persons, home: home,
        hasPlainNames: inbox.hasPlainNames, newKey: newKey))
  }

  var jobs: Int { job.session.jobs }

  /// Looks for reasons to stop the job before the first page or message.
  private func check(
    _ folders: [FolderStage], deliveries: [MailDelivery], of index: ExportIndex
  ) throws {
    for (delivery, outbox) in zip(deliveries, outboxes) {
      let stream = delivery.run.plan.stream.name
      let refusal = try delivery.refusal(outbox, index) ?? renaming(to: stream, in: outbox.ledger)
      if let refusal { job.refuse(refusal, stream: stream) }
    }
    if request.isForced { return }
    // The streams' own limits check the clock.
    let maxAhead = plan.streams.isEmpty ? SendLimits.standardAhead : nil
    let clock = Request.machineTime
    for stage in folders {
      if let refusal = try stage.run.refusal(in: stage.folder, maxAhead: maxAhead, clock: clock) {
        job.refuse(refusal)
      }
    }
  }

  /// Why a stream of the file may not begin: its outbox knows another one, whose name it may have had.
  private func renaming(to stream: String, in ledger: Ledger) throws(Fault) -> Fault? {
    guard naming == .keys, !request.isForced, try ledger.lastRun(of: stream) == nil else {
      return nil
    }
    let known = try ledger.streams()
    if known.isEmpty || known.contains(stream) { return nil }
    return .renamedStream(ledger.path, stream, from: known)
  }

  /// Checks that files can be named, and that no page, feed or digest would overwrite an input.
  private func checkNames(_ folders: [FolderStage], digests: DigestRun?) throws {
    for stage in folders {
      try PersonFolder.check(
        stage.folder, hasPlainNames: stage.run.hasPlainNames, isForced: request.isForced)
      try job.session.paths.check(
        documents: try stage.run.fileNames(in: stage.folder), in: stage.folder,
        "the folder of \(stage.run.kind.plural)")
    }
    if let digests, let folder = plan.digest?.folder {
      try job.session.paths.check(documents: digests.fileNames, in: folder, "the folder of digests")
    }
  }

  private func digestRun(
    _ digest: DigestConfiguration, _ reading: Reading, for persons: PersonList,
    linkingTo inboxAddress: InboxAddress?
  ) throws -> DigestRun {
    DigestRun(
      reading.selecting(Selection()), persons: persons, documents: try DigestDocuments(templates),
      form: digest.format, days: digest.days, inboxURL: inboxAddress)
  }

  private func writeDigests(of run: DigestRun) async throws {
    guard let folder = plan.digest?.folder else { return }
    try await job.run("digest", as: .digests) { job in
      let isDryRun = request.isDryRun
      let count = try await run.write(to: folder, isDryRun: isDryRun, jobs: jobs) {
        job.progress.advance(to: $0, of: $1)
      }
      job.report.digests = count
      job.report.warnings += DroppedLinkSentence.of(run.droppedLinks, in: "digests")
      job.note(
        DigestSentence.written(count, isDryRun: isDryRun) + (isDryRun ? " to \(folder)" : ""))
      job.report.warnings += DigestSentence.leftBehind(try run.otherFiles(in: folder), in: folder)
    }
  }

  private func delivery(
    _ stream: StreamConfiguration, _ reading: Reading, to audience: Audience,
    linkingTo inboxAddress: InboxAddress?
  ) throws -> MailDelivery {
    var mail = try MailPlan(stream, plan, of: reading)
    mail.links = links
    mail.inboxURL = inboxAddress
    if !only.isEmpty { mail.only = Set(only.map { RecipientID($0) }) }
    let run = try MailRun(mail, reading, audience: audience, templates: templates)
    return MailDelivery(run, limits: request.isForced ? nil : stream.options.limits, jobs: jobs)
  }

  /// Copies the ledgers that have handed over more than their copies know.
  private func backUp() throws(Fault) {
    if request.isDryRun { return }
    for (stream, outbox) in zip(plan.streams, outboxes) {
      if let path = stream.options.backup, !outbox.ledger.isBackedUp(at: path) {
        try outbox.ledger.backUp(to: path)
      }
    }
  }

  /// If one stream has too many messages after its interrupted run, no stream sends new ones.
  private func deliver(
    _ deliveries: [MailDelivery], _ results: [MailDelivery.Result], from index: ExportIndex
  ) async throws {
    let isRefused = results.contains { $0.refusal != nil }
    for ((delivery, outbox), result) in zip(zip(deliveries, outboxes), results) {
      let name = delivery.run.plan.stream.name
      var result = result
      if !isRefused {
        let stage = stage(of: delivery)
        try await job.run(ProgressSentence.name(of: stage), as: stage) { job in
          try await delivery.deliver(to: outbox, from: index, &result) {
            job.progress.advance(to: $0, of: $1)
          }
        }
      }
      try job.add(result, stream: name, outbox)
    }
    job.warnGravely(
      AddressWarning.of(
        job.report.runs, recipients: plan.inputs.recipients,
        isConfigured: plan.inputs.configuration != nil))
    try backUp()
  }
}

extension MailPlan {
  /// The settings of a stream; the mails are restricted to what it selects.
  ///
  /// - Parameter labels: asked only if the stream names types.
  init(
    _ stream: StreamConfiguration, _ plan: Plan, place: Place, labels: @autoclosure () -> TypeLabels
  ) throws {
    self.init(stream: try stream.sender(of: plan.brand), brand: plan.brand, place: place)
    options = stream.options
    showsImages = plan.showsImages
    if !stream.options.types.isEmpty { types = TypeFilter(stream.options.types, labels: labels()) }
  }

  init(_ stream: StreamConfiguration, _ plan: Plan, of reading: Reading) throws {
    try self.init(
      stream, plan, place: reading.place,
      labels: reading.vocabulary.labels(in: reading.place.words))
  }
}
