public import Digests

/// Documents for people at a terminal, in the words of the context.
///
/// Nothing of the data reaches the terminal but what it shows: see `TerminalText`. Lines are at most
/// as wide as the terminal (and 120 columns); a line feed ends each.
public enum TerminalDocument {
  /// How many, how urgent, of what kind; then the notifications by day.
  public static func digest(
    _ digest: Digest, in context: DocumentContext, style: TerminalStyle
  ) -> [UInt8] {
    TerminalDigest(digest: digest, context: context, style: style).bytes()
  }

  /// What is in a set of exports.
  public static func summary(
    _ summary: Summary, in context: DocumentContext, style: TerminalStyle
  ) -> [UInt8] {
    TerminalSummary(summary: summary, context: context, style: style).bytes()
  }

  /// What became of a run.
  public static func overview(_ overview: TerminalOverview, style: TerminalStyle) -> [UInt8] {
    overview.bytes(style)
  }
}
