import ByteText
import Exports
import Notifications
import Pipeline
import Profiles

/// A draft that was tried on the whole file.
struct DraftAttempt {
  /// The profile in YAML.
  let profile: String
  /// Who gets how much, as a comment.
  private(set) var people = ""
  /// What `check` says, as a comment.
  private(set) var comment = ""
  /// Why nothing can be read with it; nil if something can.
  private var reject: String? = ""
  private var faults = (rejected: 0, shared: 0, merged: 0)
  private let unused: Int

  private init(
    _ draft: ProfileDraft, of files: DraftFiles, name: String, zone: String?,
    _ options: ReadingOptions
  ) async throws {
    profile = DraftText(draft, name: name, file: files.title, zone: zone).yaml
    unused = draft.unused.count
    do {
      var own = try Profile(yaml: profile, file: "the draft")
      own.isOwn = true
      let read = try files.options(own, options)
      let index = try await ExportReader.index(files.sources, options: read)
      let report = CheckReport(index, profiles: read.profiles, isForced: true)
      if index.count > 0 { reject = nil }
      faults.rejected = index.sources.reduce(0) { $0 + $1.rejected }
      faults.shared = index.guesses.reduce(0) { sum, guess in
        if case .sharedID = guess.subject { sum + guess.count } else { sum }
      }
      // All are one's, although a column of people is there.
      faults.merged = index.recipientCount == 1 && draft.hasManyPeople ? 1 : 0
      people = Self.people(of: index)
      let lines = DraftText.printable(
        String(decoding: report.text, as: UTF8.self).replacing(
          files.input.source.name, with: files.shown)
      ).split(separator: "\n").map { $0.isEmpty ? "#\n" : "#   \($0)\n" }
      comment = "# What tidings check says with this profile:\n" + lines.joined()
    } catch {
      reject = Fault(anyError: error).sentence.replacing(files.input.source.name, with: files.shown)
    }
  }

  private func isBetter(than other: DraftAttempt) -> Bool {
    if (reject == nil) != (other.reject == nil) { return reject == nil }
    return faults == other.faults ? unused < other.unused : faults < other.faults
  }

  /// `3 people get 15 notifications: a…@example.org 7, …`
  private static func people(of index: ExportIndex) -> String {
    let count = index.recipientCount
    let shown = (0..<min(count, 5)).map { place in
      "\(hidden(index.recipient(at: place).text)) \(index.count(of: place))"
    }
    return DraftText.printable(
      "# \(count == 1 ? "1 person gets" : "\(count) people get") "
        + "\(index.count.counted("notification")): "
        + DraftText.comment(shown.joined(separator: ", ")) + (count > 5 ? ", …\n" : "\n"))
  }

  /// An address without the name in it.
  private static func hidden(_ name: String) -> String {
    guard let at = name.firstIndex(of: "@"), let first = name.first, first != "@" else {
      return name
    }
    return "\(first)…\(name[at...])"
  }

  /// The best of the first three drafts: none that rejects everything, fewest rejects and unequal
  /// copies, people told apart.
  ///
  /// - Throws: a `Fault` if none reads a record.
  static func best(_ files: DraftFiles, name: String?, _ options: ReadingOptions) async throws
    -> DraftAttempt
  {
    let name = try files.profileName(name)
    var draft = ProfileDraft(files.sample)
    if !draft.tellsRecordsApart {
      throw Fault.noDraft(
        files.shown,
        "no column or columns tell one record from another, so no draft has the field id")
    }
    var answers = DraftAnswers()
    if StandardStream.input.isTerminal, StandardStream.error.isTerminal, !files.input.isPipe {
      answers = DraftAnswers(asking: draft)
      draft = ProfileDraft(files.sample, receiver: answers.receiver)
    }
    func attempt(_ draft: ProfileDraft) async throws -> DraftAttempt {
      try await DraftAttempt(draft, of: files, name: name, zone: answers.zone, options)
    }
    var best = try await attempt(draft)
    if best.reject != nil || best.faults != (0, 0, 0) {
      for rival in draft.rivals {
        let other = try await attempt(
          ProfileDraft(files.sample, receiver: answers.receiver, without: rival))
        if other.isBetter(than: best) { best = other }
      }
    }
    guard let reject = best.reject else { return best }
    throw Fault.noDraft(
      files.shown, "no draft reads a record of it" + (reject.isEmpty ? "" : ": \(reject)"))
  }
}

extension Fault {
  /// The message about an export of which no draft is made.
  static func noDraft(
    _ file: String, _ what: String,
    advice: String =
      "export the table or list that has the texts too, and name both files; or write a profile of your own"
  ) -> Fault { Fault(.unusable, code: "no-draft", of: file, what, advice: advice) }
}
