/// Why something could not be done: what happened, where, and what to do.
///
/// Its sentence is written where it is thrown, and the command line and the library print the same
/// one. Callers that must tell cases apart switch over an enum of their own; nobody switches over
/// `code`, which names the case for programs that use the library, and for tests.
///
///     throw Fault(.unusable, code: "utf16", of: path, "it is UTF-16", advice: "convert it: iconv -f UTF-16 -t UTF-8")
package struct Fault: Error, Equatable, Sendable {
  /// Whose fault it is; the raw value is the exit status (`sysexits.h`).
  package enum Kind: Int32, CaseIterable, Sendable {
    /// The command line or a configuration file is wrong.
    case usage = 64
    /// A file is not as it should be, or contradicts the request.
    case unusable = 65
    /// A file does not exist or cannot be read.
    case noInput = 66
    /// The system lacks what the program needs, or a signal ended it.
    case system = 71
    case cannotCreate = 73
    case cannotWrite = 74
    /// Another run holds what this one needs.
    case busy = 75
  }

  package var kind: Kind
  /// A stable name of the case, such as `utf16`: letters, digits and hyphens.
  package var code: String
  /// The file or folder as it was given; nil if the fault is in none.
  package var file: String?
  package var place: Place?
  /// The key, field or column with the fault.
  package var field: String?
  /// What happened, without the place: no capital letter, no full stop.
  package var what: String
  /// What to do; nil if `what` says it.
  package var advice: String?
  /// Faults that were found before it, and are told first.
  package var earlier: [Fault] = []
  /// Whether a signal ended the run.
  package var isInterruption = false

  package init(
    _ kind: Kind, code: String, of file: String? = nil, at place: Place? = nil,
    field: String? = nil, _ what: String, advice: String? = nil
  ) {
    self.kind = kind
    self.code = code
    self.file = file
    self.place = place
    self.field = field
    self.what = what
    self.advice = advice
  }

  /// `export.jsonl, line 7: created_at: there is no time`, without the advice. A field with which `what`
  /// begins is not named twice: `small.yaml:3:1: types.offer.label is missing`.
  package var sentence: String {
    let location = file.map { Place.words(of: $0, place) }
    let subject = field.flatMap { what.hasPrefix($0) ? nil : $0 }
    return [location, subject, what].compactMap(\.self).joined(separator: ": ")
  }

  /// The sentences of all faults.
  package var account: String { (earlier + [self]).map(\.sentence).joined(separator: "; ") }

  /// `did you mean maya-ortiz?`; nil if no name is close.
  package static func didYouMean(_ name: String?) -> String? { name.map { "did you mean \($0)?" } }

  /// `did you mean title? the keys here are title, body`
  package static func choice(_ name: String, of known: [String], called what: String) -> String {
    let guess = didYouMean(NearestName.of(name, among: known)).map { $0 + " " } ?? ""
    return guess + "\(what) are " + known.listed(most: .max)
  }

  /// One fault that tells all of them and has the kind of the first; nil if there are none.
  package static func joined(_ faults: [Fault]) -> Fault? {
    guard let first = faults.first, var last = faults.last else { return nil }
    last.kind = first.kind
    last.earlier = faults.dropLast() + last.earlier
    return last
  }

  /// The same in a file, if it is in none.
  package func of(_ file: String) -> Fault {
    var fault = self
    fault.file = self.file ?? file
    return fault
  }

  /// A place in a file.
  package struct Place: Hashable, Sendable {
    /// From 1; nil if the file has no lines, as a database.
    package var line: Int?
    /// The last one of several: a stray quote makes one row of many lines.
    package var lastLine: Int?
    /// From 1; only in files that a person writes.
    package var column: Int?
    /// The record's number in the file, from 1; in a database the row's.
    package var record: Int?

    package init(line: Int? = nil, lastLine: Int? = nil, column: Int? = nil, record: Int? = nil) {
      self.line = line
      self.lastLine = lastLine
      self.column = column
      self.record = record
    }

    /// `profiles/rooms.yaml:7:3`, `export.jsonl, line 7`, `standard input, record 4`.
    package static func words(of file: String, _ place: Place?) -> String {
      let name = file == "-" ? "standard input" : file
      guard let place else { return name }
      if let line = place.line, let column = place.column { return "\(name):\(line):\(column)" }
      return place.words.isEmpty ? name : "\(name), \(place.words)"
    }

    /// `line 7`, `lines 7 to 9, record 4`; empty if nothing is known of it.
    package var words: String {
      let lines = line.map { first in
        lastLine.map { "lines \(first) to \($0)" } ?? "line \(first)"
      }
      return [lines, record.map { "record \($0)" }].compactMap(\.self).joined(separator: ", ")
    }
  }
}
