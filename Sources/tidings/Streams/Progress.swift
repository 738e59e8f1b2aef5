/// What a job says on standard error while it runs: a bar on a terminal, else a line for each stage.
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

  /// A job that says nothing.
  static var silent: Progress { Progress(.quiet, stream: .error) }

  /// A stage begins.
  func begin(_ stage: String) {
    shown = -1
    advance(stage, done: 0, of: 0)
  }

  /// So much of a stage is done; of a `total` of 0 nothing is known.
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

  /// A stage is done: the bar goes, or a line says how long it took.
  func end(_ stage: String, seconds: Double, _ facts: String = "") {
    clear()
    let isWanted = !hasBar || loudness == .verbose || !facts.isEmpty
    guard loudness > .quiet, isWanted else { return }
    let tenths = Int(exactly: (seconds * 10).rounded()) ?? 0
    let what = facts.isEmpty ? "" : ", \(facts)"
    Command.say("tidings: \(stage): \(tenths / 10).\(tenths % 10) s\(what)")
  }

  /// Takes the bar away.
  func clear() { if hasBar { draw("") } }

  /// A line that somebody has to look at.
  func warn(_ line: String) { Command.say("tidings: " + line) }

  /// A line that only those read who ask for more.
  func detail(_ line: String) {
    if loudness == .verbose { Command.say("tidings: " + line) }
  }

  private static let width = 24

  /// Replaces the line that the bar stands in.
  private func draw(_ line: String) {
    // Nobody is left to be told that standard error cannot be written.
    try? stream.write(Array("\r\u{1B}[K\(line)".utf8))
  }
}
