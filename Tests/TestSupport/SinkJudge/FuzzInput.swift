import Notifications

/// What the fuzzer's bytes mean: the first chooses the sink, the second the language and the body's
/// format; the words follow, FF between them, which no text holds.
package struct FuzzInput {
  package var sink: Sinks.Sink
  package var digest: StrangersDigest

  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count > 2, let first = bytes.first, let second = bytes.dropFirst().first else {
      return nil
    }
    sink = Self.sinks[Int(first) % Self.sinks.count]
    let words = bytes.dropFirst(2).split(separator: 0xFF, omittingEmptySubsequences: false)
    digest = StrangersDigest(
      words: words.map { String(decoding: $0, as: UTF8.self) },
      bodyFormat: [.plain, .markdown, .html][Int(second) % 3],
      locale: ["en", "ar", "de"][Int(second) / 3 % 3])
  }

  /// Cheap ones are tried more often.
  private static let sinks: [Sinks.Sink] =
    [
      .markdown, .markdown, .markdown, .userMarkdown, .userMarkdown, .userMarkdown, .html, .feed,
      .json,
    ] + [.digestMarkdown, .digestHTML, .digestHTML, .digestText, .terminal, .mail, .page]
}
