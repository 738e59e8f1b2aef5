import Digests
import Marks
import Pipeline

extension Command {
  /// `tidings check`
  static let check = Command(
    name: "check",
    abstract: "Checks exports without writing anything: profiles, fields, rejects and warnings.",
    about: """
      Lists how many records have each field of the profile, and which paths in the records no field \
      uses. The status is 3 if a record is rejected, something is missing, or a profile maps a field \
      that no record has.
      """,
    examples: """
      tidings check notifications.jsonl
      tidings check exports/*.json --format json
      """,
    options: {
      [
        OptionGroup("Input", Options.exports), OptionGroup("Look", Options.place),
        OptionGroup("Output", Options.show + Options.work + Options.quiet()),
        OptionGroup("Safety", Options.strict),
      ]
    },
    run: { request in
      let session = try Session(request)
      let reading = try await session.read(Selection(), surveys: true)
      let report = CheckReport(
        reading.index, profiles: session.vocabulary.profiles,
        isForced: request.plan.inputs.profile != nil, marks: session.state.marks)
      try request.show(report.text, json: report.json)
      let status = try session.finish(reading, listsRejects: false)
      return status == .done && !report.warnings.isEmpty ? .doneWithRejects : status
    })
}
