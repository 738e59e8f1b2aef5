import ByteText
import Exports
import Languages
import Pipeline

/// What a run says of itself while it works and when it ends.
enum ProgressSentence {
  /// `reading: 412 of 849 MB, 380 MB/s, 2 s left`, or the first parts of it that fit.
  static func line(
    _ stage: Progress.Stage, _ counter: WorkCounter, milliseconds: Int, columns: Int
  ) -> String {
    let (done, total) = (counter.done, counter.total)
    let words = words(stage)
    var line = VisibleText.line(words.name)
    while DisplayWidth.columns(of: line) > columns { line.removeLast() }
    var mark = ": "
    for part in parts(words, done: done, of: total, milliseconds: milliseconds) {
      guard DisplayWidth.columns(of: line) + mark.count + part.count <= columns else { break }
      line += mark + part
      mark = ", "
    }
    return line
  }

  /// How much is done, how fast, and how long the rest takes.
  private static func parts(
    _ words: Words, done: Int, of total: Int, milliseconds: Int
  ) -> [String] {
    guard done > 0, milliseconds > 0 else { return [] }
    if words.unit == nil, done == total { return [amount(done, words) + " read, sorting"] }
    let rate = done / milliseconds * 1000 + done % milliseconds * 1000 / milliseconds
    let speed = words.unit == nil ? amount(rate, words) : numbers.formatted(rate)
    guard total >= done else { return [amount(done, words), speed + "/s"] }
    let unit = words.unit.map { (1, $0) } ?? byteUnit(total)
    return [
      "\(numbers.formatted(done / unit.0)) of \(numbers.formatted(total / unit.0)) \(unit.1)",
      speed + "/s",
    ] + (rate > 0 ? [duration((total - done + rate - 1) / rate) + " left"] : [])
  }

  private static func amount(_ count: Int, _ words: Words) -> String {
    let unit = words.unit.map { (1, $0) } ?? byteUnit(count)
    return "\(numbers.formatted(count / unit.0)) \(unit.1)"
  }

  private static func byteUnit(_ bytes: Int) -> (Int, String) {
    bytes < 10_000_000 ? (1000, "KB") : (1_000_000, "MB")
  }

  private static var numbers: NumberStyle { Language.english.numbers }

  /// `inbox: 12 pages written, 3 unchanged`, or with its duration `mail digest: 1.2 s, …`
  static func end(_ stage: String, after seconds: Double?, _ facts: String) -> String {
    let parts = [seconds.map(tenths), facts.isEmpty ? nil : facts].compactMap(\.self)
    return "\(stage): \(parts.joined(separator: ", "))"
  }

  /// The one line of a journal about a run that succeeded.
  static func done(_ made: [String], seconds: Double) -> String {
    "done in \(tenths(seconds)): " + (made.isEmpty ? "nothing to do" : made.joined(separator: ", "))
  }

  /// `1,000,000 records of 2 exports`
  static func read(_ index: ExportIndex) -> String {
    let records = index.sources.reduce(0) { $0 + $1.records }
    let files = index.sources.count
    return "\(numbers.formatted(records)) \(records == 1 ? "record" : "records") of "
      + "\(numbers.formatted(files)) \(files == 1 ? "export" : "exports")"
  }

  /// What lines and reports call a stage.
  static func name(of stage: Progress.Stage) -> String { words(stage).name }

  private typealias Words = (name: String, unit: String?)

  /// What a stage is called, and what it counts; nil for bytes.
  private static func words(_ stage: Progress.Stage) -> Words {
    switch stage {
    case .reading: ("reading", nil)
    case .folder(.pages): ("inbox", "pages")
    case .folder(.feeds): ("feeds", "recipients")
    case .folders: ("inbox and feeds", "documents")
    case .digests: ("digest", "digests")
    case .mails(let stream): (stream.map { "mail \($0)" } ?? "mail", "recipients")
    }
  }

  /// `45 s`, `3 min`, `2 h`
  private static func duration(_ seconds: Int) -> String {
    seconds < 100 ? "\(seconds) s" : seconds < 6000 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }

  private static func tenths(_ seconds: Double) -> String {
    let tenths = Int(exactly: (seconds * 10).rounded()) ?? 0
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

extension JobReport {
  /// What the run made, for its one line in a journal: `digest: 3 handed over, 2 not due`.
  var made: [String] {
    let mails = runs.map { run in
      let counts = run.counts.map { "\($0.count) \($0.name)" }
      return "\(run.stream): \(counts.isEmpty ? "nobody" : counts.joined(separator: ", "))"
    }
    return mails
      + [
        pages?.sentence(of: .pages, isDryRun: isDryRun),
        feeds?.sentence(of: .feeds, isDryRun: isDryRun),
        digests.map { DigestSentence.written($0, isDryRun: isDryRun) },
      ].compactMap(\.self)
  }
}
