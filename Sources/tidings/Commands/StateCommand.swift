import ByteText
import Digests
import Exports
import Languages
import Marks
import Notifications
import Pipeline
import Profiles
import Rendering

extension Command {
  /// `tidings state`
  static let state = Command(
    name: "state",
    abstract: "Marks notifications as read, deleted or put off, in a file beside the exports.",
    about: """
      A state file contains marks; an inbox page can download one too. Every command that reads \
      exports applies it with --state. The exports themselves are never changed.
      """,
    examples: """
      tidings state mark export.jsonl --state marks.json --as read --id n-17
      tidings state mark export.jsonl --state marks.json --as read --recipient maya
      tidings summary export.jsonl --state marks.json --state tidings-state.json
      tidings state sql export.jsonl --state marks.json | psql app
      """,
    commands: [stateMark, stateShow, stateStatements, stateRequests])

  /// `tidings state mark`
  private static let stateMark = Command(
    name: "mark", abstract: "Marks notifications: those with an id, or all that are chosen.",
    about: """
      Without --id, it marks what a reader would see now and the options choose: of a recipient, or \
      of everyone with --all. What is put off with --as later and --due comes back then, on top of \
      its day: until then no mail and no document has it.
      """,
    examples: """
      tidings state mark export.jsonl --state marks.json --as read --id n-17 --id n-18
      tidings state mark export.jsonl --state marks.json --as read --all --type offer
      tidings state mark export.jsonl --state marks.json --as deleted --read --all
      tidings state mark export.jsonl --state marks.json --as later --due 2026-02-09T08:00:00Z --id n-17
      """,
    options: {
      [
        OptionGroup("Input", Options.exports),
        OptionGroup("Selection", Options.marks + Options.selection),
        OptionGroup("Look", Options.place), OptionGroup("Output", Options.work + [Options.quiet()]),
        OptionGroup("Safety", Options.strict),
      ]
    },
    run: { request in
      let kind = try request.markKind()
      let session = try Session(request, makesState: true)
      let chosen = try session.selection()
      let reading = try await session.read(chosen, forRecipients: true)
      try session.check(reading, recipients: chosen.recipients, types: request.chosen.types)
      let (ids, time) = (request.marked.ids, request.marked.due ?? session.place.now)
      let marks =
        ids.isEmpty ? try reading.marks(kind, at: time) : try reading.marks(kind, of: ids, at: time)
      let count = try StateUpdate.addMarks(marks, to: request.plan.inputs.states[0])
      let done =
        switch kind {
        case .read: "marked as read"
        case .deleted: "deleted"
        case .later: "put off"
        }
      try StandardStream.output.say("\(count.counted("notification")) \(done)")
      return try session.finish(reading)
    })

  /// `tidings state show`
  private static let stateShow = Command(
    name: "show", abstract: "Shows the marks in state files; as JSON, joins the files into one.",
    examples: """
      tidings state show marks.json
      tidings state show marks.json tidings-state.json --format json > joined.json
      """,
    options: {
      [
        OptionGroup(
          "Input", [Options.operands("file", "State files.")] + Options.plan([Settings.state])),
        OptionGroup("Selection", [Options.recipient]), OptionGroup("Output", Options.show),
      ]
    },
    run: { request in
      let files = request.operands + request.plan.inputs.states
      if files.isEmpty { throw Fault.usage("there is no state file", "name at least one") }
      let reading = try StateFile.read(files)
      let only = Set(request.chosen.recipients.map { RecipientID($0) })
      let known = Set(reading.marks.marks.map(\.recipient))
      if let unknown = only.subtracting(known).min(), !known.isEmpty {
        throw Fault.usage(
          "there are no marks for \(unknown)",
          Fault.didYouMean(NearestName.of(unknown.text, among: known.map(\.text)))
            ?? "leave out --recipient to see all marks")
      }
      let marks = reading.marks.marks.filter { only.isEmpty || only.contains($0.recipient) }
      let lines = marks.map { VisibleText.line($0.line) } + [marks.count.counted("mark")]
      try request.show(
        Array((lines.joined(separator: "\n") + "\n").utf8),
        json: StateFile.bytes(of: MarkTable(marks)))
      Command.warn(reading.rejects.map(\.sentence))
      return reading.rejects.isEmpty ? .done : .doneWithRejects
    })

