import ArgumentParser
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
