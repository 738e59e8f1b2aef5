import ArgumentParser

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
