package import Digests

/// Documents for people at a terminal, in the words of the context.
///
/// Nothing of the data reaches the terminal but what it shows: see `TerminalText`. Lines are at most
/// as wide as the terminal (and 120 columns); a line feed ends each.
package enum TerminalDocument {
  /// How many, how urgent, of what kind; then the notifications by day.
  package static func digest(
    _ digest: Digest, in context: DocumentContext, style: TerminalStyle
  ) -> [UInt8] {
    TerminalDigest(digest: digest, context: context, style: style).bytes()
  }

  /// What is in a set of exports.
  package static func summary(
    _ summary: Summary, in context: DocumentContext, style: TerminalStyle
  ) -> [UInt8] {
    TerminalSummary(summary: summary, context: context, style: style).bytes()
  }

  /// What became of a run.
  package static func overview(_ overview: TerminalOverview, style: TerminalStyle) -> [UInt8] {
    overview.bytes(style)
  }
}
