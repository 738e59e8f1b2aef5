import ArgumentParser
import CProcess
import Glibc
import Pipeline
import Rendering

/// The format of what a command prints.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case terminal, json

  /// Prints what a command did. If the reader has closed the pipe, the command goes on: its status
  /// and its reports say what was done.
  func print(_ text: @autoclosure () -> [UInt8], json: @autoclosure () -> [UInt8]) throws {
    _ = try StandardStream.output.send(self == .json ? json() : text())
  }

  /// Prints what a command did, in lines or as a document of a schema.
  func print(
    _ lines: @autoclosure () -> String, as schema: String, members: (inout JSONWriter) -> Void
  ) throws {
    let text = lines().split(separator: "\n", omittingEmptySubsequences: false)
      .map { VisibleText.line(String($0)) + "\n" }.joined()
    try print(Array(text.utf8), json: JSONWriter.document(schema, members: members))
  }
}

/// Whether a command prints for people or for programs; the schemas of its JSON are in
/// `Templates/schemas`.
struct FormatOption: ParsableArguments {
  @Option(help: "The format of what is printed: terminal or json.")
  var format: ReportFormat = .terminal
}

/// Whether long output on a terminal goes through a pager.
struct PagerOption: ParsableArguments {
  @Flag(help: "Do not show long output in a pager.")
  var noPager = false

  func show(_ bytes: [UInt8], _ environment: TerminalEnvironment) throws {
    if noPager {
      try StandardStream.output.write(bytes)
    } else {
      try Pager(environment).show(bytes)
    }
  }
}

/// How a command shows what it found.
struct ShowOptions: ParsableArguments {
  @OptionGroup var form: FormatOption
  @OptionGroup var pager: PagerOption

  var format: ReportFormat { form.format }

  func show(
    _ text: @autoclosure () -> [UInt8], json: @autoclosure () -> [UInt8],
    _ environment: TerminalEnvironment
  ) throws {
    try pager.show(format == .json ? json() : text(), environment)
  }
}

/// What was done with a folder of documents.
struct FolderAnswer {
  /// What the documents are: `pages`.
  let documents: String
  let report: PersonFolderReport
  /// How many records were rejected.
  let rejected: Int
  /// How many entries of the recipients file were rejected.
  let rejectedRecipients: Int
}

extension ReportFormat {
  /// Prints what was done with a folder, in a sentence or by the schema `tidings.folder/1`.
  func print(_ sentence: String, _ answer: FolderAnswer) throws {
    try print(sentence, as: "tidings.folder/1") { json in
      json.member("documents", answer.documents)
      json.writeMembers(of: answer.report)
      json.member("rejected", answer.rejected)
      json.member("rejectedRecipients", answer.rejectedRecipients)
    }
  }
}

/// The program in which a person pages through output that is longer than the screen. The rule is git's:
/// only on a terminal; the program that TIDINGS_PAGER or else PAGER names, otherwise less.
struct Pager {
  private let stream = StandardStream.output
  private let environment: TerminalEnvironment

  init(_ environment: TerminalEnvironment) { self.environment = environment }

  /// Writes to standard output, through the pager if the output is longer than the screen.
  func show(_ bytes: [UInt8]) throws {
    let command = environment.pager
    guard !Self.isNone(command), let screen, !fits(bytes, screen), run(command, showing: bytes)
    else { return try stream.write(bytes) }
  }

  /// The screen on which a person reads; nil if there is none, or if it does not say its size.
  private var screen: (columns: Int, rows: Int)? {
    guard stream.erasesLines, environment.values["TERM"] != nil, let columns = stream.columns,
      let rows = stream.rows
    else { return nil }
    return (columns, rows)
  }

  private static func isNone(_ command: String?) -> Bool {
    command.map { $0.allSatisfy { $0 == " " || $0 == "\t" } || $0 == "cat" } ?? false
  }

  /// Whether the bytes certainly leave a row for the prompt: escapes and bytes that continue a
  /// character count too, and a tab as the eight columns that it may take.
  private func fits(_ bytes: [UInt8], _ screen: (columns: Int, rows: Int)) -> Bool {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The line after the last line feed is the prompt's.
    let rows = lines.reduce(0) { rows, line in
      let width = line.reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? 8 : 1) }
      return rows + max(1, (width + screen.columns - 1) / screen.columns)
    }
    return rows <= screen.rows
  }

  /// Returns false if the pager cannot be run, was killed, or failed before it took everything.
  private func run(_ command: String?, showing bytes: [UInt8]) -> Bool {
    var process: Int32 = 0
    let input =
      command.map { $0.withCString { tidings_start_pager($0, &process) } }
      ?? tidings_start_pager(nil, &process)
    guard input >= 0 else { return false }
    // A reader may leave before the end, which is no failure.
    let tookAll = (try? StandardStream(descriptor: input).send(bytes)) ?? false
    let status = tidings_end_pager(input, process)
    // A pager that was told to end with the run is not taken over from.
    if Interruption.current?.hasCome ?? false { return true }
    return status == 0 || (status > 0 && tookAll && !Self.notRun.contains(status))
  }

  /// How a shell says that a program cannot be run, or that there is none.
  private static let notRun: [Int32] = [126, 127]
}
