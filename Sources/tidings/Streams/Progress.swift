/// What a job says on standard error while it runs: a bar on a terminal, and what its stages came to.
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

  /// A stage is done: the bar goes, and a line says what it came to, or how long it took where
  /// somebody asks for more.
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
