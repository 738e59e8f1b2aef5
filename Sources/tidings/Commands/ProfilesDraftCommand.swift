import ArgumentParser
import ByteText
import Exports
import Notifications
import Profiles
import YAML

extension ProfilesCommand {
  /// `tidings profiles draft`
  struct Draft: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "draft",
      abstract: "Drafts a profile for an export that no profile knows.",
      discussion: """
        Guesses from the names and values of the first records which field is which, and prints a \
        profile in YAML with the reason for each guess, other possibilities, the paths that nothing uses, \
        and what check says with it. Who receives and who acted is not always told by names: \
        --interactive asks.

        EXAMPLES
          tidings profiles draft export.csv > export.yaml
          tidings profiles draft app.db --interactive > app.yaml
          tidings summary export.csv --profiles export.yaml
        """)

    @Argument(
      help: ArgumentHelp(
        "An export: JSON, JSON Lines, CSV or SQLite, plain or gzipped; - is standard input.",
        valueName: "export"))
    var file: String

    @Option(help: ArgumentHelp("The profile's name; else made from the file's.", valueName: "name"))
    var name: String?

    @Flag(help: "Asks on the terminal who receives and who acted.")
    var interactive = false

    @OptionGroup var pager: PagerOption

    func run() async throws {
      try await Command.run { environment in
        if interactive, file == "-" || !StandardStream.input.isTerminal {
          throw Failure.usage(
            "--interactive needs a terminal", "run it in one, with the export in a file")
        }
        let options = try Self.options(ProfileSet.bundled())
        let input = try DraftInput(file, temporaryFolder: options.temporaryFolder)
        let sample = try DraftRecords(input.source, options: options)
        guard !sample.records.isEmpty else { throw Failure.noDraft(file) }
        var draft = ProfileDraft(sample)
        if interactive { draft = ProfileDraft(sample, answers: DraftQuestions(draft).answers()) }
        let shown = file == "-" ? "standard input" : input.isPipe ? "a pipe" : file
        let text = DraftText(draft: draft, name: try profileName(of: input), file: shown).yaml
        let verdict = try await DraftVerdict(text, of: input, named: shown, options)
        try pager.show(Array((text + verdict.comment).utf8), environment)
        return verdict.isUsable ? .done : .doneWithRejects
      }
    }

    private static func options(_ profiles: ProfileSet) -> ReadingOptions {
      var options = ReadingOptions(
        profiles: profiles, temporaryFolder: Machine.temporaryFolder,
        memoryBudget: Machine.memory / 4)
      options.jobs = Machine.cores
      options.currentFolder = Machine.currentFolder
      return options
    }

    /// A name that no bundled profile has, which it would replace.
    private func profileName(of input: DraftInput) throws -> String {
      let bundled = try ProfileSet.bundled()
      let stem =
        input.isPipe || file.hasPrefix("/dev/") ? "" : String(file.split(separator: "/").last ?? "")
      let base = name ?? String(stem.prefix { $0 != "." })
      let words = base.lowercased().utf8.map { byte in
        byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 ? byte : UInt8(ascii: "-")
      }.split(separator: UInt8(ascii: "-")).map { String(decoding: $0, as: UTF8.self) }
      let made = String(words.joined(separator: "-").prefix(50))
      let known = bundled[ProfileName(made)] != nil
      return made.isEmpty ? "drafted" : known ? "my-\(made)" : made
    }
  }
}

/// What `check` says of an export with a drafted profile.
struct DraftVerdict {
  /// The lines as YAML comments.
  let comment: String
  /// Whether any record can be read with it.
  let isUsable: Bool

  init(
    _ text: String, of input: DraftInput, named file: String, _ options: ReadingOptions
  ) async throws {
    var profile: Profile
    do throws(YAMLFileError) {
      profile = try Profile(yaml: text, file: "the draft")
    } catch {
      // Most of a draft that needs a correction is right.
      isUsable = false
      comment = Self.comment(Failure(error).message)
      return
    }
    profile.isOwn = true
    let profiles = ProfileSet([profile])
    var options = options
    options.profiles = profiles
    options.surveys = true
    do throws(ExportError) {
      let index = try await ExportReader.index([input.source], options: options)
      let report = CheckReport(index, profiles: profiles, isForced: true)
      isUsable = index.count > 0
      comment = Self.comment(
        String(decoding: report.text, as: UTF8.self).replacing(input.source.name, with: file))
    } catch {
      isUsable = false
      comment = Self.comment(Failure(error).message.replacing(input.source.name, with: file))
    }
  }

  private static func comment(_ text: String) -> String {
    let lines = DraftText.printable(text).split(separator: "\n").map {
      $0.isEmpty ? "#" : "#   \($0)"
    }
    return ([DraftText.verdict] + lines).joined(separator: "\n") + "\n"
  }
}

/// Asks on a terminal what names do not tell.
struct DraftQuestions {
  let draft: ProfileDraft

  init(_ draft: ProfileDraft) { self.draft = draft }

  /// The paths that a person chose; an empty one is none.
  func answers() -> [Field: String] {
    let people = draft.people
    guard !people.isEmpty else { return [:] }
    var answers: [Field: String] = [:]
    answers[.recipient] = ask("Who receives a notification?", people, guess: draft[.recipient])
    let actor = ask("Who acted?", people, guess: draft[.actorId] ?? draft[.actorName])
    guard let chosen = people.first(where: { $0.path == actor }) else { return answers }
    let isId = chosen.path.lowercased().hasSuffix("id")
    answers[isId ? .actorId : .actorName] = chosen.path
    return answers
  }

  private func ask(
    _ question: String, _ people: [DraftField], guess: ProfileDraft.Choice?
  ) -> String {
    let width = people.map(\.path.count).max() ?? 0
    Command.say(question)
    for (number, field) in people.enumerated() {
      let padding = String(repeating: " ", count: width - field.path.count)
      let mark = field.path == guess?.paths.first?.path ? " (the guess)" : ""
      Command.say(
        "  \(number + 1)  \(VisibleText.line(field.path))\(padding)  \(DraftText.facts(field))\(mark)"
      )
    }
    while true {
      Command.say("A number, or nothing for none of them:")
      guard let line = readLine() else { return "" }
      let answer = line.filter { !$0.isWhitespace }
      if answer.isEmpty { return "" }
      if let number = Int(answer), people.indices.contains(number - 1) {
        return people[number - 1].path
      }
    }
  }
}

extension Failure {
  /// The message about an export without anything to draft a profile from.
  static func noDraft(_ file: String) -> Failure {
    Failure(
      status: .noUsableData,
      message: "\(Fault.Place.words(of: file, nil)): it contains no records",
      advice: "name an export with a few notifications in it")
  }
}