  /// `tidings state sql`
  static let stateStatements = Command(
    name: "sql", abstract: "Prints SQL statements that apply the marks to the app's own database.",
    about: """
      The profile says the statements (marks: sql). Each names at most 500 ids from the export, so \
      newer rows are never changed. Review the statements before you run them. Statements with \
      control characters are written only to a file or a pipe.
      """,
    examples: """
      tidings state sql export.jsonl --state marks.json
      tidings state sql export.jsonl --expired
      """,
    options: {
      groups + [
        OptionGroup(
          "Selection",
          [
            Setting(
              "expired", .flag,
              meaning: "Also deletes what has expired or is older than the app keeps it."
            ) { $0.removesExpired = $1 }
          ])
      ]
    },
    run: { request in
      if request.plan.inputs.states.isEmpty, !request.removesExpired {
        throw Fault.usage("there is no state file", "name one with --state, or use --expired")
      }
      return try await request.passMarksOn { marks, profile, index in
        let found = StateTable(of: profile.name, in: index)
        if found.databases.count > 1 {
          throw Fault.usage(
            "several databases have rows of the profile \(profile.name): "
              + found.databases.joined(separator: ", "),
            "run the command once for each database")
        }
        let name = found.name ?? profile.records.tables.first ?? "notifications"
        guard let table = SQLText.identifier(name) else {
          throw Fault.usage(
            "no statement can contain \(name): \(StateSentence.ambiguity)",
            "write the statements yourself: tidings state show FILE --format json has the marks")
        }
        let output = StateOutput.statements(for: marks, profile.marks.statements, table: table)
        try refuseOnTerminal(output.lines)
        let comment = Array(StateSentence.comment(found.files, profile.name).utf8)
        return (
          (output.lines.isEmpty ? [] : [comment]) + output.lines,
          StateSentence.refused(output.refused, by: profile.name, .statement)
        )
      }
    })

  /// `tidings state requests`
  static let stateRequests = Command(
    name: "requests",
    abstract: "Prints requests that apply the marks through the app's API, one JSON line each.",
    about: "The profile says the requests (marks: requests).",
    examples: "tidings state requests export.jsonl --state marks.json", options: { groups },
    run: { request in
      if request.plan.inputs.states.isEmpty {
        throw Fault.usage("there is no state file", "name one with --state")
      }
      return try await request.passMarksOn { marks, profile, _ in
        let output = StateOutput.requests(
          for: marks, profile.marks.requests, base: request.plan.inputs.baseURLs[profile.name])
        return (output.lines, StateSentence.refused(output.refused, by: profile.name, .request))
      }
    })

  private static var groups: [OptionGroup] {
    [
      OptionGroup("Input", Options.exports), OptionGroup("Selection", [Options.recipient]),
      OptionGroup("Look", Options.place), OptionGroup("Output", Options.work + [Options.quiet()]),
      OptionGroup("Safety", Options.strict),
    ]
  }

  /// An SQL literal has no escapes: it holds an id's raw bytes, which may go to a file but not to a
  /// terminal.
  private static func refuseOnTerminal(_ statements: [[UInt8]]) throws {
    func isVisible(_ line: [UInt8]) -> Bool {
      VisibleText.isVisible(String(decoding: line, as: UTF8.self))
    }
    guard StandardStream.output.isTerminal, !statements.allSatisfy(isVisible) else { return }
    throw Fault.usage(
      "a statement contains invisible or control characters, and standard output is a terminal",
      "redirect the output to a file: tidings state sql EXPORT --state FILE > out.sql"
    )
  }
}

