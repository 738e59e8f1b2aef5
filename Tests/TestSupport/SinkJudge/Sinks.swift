import ByteText
import CompiledMustache
import Digests
import Languages
import MailMessages
import Notifications
import Rendering
import SafeMarkdown

/// Every place that a stranger's words are written to, and what must not be found there.
package struct Sinks {
  /// What was found, where.
  package struct Fault: Error, CustomStringConvertible {
    package var sink: Sink
    package var complaint: String

    package var description: String { "\(sink): \(complaint)" }
  }

  package enum Sink: CaseIterable, Sendable {
    case markdown, userMarkdown, html, feed, json
    case digestMarkdown, digestHTML, digestText, terminal, mail, page
  }

  private let catalogues: Catalogues
  private let documents: DigestDocuments
  private let mails: MailRenderer
  private let pages: InboxRenderer
  private let stream: MailStream

  package init() throws {
    let templates = TemplateCatalogue()
    catalogues = try Catalogues(
      bundled: templates.paths.filter { $0.hasPrefix("catalogues/") }.map { path in
        CatalogueFile(
          name: path, tag: String(path.dropFirst(11).dropLast(5)), bytes: templates[path] ?? [])
      })
    documents = try DigestDocuments(templates)
    mails = try MailRenderer(
      theme: "default", templates, options: MailOptions(brand: Brand(name: "App")))
    pages = try InboxRenderer(templates)
    stream = try MailStream(from: Mailbox("App", try EmailAddress("news@example.org")))
  }

  /// Writes the words to a sink and throws what must not be there.
  package func check(_ strangers: StrangersDigest, in sink: Sink) throws(Fault) {
    let complaint: String?
    switch sink {
    case .markdown: complaint = strangers.words.lazy.compactMap(Self.markdown).first
    case .userMarkdown: complaint = strangers.words.lazy.compactMap(userMarkdown).first
    case .html: complaint = strangers.words.lazy.compactMap(html).first
    case .feed: complaint = strangers.words.lazy.compactMap(feed).first
    case .json: complaint = strangers.words.lazy.compactMap(json).first
    case .digestMarkdown: complaint = digestMarkdown(strangers)
    case .digestHTML: complaint = digestHTML(strangers)
    case .digestText: complaint = digestText(strangers)
    case .terminal: complaint = terminal(strangers)
    case .mail: complaint = mail(strangers)
    case .page: complaint = page(strangers)
    }
    if let complaint { throw Fault(sink: sink, complaint: complaint) }
  }

  // MARK: One text

  /// What cmark takes for more than words, or for other ones: on one line wherever a template may put it, and
  /// with its line breaks in an item.
  package static func markdown(_ text: String) -> String? {
    var flat: [UInt8] = []
    MarkdownEscape.append(text, to: &flat)
    if let complaint = WrittenBytes.complaint(of: flat) { return complaint }
    let line = Expected.line(text)
    for (before, words) in [
      ("", line), ("- ", line), ("# ", line), ("> ", line),
      ("a\n", line.isEmpty ? "a" : "a " + line),
    ] {
      let leaves = Leaves(of: Array(before.utf8) + flat)
      if !leaves.say(words) { return "\(leaves) after \(before)" }
    }
    var lines: [UInt8] = []
    MarkdownEscape.append(text, lineBreaks: .kept(indent: 2), to: &lines)
    let leaves = Leaves(of: Array("- ".utf8) + lines)
    if !leaves.say(Expected.lines(text)) { return "\(leaves) in lines" }
    return WrittenBytes.complaint(of: lines)
  }

  private func userMarkdown(_ text: String) -> String? {
    var written: [UInt8] = []
    UserMarkdown.append(text, indent: 2, to: &written)
    if let complaint = WrittenBytes.complaint(of: written) { return complaint }
    var html: [UInt8] = []
    Document(Array("- ".utf8) + written + Array("\n\nend [a]\n".utf8)).appendHTML(to: &html)
    let page = String(decoding: html, as: UTF8.self)
    let end = "<p>end [a]</p>\n"
    guard page == end || page.hasSuffix("</ul>\n" + end) else {
      return "what follows is not as it was"
    }
    if let complaint = Markup(page).complaint(allowing: Self.blocks) { return complaint }
    return WrittenBytes.complaint(of: html)
  }

  private func html(_ text: String) -> String? {
    var html: [UInt8] = []
    HTMLEscape.append(text, to: &html)
    if html.contains(where: { "<>\"'".utf8.contains($0) }) { return "markup" }
    return WrittenBytes.complaint(of: html)
  }

  /// XML 1.0, sections 2.2 and 2.4: the same escape, judged as a feed's reader would.
  private func feed(_ text: String) -> String? {
    var xml: [UInt8] = []
    HTMLEscape.append(text, to: &xml)
    let written = String(decoding: xml, as: UTF8.self)
    for scalar in written.unicodeScalars {
      switch scalar.value {
      case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: break
      default: return "U+\(String(scalar.value, radix: 16)) is no character of XML"
      }
    }
    for reference in written.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
      let known = ["amp;", "lt;", "gt;", "quot;", "#39;"]
      if !known.contains(where: { reference.utf8.starts(with: $0.utf8) }) {
        return "an unknown entity"
      }
    }
    return xml.contains(UInt8(ascii: "<")) ? "markup" : WrittenBytes.complaint(of: xml)
  }

  private func json(_ text: String) -> String? {
    var json = JSONWriter(.oneLine)
    json.write(text)
    let inner = json.bytes.dropFirst().dropLast()
    if inner.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "a control" }
    var index = inner.startIndex
    while index < inner.endIndex {
      if inner[index] == UInt8(ascii: "\"") { return "a quote" }
      index += inner[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return WrittenBytes.complaint(of: Array(inner.filter { $0 != UInt8(ascii: "\\") }))
      .flatMap { $0 == "a noncharacter" ? nil : $0 }
  }

  // MARK: Documents

  private static let blocks: Set<String> = [
    "p", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "a", "br", "hr",
  ]

  private func words(_ strangers: StrangersDigest) -> Localization {
    catalogues.localization(for: strangers.locale)
  }

  private func digestMarkdown(_ strangers: StrangersDigest) -> String? {
    WrittenBytes.complaint(
      of: documents.markdown(strangers.digest, in: strangers.context(words(strangers))))
  }

  private func digestHTML(_ strangers: StrangersDigest) -> String? {
    let context = strangers.context(words(strangers))
    let page = documents.html(strangers.digest, in: context)
    let main = Markup(String(decoding: page, as: UTF8.self).mainElement)
    if let complaint = main.complaint(allowing: Self.blocks.union(["h1", "h2"])) {
      return complaint
    }
    let plain = strangers.plain
    let expected = Markup(
      String(
        decoding: documents.html(plain.digest, in: plain.context(words(plain))), as: UTF8.self
      ).mainElement)
    // A body in Markdown may hold these.
    let structural =
      strangers.bodyFormat == .markdown ? ["h1", "h2"] : ["h1", "h2", "ol", "hr", "li"]
    for name in structural where main.count(name) != expected.count(name) {
      if name != "li" || main.count(name) > expected.count(name) + 1 { return "one more \(name)" }
    }
    return WrittenBytes.complaint(of: page)
  }

  private func digestText(_ strangers: StrangersDigest) -> String? {
    WrittenBytes.complaint(
      of: documents.text(strangers.digest, in: strangers.context(words(strangers))))
  }

  private func terminal(_ strangers: StrangersDigest) -> String? {
    let context = strangers.context(words(strangers))
    for isUTF8 in [true, false] {
      let style = TerminalStyle(columns: isUTF8 ? 80 : 40, isUTF8: isUTF8)
      let bytes = TerminalDocument.digest(strangers.digest, in: context, style: style)
      if let complaint = WrittenBytes.complaint(of: bytes) { return complaint }
      if bytes.contains(0x09) { return "a tab" }
      if !isUTF8, strangers.locale == "en", bytes.contains(where: { $0 >= 0x80 }) {
        return "beyond ASCII"
      }
    }
    return nil
  }

  private func mail(_ strangers: StrangersDigest) -> String? {
    let context = strangers.context(words(strangers))
    let document = mails.document(of: strangers.digest, in: context)
    if let complaint = WrittenBytes.complaint(of: document.text.bytes, endsWithLine: false) {
      return "text part: \(complaint)"
    }
    if let complaint = WrittenBytes.complaint(of: document.html) {
      return "HTML part: \(complaint)"
    }
    if let complaint = WrittenBytes.complaint(of: Array(document.subject.utf8)) {
      return "subject: \(complaint)"
    }
    guard let lines = self.lines(of: document, to: context) else { return "no message" }
    let isLine = { (line: ArraySlice<UInt8>) in
      line.last == 0x0D && line.count < 999
        && line.dropLast().allSatisfy { $0 == 0x09 || (0x20...0x7E).contains($0) }
    }
    if !lines.dropLast().allSatisfy(isLine) { return "a line that is none of a mail" }
    let plain = strangers.plain
    let plainContext = plain.context(words(plain))
    let plainLines = self.lines(
      of: mails.document(of: plain.digest, in: plainContext), to: plainContext)
    return fieldNames(lines) == fieldNames(plainLines ?? []) ? nil : "a field more or less"
  }

  /// The lines of a message, with the CR of their ends alone.
  private func lines(of document: MailDocument, to context: DocumentContext) -> [ArraySlice<UInt8>]?
  {
    guard
      let mail = try? DigestMail(
        document, to: context, of: ProfileName("app"), in: stream,
        slot: Instant(seconds: 1_770_523_200))
    else { return nil }
    var bytes: [UInt8] = []
    mail.message.write(into: &bytes)
    return bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  private func fieldNames(_ lines: [ArraySlice<UInt8>]) -> [String] {
    lines.prefix { $0 != [0x0D] }.filter { $0.first != 0x20 }
      .map { String(decoding: $0.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self) }
  }

  private func page(_ strangers: StrangersDigest) -> String? {
    let options = InboxOptions(pageID: "p")
    let page = pages.page(
      of: strangers.digest, in: strangers.context(words(strangers)), options: options)
    let plain = strangers.plain
    let expected = pages.page(of: plain.digest, in: plain.context(words(plain)), options: options)
    let tags = (
      Markup(String(decoding: page, as: UTF8.self)),
      Markup(String(decoding: expected, as: UTF8.self))
    )
    for name in ["script", "style", "article", "section", "iframe", "img", "form", "h1", "h3"]
    where tags.0.count(name) != tags.1.count(name) {
      return "one more or less \(name)"
    }
    return WrittenBytes.complaint(of: page)
  }
}

extension Leaves {
  /// Whether these are the words and nothing else, byte by byte.
  func say(_ words: String) -> Bool {
    if case .text(let text) = self { return text.utf8.elementsEqual(words.utf8) }
    return false
  }
}

extension String {
  /// What is between the tags of the element `main`.
  fileprivate var mainElement: String {
    guard let start = utf8.firstRange(of: "<main")?.upperBound,
      let end = self[start...].utf8.firstRange(of: "</main>")?.lowerBound
    else { return "<none>" }
    return String(self[start..<end])
  }
}

extension Collection where Element: Equatable {
  fileprivate func firstRange(of text: String) -> Range<Index>? where Element == UInt8 {
    firstRange(of: Array(text.utf8))
  }
}
