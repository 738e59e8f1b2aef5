import ByteText
import Exports
import Languages
import Notifications
import Pipeline
import Profiles
import YAML

extension Command {
  /// `tidings profiles draft`
  static let profilesDraft = Command(
    name: "draft", abstract: "Drafts a profile for an export that no profile knows.",
    about: """
      Finds by names and values which column is what, tries the likeliest drafts on the whole file, and \
      prints the best one in YAML: above it, who gets how much; at each line, the reason; below, what \
      check says. Where two answers are as likely, it asks on a terminal, and else leaves the lines to \
      choose from as comments. Of several files, one has the notifications, and others what they refer \
      to.
      """,
    examples: """
      tidings profiles draft export.csv > export.yaml
      tidings profiles draft deliveries.csv notices.csv > app.yaml
      tidings summary export.csv --profiles export.yaml
      """,
    options: {
      [
        OptionGroup(
          "Input",
          [
            Options.operands(
              "export",
              "Exports or a folder of them: JSON, JSON Lines, CSV or SQLite, plain or gzipped; - is "
                + "standard input."),
            Options.profileName("name", "The profile's name; else made from the file's."),
          ]),
        OptionGroup("Output", [Options.pager]),
      ]
    },
    run: { request in
      if request.operands.isEmpty {
        throw Fault.usage("there is no export", "name one, or - for standard input")
      }
      let options = Session.readingOptions(of: try ProfileSet.bundled())
      let files = try DraftFiles(request.operands, options: options)
      let best = try await DraftAttempt.best(files, name: request.profileName, options)
      try request.show(Array(best.text.utf8))
      return .done
    })
}

/// The files of a draft: the one with the notifications, and others that it refers to.
struct DraftFiles {
  let sample: DraftRecords
  /// That file, and those that go on with it.
  let pages: [DraftRecords]
  /// As the user named it.
  let shown: String
  /// As the draft calls all that it was made from.
  var title: String { shown + (pages.count > 1 ? " and \(pages.count - 1) more" : "") }
  private let others: [String]

  init(_ files: [String], options: ReadingOptions) throws {
    let paths = files.flatMap { FilePattern.contents(of: $0) ?? [$0] }
    var found: [(path: String, sample: DraftRecords, pages: [DraftRecords])] = []
    for path in paths {
      let page = try DraftRecords(file: path, options: options)
      if let place = found.firstIndex(where: { $0.sample.goesOn(in: page) }) {
        found[place].sample.add(more: page)
        found[place].pages.append(page)
      } else if !page.records.isEmpty {
        found.append((path, page, [page]))
      }
    }
    let drafts = found.map { file in
      var file = file
      for other in found where other.path != file.path {
        file.sample.add(other.sample, named: SystemName.ofJoin(other.path))
      }
      return (file: file, worth: found.count == 1 ? 0 : ProfileDraft(file.sample).worth)
    }
    // Of equal ones the first.
    guard let best = drafts.max(by: { $0.worth < $1.worth })?.file else {
      throw Fault.noDraft(
        files.first ?? "", "it contains no records",
        advice: "name an export with a few notifications in it")
    }
    (_, sample, pages) = best
    others = paths.filter { $0 != best.path }
    shown = best.path == "-" ? "standard input" : sample.isPipe ? "a pipe" : best.path
  }

  /// A text in which the file has the name that the user knows.
  func shown(in text: String) -> String { text.replacing(sample.source.name, with: shown) }

  /// The name that its system had before there was a draft: what was mailed stays mailed.
  func profileName(_ name: String?) throws -> String {
    let made = name.map(SystemName.ofJoin) ?? (sample.isPipe ? "" : SystemName.ofSystem(shown))
    return SystemName.free(made, in: try .bundled())
  }

  /// What reads the file by a profile, with the other files that it joins.
  func options(_ profile: Profile, _ options: ReadingOptions) throws -> ReadingOptions {
    var options = options
    options.profiles = ProfileSet([profile])
    options.surveys = true
    for name in profile.joins.compactMap(\.file) {
      options.joins[name] = try others.last { SystemName.ofJoin($0) == name }.map {
        try JoinFile(path: $0, name: name, temporaryFolder: options.temporaryFolder)
      }
    }
    return options
  }
}

/// A draft that was tried on the whole file.
struct DraftAttempt {
  /// Who gets how much, as a comment, the profile in YAML, and what `check` says, as a comment.
  private(set) var text = ""
  /// Why nothing can be read with it.
  private var reject = ""
  private var faults = (unread: 1, rejected: 0, shared: 0, merged: 0, unused: 0)

