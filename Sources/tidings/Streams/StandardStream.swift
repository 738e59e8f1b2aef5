import Glibc

/// Standard output or standard error, written as bytes; standard input is only asked what it is.
struct StandardStream {
  let descriptor: Int32

  static let input = StandardStream(descriptor: STDIN_FILENO)
  static let output = StandardStream(descriptor: STDOUT_FILENO)
  static let error = StandardStream(descriptor: STDERR_FILENO)

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The terminal's width in columns; nil if it is not a terminal or does not say.
  var columns: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of `bytes`. If the reader has closed the pipe (`head -1`), the process exits with
  /// status 0. Throws `ExitStatus.cannotWrite` for any other failure, so that a full disk never
  /// looks like success.
  func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = Glibc.write(
          descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
        if count >= 0 {
          written += count
        } else if errno == EPIPE {
          exit(0)
        } else if errno != EINTR {
          throw Failure(
            status: .cannotWrite,
            message: "cannot write to standard output: \(String(cString: strerror(errno)))",
            advice: "free some space or choose another destination, then run the command again")
        }
      }
    }
  }
}

/// Makes text from files and records safe to print.
enum VisibleText {
  /// The text with every control, format and bidirectional character shown as `\u{1B}`, so that a
  /// file name or a value cannot control the terminal or hide text.
  static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        line += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// Whether `line` would leave the text unchanged.
  static func isVisible(_ text: String) -> Bool { line(text).utf8.elementsEqual(text.utf8) }
}

/// Reports a job's progress on standard error: a bar on a terminal, and the results of its stages.
final class Progress {
  enum Loudness: Comparable { case quiet, normal, verbose }

  let loudness: Loudness
  private let stream: StandardStream
  private let hasBar: Bool
  private var shown = -1

  init(_ loudness: Loudness, stream: StandardStream) {
    self.loudness = loudness
    self.stream = stream
    hasBar = loudness > .quiet && stream.isTerminal
  }

  /// Reports nothing.
  static var silent: Progress { Progress(.quiet, stream: .error) }

  /// Begins a stage.
  func begin(_ stage: String) {
    shown = -1
    advance(stage, done: 0, of: 0)
  }

  /// Reports progress within a stage; a `total` of 0 means unknown.
  func advance(_ stage: String, done: Int, of total: Int) {
    guard hasBar else { return }
    let percent = total > 0 ? min(100, done * 100 / total) : 0
    guard percent != shown else { return }
    shown = percent
    let filled = percent * Self.width / 100
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
    draw(total > 0 ? "\(stage) [\(bar)] \(percent) %" : "\(stage) …")
  }

  /// Ends a stage: removes the bar and prints the result, with `--verbose` also the duration.
  func end(_ stage: String, seconds: Double, _ facts: String = "") {
    clear()
    var parts = facts.isEmpty ? [] : [facts]
    if loudness == .verbose {
      let tenths = Int(exactly: (seconds * 10).rounded()) ?? 0
      parts.insert("\(tenths / 10).\(tenths % 10) s", at: 0)
    }
    guard loudness > .quiet, !parts.isEmpty else { return }
    Command.say("tidings: \(stage): \(parts.joined(separator: ", "))")
  }

  /// Removes the bar.
  func clear() { if hasBar { draw("") } }

  /// Prints a line that someone has to look at.
  func warn(_ line: String) { Command.say("tidings: " + line) }

  /// Prints a line only if `--verbose` is given.
  func detail(_ line: String) {
    if loudness == .verbose { Command.say("tidings: " + line) }
  }

  private static let width = 24

  /// Replaces the line of the bar.
  private func draw(_ line: String) {
    // If standard error cannot be written, there is no one to tell.
    try? stream.write(Array("\r\u{1B}[K\(line)".utf8))
  }
}
