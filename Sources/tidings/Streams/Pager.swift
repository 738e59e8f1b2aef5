import CProcess
import Glibc

/// The program in which a person leafs through output that is longer than the screen. The rule is git's:
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
    command.map { $0.isEmpty || $0 == "cat" } ?? false
  }

  /// Whether the bytes certainly leave a row for the prompt: escapes and bytes that continue a
  /// character count too.
  private func fits(_ bytes: [UInt8], _ screen: (columns: Int, rows: Int)) -> Bool {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The line after the last line feed is the prompt's.
    return lines.reduce(0) { $0 + max(1, ($1.count + screen.columns - 1) / screen.columns) }
      <= screen.rows
  }

  /// Returns false if the pager cannot be run.
  private func run(_ command: String?, showing bytes: [UInt8]) -> Bool {
    var process: Int32 = 0
    let input =
      command.map { $0.withCString { tidings_start_pager($0, &process) } }
      ?? tidings_start_pager(nil, &process)
    guard input >= 0 else { return false }
    // A reader may leave before the end, which is no failure.
    _ = try? StandardStream(descriptor: input).send(bytes)
    return tidings_end_pager(input, process) != Self.notFound
  }

  /// How a shell says that there is no such program.
  private static let notFound: Int32 = 127
}
