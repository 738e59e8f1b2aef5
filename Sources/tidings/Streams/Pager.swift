import CProcess
import Glibc

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
