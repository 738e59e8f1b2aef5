internal import CompiledMustache
package import Digests
import Languages
package import MailMessages
import Notifications

/// The digest email of one recipient: its subject and both parts.
package struct MailDocument: Sendable {
  package var subject: String
  package var text: FlowedText
  package var html: [UInt8]
  /// The digest as both parts show it: cut to what fits.
  package var digest: Digest
  /// Where the visible link unsubscribes; nil where the recipient has none that is allowed.
  package var unsubscribeURL: String?

  /// Gmail clips a message whose HTML is above some 102,000 bytes; encoded, ours is at most this.
  package static let mostEncodedBytes = 100_000

  /// Keeps mail programs from filling the preview with the body: a grapheme joiner and two blanks,
  /// none of which is seen.
  static let filler = Markup(rendered: String(repeating: "&#847;&zwnj;&nbsp;", count: 60))
}

/// Makes the mails of a run: everything that is the same for all of them is made once.
package struct MailRenderer: Sendable {
  private let theme: MailTheme
  private let options: MailOptions
  private let style: Markup

  package init(theme: MailTheme, options: MailOptions) {
    self.theme = theme
    self.options = options
    style = MailTheme.style(for: options.brand.accent)
  }

  /// The mail of a digest. However many notifications there are, the HTML part fits: the lowest
  /// priority and the oldest are cut first, and the footer stays.
  package func document(of digest: Digest, in context: DocumentContext) -> MailDocument {
    let headline = MailHeadline(digest, in: context, period: options.period)
    let frame = MailLinks(context)
    var limit = min(digest.lineCount, Self.mostLines)
    var document = render(
      digest.lineCount > limit ? digest.cut(toLines: limit) : digest, headline, frame, context)
    while limit > 0 {
      // In base64, the longest that we would take, 57 bytes become 78: well below the limit most are.
      if document.html.count < MailDocument.mostEncodedBytes * 2 / 3 { break }
      let size = TransferEncoding.encodedCount(of: document.html)
      if size <= MailDocument.mostEncodedBytes { break }
      // The share that fits, a little less to make up for lines of unlike length.
      let share = limit * MailDocument.mostEncodedBytes / size
      limit = max(0, min(limit - 1, share - share / 32))
      document = render(digest.cut(toLines: limit), headline, frame, context)
    }
    return document
  }

  /// More cards than this never fit.
  private static let mostLines = 200

  private func render(
    _ digest: Digest, _ headline: MailHeadline, _ frame: MailLinks, _ context: DocumentContext
  ) -> MailDocument {
    var filling = MailValues(
      keys: theme.keys, context: context, options: options, style: style, frame: frame)
    let values = filling.values(of: digest, headline: headline)
    var rendered: [UInt8] = []
    rendered.reserveCapacity(1_000 + 500 * digest.lineCount)
    theme.text(for: context.words.direction).render(values, into: &rendered)
    var text = FlowedText()
    MailText.append(rendered, to: &text)
    var html: [UInt8] = []
    html.reserveCapacity(6_000 + 2_000 * digest.lineCount)
    theme.html.render(values, into: &html)
    return MailDocument(
      subject: headline.subject, text: text, html: html, digest: digest,
      unsubscribeURL: frame.unsubscribe)
  }
}
