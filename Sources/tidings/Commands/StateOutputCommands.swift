import ByteText
import Digests
import Exports
import Marks
import Notifications
import Pipeline
import Profiles

extension Command {
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

extension Request {
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
