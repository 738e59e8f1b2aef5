import ByteText
import Delivery
import Exports
import Foundation
import Glibc
import Languages
import MailMessages
import Notifications
import Pipeline
import Recipients

/// What `check` finds of the job that a configuration file describes, besides its exports: whether this
/// user can write what a run writes, whether the ledgers are whole, and who can be mailed.
///
/// Nothing is written, and a fault of one part hides none of another.
struct JobCheck {
  /// What is as it should be, a line each.
  private(set) var facts: [String] = []
  private(set) var warnings: [String] = []

  private let plan: Plan

  /// - Throws: a `Fault` if a recipients file or a suppression list cannot be used.
  init(_ session: Session, _ reading: Reading) async throws {
    plan = session.request.plan
    var home: ProfileName?
    for stream in plan.streams {
      if stream.from?.bytes.elementsEqual(Settings.exampleSender.utf8) == true {
        warnings.append(
          "mail: \(stream.name): from: \(Settings.exampleSender) is an example, and nobody's; "
            + "set it to an address of your own")
      }
      do { home = try checkOutbox(of: stream) ?? home } catch { add(error) }
    }
    let folders = [
      plan.inbox.map { ($0.folder, $0.hasPlainNames) },
      plan.feeds.map { ($0.folder, $0.hasPlainNames) },
    ]
    for case (let path, let hasPlainNames)? in folders {
      do { try PersonFolder.check(path, hasPlainNames: hasPlainNames) } catch { add(error) }
    }
    checkFolders()
    do { _ = try SignedLinks(plan, of: ProcessEnvironment.bytes(of:), named: .keys) } catch {
      add(error)
    }
    let audience = try Audience(
      of: reading, home: home ?? reading.index.home, recipients: session.recipients,
      suppress: plan.inputs.suppress)
    checkPeople(audience, reading)
    do { try await rehearse(session, reading) } catch {
      if Fault(anyError: error).isInterruption { throw error }
      add(error)
    }
  }

  /// Goes through a dry run, which refuses what the next run refuses.
  private mutating func rehearse(_ session: Session, _ reading: Reading) async throws {
    var session = session
    session.request.isDryRun = true
    let job = Job(session, JobRecord(session.request))
    try job.take(reading)
    try await Build(job, secretsAre: .keys).make(of: reading)
    if let refusal = job.refusal { add(refusal) }
  }

  private mutating func add(_ error: any Error) {
    let fault = Fault(anyError: error)
    let words = Self.words(fault)
    // A run that is at work is among the facts.
    if fault.kind != .busy, !warnings.contains(words) { warnings.append(words) }
  }

  private static func words(_ fault: Fault) -> String {
    fault.sentence + (fault.advice.map { "; \($0)" } ?? "")
  }

  /// Checks whose the outbox is, its ledger and its queue; answers the profile that the ledger
  /// remembers.
  private mutating func checkOutbox(of stream: StreamConfiguration) throws -> ProfileName? {
    try Outbox.checkOwner(of: stream.outbox, ledger: stream.options.ledger)
    do {
      // Refuses what a run refuses.
      _ = try stream.openOutbox(isDryRun: true, isForced: true)
    } catch let fault as Fault where fault.kind == .busy {
      facts.append("\(stream.outbox): \(fault.what)")
      return nil
    }
    let place = stream.options.ledger ?? stream.outbox
    guard let path = try Ledger.path(of: place) else {
      facts.append("\(stream.outbox): no run of \(stream.name) yet")
      return nil
    }
    let ledger = try Ledger(path: path, access: .reading)
    try ledger.prove()
    let status = try ledger.status()
    facts.append("\(path): whole, \(status.runs.counted("run"))")
    if status.openRun?.stream == stream.name {
      facts.append("\(path): a run was interrupted, and the next completes it")
    }
    let queue = try OutboxQueue(of: stream.outbox, format: stream.options.form, ledger: ledger)
    facts += queue.sentences(showsAge: true).map { "\(stream.outbox): \($0)" }
    return try ledger.home().map { ProfileName(String(decoding: $0, as: UTF8.self)) }
  }

  /// Checks that this user can write every folder in which a run makes something.
  private mutating func checkFolders() {
    let folders =
      plan.streams.map(\.outbox)
      + [plan.inbox?.folder, plan.feeds?.folder, plan.digest?.folder].compactMap(\.self)
    let files =
      [plan.report, plan.metrics].compactMap(\.self) + plan.streams.compactMap(\.options.ledger)
    let all = folders + files.map { URL(filePath: $0).deletingLastPathComponent().path }
    var seen: Set<String> = []
    var full: Set<String> = []
    for folder in all where seen.insert(folder).inserted {
      let nearest = ([folder] + FileIdentity.folders(around: folder)).first {
        access($0, F_OK) == 0
      }
      guard let nearest else { continue }
      var room = statvfs()
      if statvfs(nearest, &room) == 0, room.f_blocks > 0, room.f_bavail == 0,
        full.insert(nearest).inserted
      {
        warnings.append("\(nearest): the disk is full; free some space before the next run")
      }
      guard access(nearest, W_OK | X_OK) != 0 else { continue }
      warnings.append(
        "\(nearest): this user cannot write here, where the job makes "
          + (nearest == folder ? "files" : folder) + "; check it as the user who runs the job")
    }
  }

  private mutating func checkPeople(_ audience: Audience, _ reading: Reading) {
    let people = audience.people.recipients
    let paths = plan.inputs.recipients
    if !paths.isEmpty {
      let reached = people.count { $0.email.map { !audience.suppressed.contains($0) } ?? false }
      facts.append(
        "\(paths.joined(separator: ", ")): \(people.count.counted("recipient")), "
          + "\(reached) of them with an address to mail")
    }
    if let fault = AddressWarning.strangers(audience, in: reading, paths: paths) {
      warnings.append(Self.words(fault))
    }
    warnings += audience.rejects.map(\.sentence) + audience.warnings(paths, KnownTypes(reading))
    warnings += audience.languages(in: reading).map(LanguageSentence.of)
  }
}
