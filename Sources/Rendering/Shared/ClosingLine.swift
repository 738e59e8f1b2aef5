import Digests
import Languages

/// The last line of a document: what it counts and has no room for.
enum ClosingLine {
  /// `and 225 more: 51 Events, 43 Offers …`; empty if everything is shown.
  static func words(of digest: Digest, in context: borrowing DocumentContext) -> String {
    let omitted = digest.omitted
    if omitted == 0 { return "" }
    let kinds = LabeledTypes(digest.omittedCounts, in: context.types).largestFirst
    return context.words.rest(
      omitted, urgent: digest.omittedUrgent,
      kinds: kinds.map { ($0.look.label(of: $0.tally.total), $0.tally.total) })
  }
}

extension LabeledTypes {
  /// The rows by their number; equal ones in the order of the types.
  var largestFirst: [Row] {
    rows.indices.sorted { (rows[$0].tally.total, $1) > (rows[$1].tally.total, $0) }
      .map { rows[$0] }
  }
}
