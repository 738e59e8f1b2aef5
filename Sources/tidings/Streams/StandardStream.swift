import ByteText
import Glibc

/// Standard output or standard error, written as bytes; standard input is only asked what it is.
struct StandardStream {
  let descriptor: Int32

  static let input = StandardStream(descriptor: STDIN_FILENO)
  static let output = StandardStream(descriptor: STDOUT_FILENO)
  static let error = StandardStream(descriptor: STDERR_FILENO)

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether a line that was written can be taken back.
  var erasesLines: Bool { isTerminal && ProcessEnvironment.bytes(of: "TERM") != Array("dumb".utf8) }

  /// What takes a terminal back to the beginning of an empty line.
  static let lineBeginning = "\r\u{1B}[K"

  /// Whether it is the journal that systemd names in `JOURNAL_STREAM`, as `device:inode`.
  func isJournal(_ named: String) -> Bool {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 && named == "\(facts.st_dev):\(facts.st_ino)"
  }

  /// The terminal's width in columns; nil if it is not a terminal or does not say.
  var columns: Int? { size(\.ws_col) }

  /// The terminal's height in rows; nil if it is not a terminal or does not say.
  var rows: Int? { size(\.ws_row) }

  private func size(_ side: KeyPath<winsize, UInt16>) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size[keyPath: side] > 0 else {
      return nil
    }
    return Int(size[keyPath: side])
  }

  /// Writes a document. If the reader of standard output has closed the pipe (`head -1`), the process
  /// exits with status 0; nobody reads messages, but the command goes on. Throws
  /// `Fault.Kind.cannotWrite` for any other failure, so that a full disk never looks like success.
  func write(_ bytes: [UInt8]) throws {
    if try !send(bytes), descriptor == STDOUT_FILENO { exit(0) }
  }

  /// Writes what a command did. If the reader has closed the pipe, the command goes on: its status
  /// and its reports say what was done.
  func say(_ lines: String) throws { _ = try send(Array(VisibleText.lines(lines).utf8)) }

  /// Writes all of `bytes`; returns false if the reader has closed the pipe.
  func send(_ bytes: [UInt8]) throws -> Bool {
    guard let code = writeAll(bytes.span.bytes, to: descriptor) else { return true }
    if code == EPIPE { return false }
    throw Fault(
      .cannotWrite, code: "stdout",
      "cannot write to standard output: \(SystemError(code: code).words)",
      advice: "free some space or choose another destination, then run the command again")
  }
}