extension Mark {
  /// `read     2026-02-08T15:05:00Z  rooms  maya  n-17`
  fileprivate var line: String {
    "\(kind.rawValue.padded(to: 7))  \(time.text)  \(profile)  \(recipient)  \(notification)"
  }
}

extension Request {
  /// As what to mark; throws if the options do not say what is marked where.
  fileprivate func markKind() throws -> Mark.Kind {
    guard let kind = marked.kind else {
      throw Fault.usage("there is no mark to set", "name it with --as read or --as deleted")
    }
    guard (kind == .later) == (marked.due != nil) else {
      throw Fault.usage(
        "--as later and --due belong together", "use both: --as later --due 2026-02-09T08:00:00Z")
    }
    if plan.inputs.states.count != 1 {
      throw Fault.usage(
        plan.inputs.states.isEmpty ? "there is no state file" : "there are several state files",
        "name exactly one state file with --state; it may be new")
    }
    if marked.ids.isEmpty, marked.areAll == !chosen.recipients.isEmpty {
      throw Fault.usage(
        "it is not said what to mark",
        "name notifications with --id, a recipient with --recipient, or everyone with --all")
    }
    if !marked.ids.isEmpty {
      try refuse(["all"] + ChosenNotifications.options, "with --id, which names the notifications")
    }
    return kind
  }

  /// Prints what passes the marks on to the app.
  ///
  /// - Parameter write: makes the lines for the marks of one system, and says why some are left out.
  fileprivate func passMarksOn(
    _ write: ([Mark], Profile, ExportIndex) throws -> (lines: [[UInt8]], refused: [String])
  ) async throws -> ExitStatus {
    let session = try Session(self)
    // Reads everyone's records, to notice ids that several recipients share.
    let reading = try await session.read(Selection(), appliesState: false)
    let recipients = chosen.recipients
    let only = recipients.isEmpty ? nil : Set(recipients.map { RecipientID($0) })
    try session.check(reading, recipients: only, known: session.state.marks.marks.map(\.recipient))
    let export = try StateExport(
      reading, wanted: session.state.marks, of: only, removesExpired: removesExpired)
    var output: [UInt8] = []
    var refused = export.sharedIDs.map {
      "several notifications share the id \($0), so it is left out"
    }
    for profile in reading.vocabulary.profiles.profiles {
      let marks = export.marks.filter { $0.profile == profile.name }
      if marks.isEmpty { continue }
      let written = try write(marks, profile, reading.index)
      for line in written.lines { output += line + [0x0A] }
      refused += written.refused
    }
    try StandardStream.output.write(output)
    Command.warn(StateSentence.unmatched(export.unmatched) + refused)
    let status = try session.finish(reading)
    return refused.isEmpty ? status : .doneWithRejects
  }
}

extension Reading {
  /// The marks of the notifications with the ids; one that is read already needs none.
  fileprivate func marks(_ kind: Mark.Kind, of ids: [String], at time: Instant) throws -> [Mark] {
    let found = try notifications(withIDs: Set(ids.map { NotificationID($0) }))
    return try ids.compactMap { id in
      let id = NotificationID(id)
      guard let all = found[id], let notification = all.first else {
        throw Fault.usage(
          "there is no notification \(id); nothing was marked",
          Fault.didYouMean(try nearest(to: id)?.text)
            ?? "tidings digest EXPORT --format json shows the ids")
      }
      guard all.count == 1 else {
        let owners = all.prefix(3).map { "\($0.recipient) of \($0.profile)" }
        throw Fault.usage(
          "\(all.count) notifications have the id \(id): \(owners.joined(separator: ", "))",
          "name the recipient with --recipient, or pass the exports of one system only")
      }
      if kind == .later, !notification.isUnread {
        throw Fault.usage(
          "\(id) was read; nothing was marked", "put off only what is unread")
      }
      return kind == .deleted || notification.isUnread ? Mark(notification, kind, at: time) : nil
    }
  }
}
