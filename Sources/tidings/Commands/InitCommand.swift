import ByteText
import Delivery
import Glibc
import MailMessages
import Pipeline
import Profiles

extension Command {
  /// `tidings init`
  static let initialize = Command(
    name: "init", abstract: "Writes a commented configuration file for tidings build.",
    about: """
      The file explains every key. It works as written once the exports that it names exist. On a \
      terminal, it asks what the job is about. Run by root, or for a file in /etc, its paths are absolute: \
      those of the package's job are in /var/lib/tidings.
      """,
    examples: """
      tidings init
      tidings init morning.yaml
      """,
    options: {
      [
        OptionGroup(
          "Output",
          [
            Options.operand("file", "The file to write.", standard: "tidings.yaml"),
            Options.force("Replaces an existing file."),
          ])
      ]
    },
    run: { request in
      let file = request.operands.first ?? "tidings.yaml"
      _ = try OutputPaths(writing: file)
      if !request.isForced, access(file, F_OK) == 0 {
        throw Fault(
          .cannotCreate, code: "exists", "\(file) already exists",
          advice: "choose another name, or replace it with --force")
      }
      let job = NewJob(file)
      let isAsked = StandardStream.input.isTerminal && StandardStream.error.isTerminal
      var answers = isAsked ? job.answers() : [:]
      // The list to which the package's sender adds.
      let list = NewJob.packageFolder + "/suppressed.txt"
      if job.folder == NewJob.packageFolder, access(list, F_OK) == 0 { answers["suppress"] = list }
      let yaml = ConfigurationDocument.yaml(answers, folder: job.folder)
      try AtomicFile.write(Array(yaml.utf8), to: file, permissions: .everyone)
      try StandardStream.output.say(
        !isAsked
          ? "\(file) is written: set exports, from and recipients (the file with the addresses), then "
            + "try tidings build \(file) --dry-run"
          : answers["mail.from"] == nil
            ? "\(file) is written: set from, then try tidings build \(file) --dry-run"
            : "\(file) is written; try tidings build \(file) --dry-run")
      return .done
    })

  /// Asks until an answer is understood; empty at the end of the input too.
  static func answer(_ question: String, _ read: (String) -> String?) -> String {
    while true {
      say(question)
      guard let line = readLine() else { return "" }
      let words = line.split { $0.isWhitespace }
      if let answer = read(words.joined(separator: " ")) { return answer }
    }
  }
}

/// A job that is about to have a configuration file.
private struct NewJob {
  /// Where the package's job has its files.
  static let packageFolder = "/var/lib/tidings"

  /// Where its files are, by an absolute path; nil beside the file.
  let folder: String?
  /// Where the questions are answered.
  private let here = Machine.currentFolder
  /// Whether its file is there too, so that a relative path means the same in both.
  private let isHere: Bool

  init(_ file: String) {
    let path = file.hasPrefix("/") ? file : here + "/" + file
    let beside = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let isOfSystem = path.hasPrefix("/etc/")
    isHere = beside == here
    folder = isOfSystem ? Self.packageFolder : geteuid() == 0 ? beside : nil
  }

  /// What somebody says on a terminal, by keys; nothing where a question has no answer.
  func answers() -> [String: String] {
    var answers: [String: String] = [:]
    func ask(
      _ key: String, _ question: String, standard: String, without: String = "leave it out",
      isRight: (String) -> Bool = { _ in true }
    ) {
      let shown = standard.isEmpty ? "nothing to \(without)" : standard
      let answer = Command.answer("\(question) [\(shown)]") {
        $0.isEmpty || isRight($0) ? $0 : nil
      }
      let value = answer.isEmpty ? standard : answer
      if !value.isEmpty { answers[key] = value }
    }
    func askPath(
      _ key: String, _ question: String, standard: String, isInput: Bool = false,
      in folder: String? = self.folder
    ) {
      let base = folder.map { $0 + "/" } ?? ""
      var missing = ""
      ask(key, question, standard: standard.isEmpty ? "" : base + standard) { path in
        // Who says it again knows that it will be there.
        if !isInput || path == missing || !FilePattern.paths(path).isEmpty { return true }
        if access(path, F_OK) == 0 { return true }
        Command.say("There is no \(path) yet; say it again if it will be there.")
        missing = path
        return false
      }
      // A person means the folder that they are in.
      if let path = answers[key], folder != nil || !isHere, !path.hasPrefix("/") {
        answers[key] = here + "/" + path
      }
    }
    askPath(
      "exports", "Which file has the notifications?", standard: "notifications.json", isInput: true)
    // Whoever has drafted one meant it for this job.
    let profiles = FilePattern.paths("*.yaml").filter { (try? ProfileSet.load($0)) != nil }
    if !profiles.isEmpty {
      let standard = profiles.count == 1 ? profiles[0] : ""
      askPath(
        "profiles", "Which profile of your own reads them?", standard: standard, isInput: true,
        in: folder == nil && isHere ? nil : here)
    }
    askPath("recipients", "Which file has the addresses?", standard: "", isInput: true)
    ask(
      "mail.from", "From which address are mails sent?", standard: "", without: "set it later",
      isRight: Self.isAddress)
    ask("brand.name", "What is the app called?", standard: "")
    askPath("mail.outbox", "In which folder are mails handed over?", standard: "outbox")
    return answers
  }

  private static func isAddress(_ text: String) -> Bool {
    if (try? EmailAddress(text)) != nil { return true }
    Command.say("\(text) is no address; write it alone, such as club@example.org.")
    return false
  }
}
