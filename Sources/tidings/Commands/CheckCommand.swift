import Digests
import Marks
import Pipeline

extension Command {
  /// `tidings check`
  static let check = Command(
    name: "check", abstract: "Checks exports, or a whole job, without writing anything.",
    about: """
      Lists how many records have each field of the profile, and which paths in the records no field \
      uses. With --config it checks everything else of the job as well: recipients, secrets, whether the \
      ledgers are whole, and whether this user can write what a run writes. The status is 3 if a record \
      is rejected, something is missing, or a profile maps a field that no record has.
      """,
    examples: """
      tidings check notifications.jsonl
      tidings check --config tidings.yaml
      tidings check exports/*.json --format json
      """,
    options: {
      [
        OptionGroup("Input", Options.exports), OptionGroup("Look", Options.place),
        OptionGroup("Output", Options.show + Options.work + [Options.quiet()]),
        OptionGroup("Safety", Options.strict),
      ]
    },
    narrow: { _, _ in },
    run: { request in
      var session = try Session(request)
      // The job writes the file that it names, once this has looked at its folder.
      if !request.has("rejected") { session.request.plan.inputs.rejected = nil }
      let isJob = request.plan.inputs.configuration != nil
      let reading = try await session.read(
        Selection(), filters: request.plan.streamFilters, surveys: true, forRecipients: isJob)
      let report = CheckReport(
        reading.index, profiles: reading.vocabulary.profiles,
        isForced: request.plan.inputs.profile != nil, marks: session.state.marks,
        passedFolders: session.passedFolders,
        job: isJob ? try await JobCheck(session, reading) : nil)
      try request.show(report.text, json: report.json)
      let status = try session.finish(reading, listsRejects: false)
      return status == .done && !report.warnings.isEmpty ? .doneWithRejects : status
    })
}
