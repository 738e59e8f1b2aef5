package import Notifications
package import Profiles

/// Why a mark is in no statement or request.
package enum StateRefusal: CaseIterable, Hashable, Sendable {
  /// The profile has no pattern for its kind.
  case noPattern
  /// Databases read a backslash and a NUL differently.
  case unquotable
  /// The pattern asks for a number.
  case noNumber
  /// An address with it would lead elsewhere.
  case noAddress
}

/// What applies marks to a system, and the marks that it leaves out.
package struct StateOutput: Sendable {
  /// A statement or a request each.
  package fileprivate(set) var lines: [[UInt8]] = []
  package fileprivate(set) var refused: [(mark: Mark, reason: StateRefusal)] = []

  /// The statements of a profile for marks of its notifications.
  ///
  /// - Parameter table: what `{table}` stands for, as SQL.
  package static func statements(
    for marks: [Mark], _ patterns: [Mark.Kind: URLTemplate], table: String
  ) -> StateOutput {
    output(of: marks, patterns, in: .sql, naming: \.markValues) { pattern, batch in
      let statement = pattern.text { $0 == .table ? table : batch.sql($0) }
      return Array((statement.hasSuffix(";") ? statement : statement + ";").utf8)
    }
  }

  /// The requests of a profile, a line of JSON each; `base` is the base of relative addresses.
  package static func requests(
    for marks: [Mark], _ patterns: [Mark.Kind: MarkRequest], base: String?
  ) -> StateOutput {
    output(
      of: marks, patterns, in: .address, naming: { $0.values.union([.recipient]) },
      line: { $1.request($0, base: base) })
  }

  private static func output<Pattern>(
    of marks: [Mark], _ patterns: [Mark.Kind: Pattern], in destination: MarkBatch.Destination,
    naming values: (Pattern) -> Set<MarkValue>, line: (Pattern, MarkBatch) -> [UInt8]
  ) -> StateOutput {
    var output = StateOutput()
    for kind in Mark.Kind.ofApps {
      let marks = marks.filter { $0.kind == kind }
      guard let pattern = patterns[kind] else {
        output.refused += marks.map { ($0, .noPattern) }
        continue
      }
      let values = values(pattern)
      var usable: [Mark] = []
      for mark in marks {
        if let reason = MarkBatch.refusal(of: mark, values, in: destination) {
          output.refused.append((mark, reason))
        } else {
          usable.append(mark)
        }
      }
      output.lines += MarkBatch.batches(of: usable, values).map { line(pattern, $0) }
    }
    return output
  }
}