  private init(
    _ draft: ProfileDraft, of files: DraftFiles, name: String, zone: String?,
    _ options: ReadingOptions
  ) async throws {
    let profile = DraftText(draft, name: name, file: files.title, zone: zone).yaml
    faults.unused = draft.unused.count
    do {
      var own = try Profile(yaml: profile, file: "the draft")
      own.isOwn = true
      let read = try files.options(own, options)
      let index = try await ExportReader.index(files.pages.map(\.source), options: read)
      let report = CheckReport(index, profiles: read.profiles, isForced: true)
      faults.unread = index.count > 0 ? 0 : 1
      faults.rejected = index.sources.reduce(0) { $0 + $1.rejected }
      faults.shared = index.guesses.reduce(0) { sum, guess in
        if case .sharedID = guess.subject { sum + guess.count } else { sum }
      }
      // All are one's, although a column of people is there.
      faults.merged = index.recipientCount == 1 && draft.hasManyPeople ? 1 : 0
      let said = files.shown(in: String(decoding: report.text, as: UTF8.self))
      let lines = said.split(separator: "\n").map { $0.isEmpty ? "#\n" : "#   \($0)\n" }.joined()
      text =
        Self.people(of: index) + profile + "# What tidings check says with this profile:\n"
        + YAMLText.printable(lines)
    } catch { reject = ": " + files.shown(in: Fault(anyError: error).sentence) }
  }

  /// `3 people get 15 notifications: a…@example.org 7, …`
  private static func people(of index: ExportIndex) -> String {
    let count = index.recipientCount
    let shown = (0..<min(count, 5)).map { place in
      // An address without the name in it.
      let name = index.recipient(at: place).text
      let host = name.drop { $0 != "@" }
      let isAddress = !host.isEmpty && host.count < name.count
      return "\(isAddress ? "\(name.prefix(1))…\(host)" : name) \(index.count(of: place))"
    }
    return YAMLText.printable(
      "# \(count == 1 ? "1 person gets" : "\(count) people get") "
        + "\(index.count.counted("notification")): "
        + DraftText.comment(shown.joined(separator: ", ")) + (count > 5 ? ", …\n" : "\n"))
  }

  /// What a person says on a terminal where a draft would have to guess: the path of who receives, empty
  /// for none, and the zone of times; nil for what nobody was asked.
  private static func answers(_ draft: ProfileDraft) -> (receiver: String?, zone: String?) {
    var (receiver, zone): (String?, String?)
    let paths = draft.candidates.map(\.path)
    if !paths.isEmpty {
      Command.say("Who receives a notification?")
      let width = paths.map(\.count).max() ?? 0
      for (number, column) in draft.candidates.enumerated() {
        Command.say("  \(number + 1)  \(column.path.padded(to: width))  \(DraftText.facts(column))")
      }
      receiver = Command.answer("A number, or nothing for none of them:") { line in
        let place = (Int(line) ?? 0) - 1
        return line.isEmpty ? "" : paths.indices.contains(place) ? paths[place] : nil
      }
    }
    if draft.zonelessTimes > 0 {
      zone = Command.answer("In which zone are the times? Such as Europe/Berlin; nothing is UTC:") {
        $0.isEmpty || Zone($0) != nil ? $0 : nil
      }
    }
    return (receiver, zone == "" ? nil : zone)
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
    if let question = draft.timeQuestion {
      throw Fault.noDraft(
        files.shown, question, advice: "export each time in one column, as 2026-02-08T10:00:00Z")
    }
    var answers: (receiver: String?, zone: String?)
    if StandardStream.input.isTerminal, StandardStream.error.isTerminal, !files.sample.isPipe {
      answers = Self.answers(draft)
      draft = ProfileDraft(files.sample, receiver: answers.receiver)
    }
    func attempt(_ draft: ProfileDraft) async throws -> DraftAttempt {
      try await DraftAttempt(draft, of: files, name: name, zone: answers.zone, options)
    }
    var best = try await attempt(draft)
    // Columns that nothing uses are no reason to try others.
    for rival in best.faults < (0, 0, 0, 1, 0) ? [] : draft.rivals {
      let other = try await attempt(
        ProfileDraft(files.sample, receiver: answers.receiver, without: rival))
      if other.faults < best.faults { best = other }
    }
    if best.faults.unread == 0 { return best }
    throw Fault.noDraft(files.shown, "no draft reads a record of it\(best.reject)")
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
