package import ByteText
import CompiledMustache
package import Digests
package import Languages
package import MailMessages
import Notifications
import SafeMarkdown

/// The digest email of one recipient: its subject and both parts.
package struct MailDocument: Sendable {
  package var subject: String
  /// The subject without the date that it has where there was one like it.
  package var undatedSubject: String
  package var text: FlowedText
  package var html: [UInt8]
  /// The digest as both parts show it: cut to what fits.
  package var digest: Digest
  /// The target of the visible unsubscribe link; nil if the recipient has none that is allowed.
  package var unsubscribeURL: String?

  /// Gmail clips a message whose HTML exceeds about 102,000 bytes. This is our limit for the encoded
  /// HTML.
  package static let mostEncodedBytes = 100_000
}

/// The settings that all mails of a run share.
package struct MailOptions: Sendable {
  package var brand: Brand
  /// The most lines of a mail; one more where it would say "1 more".
  package var limit: Int

  /// As many lines as a reader looks at.
  package static let standardLimit = 15

  package init(brand: Brand, limit: Int = standardLimit) {
    self.brand = brand
    self.limit = limit
  }

  /// Why the recipient gets the mail.
  func reason(_ words: Localization) -> String {
    if brand.name.isEmpty { return words(.mailReason) }
    return words(.mailReasonApp, ["app": .text(brand.name)])
  }
}

/// The targets of the links around a mail's content: checked, percent-encoded, nil if there is none.
struct MailLinks: Equatable {
  var inbox: String?
  var unsubscribe: String?
  var manage: String?

  init(_ context: DocumentContext) {
    inbox = context.inboxURL.flatMap(SafeURL.normalized)
    manage = context.links.manage.flatMap(SafeURL.normalized)
    // A comma would end the URL in a List-Unsubscribe field (RFC 2369 section 2).
    unsubscribe = context.recipient.unsubscribeURL.flatMap(SafeURL.normalized)
      .map { $0.utf8.contains(UInt8(ascii: ",")) ? $0.replacing(",", with: "%2C") : $0 }
  }
}

/// Makes the mails of a run; shares everything that is the same for all of them.
package struct MailRenderer: Sendable {
  /// The names of the bundled themes.
  package static let themes = ["default", "lean"]

  private let html: CompiledTemplate
  private let leftToRightText: CompiledTemplate
  private let rightToLeftText: CompiledTemplate
  private let options: MailOptions
  private let style: Markup

  /// Compiles `default`, `lean` or the user's own theme; rendering with it cannot fail.
  ///
  /// - Throws: A fault in `mail/<name>/message.html` or `message.txt`, and for
  ///   an unknown theme.
  package init(
    theme name: String, _ templates: TemplateCatalogue, options: MailOptions
  ) throws(Fault) {
    html = try templates.compile(.mailPage(of: name), kind: .escapedHTML)
    let text = TemplateDocument.mailText(of: name)
    leftToRightText = try templates.compile(
      text, kind: .plain(MailTextEscape.escape(.leftToRight)))
    rightToLeftText = try templates.compile(
      text, kind: .plain(MailTextEscape.escape(.rightToLeft)))
    self.options = options
    style = options.brand.accent.mailStyle
  }

  /// The mail of a digest. The HTML part fits whatever the number of notifications: the lowest priority
  /// and the oldest ones are cut first, and the footer stays.
  ///
  /// - Parameter isTaken: whether the person had a mail with a subject not long ago; this one then has
  ///   the date, so that mail programs do not take it for the same.
  package func document(
    of digest: Digest, in context: DocumentContext, since period: ChangePeriod = .last,
    isTaken: (String) -> Bool = { _ in false }
  ) -> MailDocument {
    let frame = MailLinks(context)
    var limit = min(digest.lineCount, options.limit, Self.mostLines)
    let isWhole = digest.lineCount <= limit && digest.urgentCount <= Self.mostUrgent
    var shown = isWhole ? digest : Self.cut(digest, toLines: limit)
    var sections = shown.readingOrder
    // Of what is shown: a preheader that names what the text part leaves out would say more than it.
    var headline = MailHeadline(shown, sections, in: context, period: period)
    let undatedSubject = headline.subject
    if isTaken(undatedSubject) { headline.addDate(in: context) }
    var document = render(shown, in: sections, headline, frame: frame, context: context)
    while limit > 0 {
      // Base64, the longest encoding, makes 78 bytes of 57, and most mails are far below the limit.
      if document.html.count < MailDocument.mostEncodedBytes * 2 / 3 { break }
      let size = TransferEncoding.encodedCount(of: document.html)
      if size <= MailDocument.mostEncodedBytes { break }
      // The share that fits, less a margin for lines of unequal length.
      let share = limit * MailDocument.mostEncodedBytes / size
      limit = max(0, min(limit - 1, share - share / 32))
      shown = Self.cut(digest, toLines: limit)
      sections = shown.readingOrder
      headline.preheader =
        MailHeadline(shown, sections, in: context, period: period).preheader
      document = render(shown, in: sections, headline, frame: frame, context: context)
    }
    document.undatedSubject = undatedSubject
    return document
  }

  /// More lines than this never fit.
  private static let mostLines = 200
  /// Of more urgent ones no line is read; the rest has at least so many.
  private static let (mostUrgent, leastOthers) = (8, 4)

  private static func cut(_ digest: Digest, toLines limit: Int) -> Digest {
    let others = digest.sections.reduce(0) { $0 + $1.items.count { !$0.isUrgent } }
    let urgent = min(mostUrgent, max(1, limit - min(leastOthers, others)))
    return digest.cut(toLines: limit, mostUrgent: urgent)
  }

  /// - Parameter sections: the digest's reading order.
  private func render(
    _ digest: Digest, in sections: [ReadingSection], _ headline: MailHeadline, frame: MailLinks,
    context: DocumentContext
  ) -> MailDocument {
    let filling = MailValues(context: context, options: options, style: style, frame: frame)
    let values = filling.values(of: digest, in: sections, headline: headline)
    var rendered: [UInt8] = []
    rendered.reserveCapacity(1_000 + 500 * digest.lineCount)
    let isLeftToRight = context.words.direction == .leftToRight
    (isLeftToRight ? leftToRightText : rightToLeftText).render(values, into: &rendered)
    var text = FlowedText()
    MailText.append(rendered, to: &text)
    var page: [UInt8] = []
    page.reserveCapacity(6_000 + 2_000 * digest.lineCount)
    html.render(values, into: &page)
    return MailDocument(
      subject: headline.subject, undatedSubject: headline.subject, text: text, html: page,
      digest: digest, unsubscribeURL: frame.unsubscribe)
  }
}

extension Accent {
  /// The rules that give a mail's dark scheme a brand's colors; empty for the standard ones.
  fileprivate var mailStyle: Markup {
    if self == .standard { return Markup(rendered: "") }
    return Markup(
      rendered: """
        <style>
        @media (prefers-color-scheme:dark){
        .btn{background-color:\(dark)!important}
        .lnk{color:\(dark)!important;border-color:\(dark)!important}
        }
        </style>
        """)
  }
}
