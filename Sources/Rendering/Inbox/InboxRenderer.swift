package import ByteText
import CompiledMustache
package import Digests
import Languages
import MailMessages
package import Notifications

/// The settings of one inbox page besides its digest and context.
package struct InboxOptions: Sendable {
  /// The page's name in the browser's storage: unique to the recipient, and the same whenever the page
  /// is made again.
  package var pageID: String
  /// How many civil days, including today, the activity chart shows.
  package var activityDays: Int
  /// The systems of which a time names no zone, so that it is taken as UTC.
  package var zoneless: Set<ProfileName> = []
  /// How many seconds a system keeps its notifications; for ever if it is not here.
  package var retentions: [ProfileName: Int64] = [:]

  package init(pageID: String, activityDays: Int = 14) {
    self.pageID = pageID
    self.activityDays = activityDays
  }
}

/// Makes the inbox pages of a run; shares everything that is the same for all of them.
///
///     let renderer = try InboxRenderer(TemplateCatalogue())
///     let page = renderer.page(of: digest, in: context, options: InboxOptions(pageID: "7f3a"))
package struct InboxRenderer: Sendable {
  private let template: CompiledTemplate
  private let style: EmbeddedElement
  private let start: EmbeddedElement
  private let script: EmbeddedElement
  private let languages = PageLanguages()

  /// Compiles `inbox/page.html`; rendering with it cannot fail.
  ///
  /// - Parameter accent: The color of links, buttons and the chosen filter.
  /// - Throws: A fault in the template.
  package init(_ templates: TemplateCatalogue, accent: Accent = .standard) throws(Fault) {
    template = try templates.compile(.inboxPage, kind: .escapedHTML)
    style = EmbeddedElement(.style, templates.dense("inbox/style.css") + accent.rules)
    start = EmbeddedElement(.script, templates.dense("inbox/start.js"))
    script = EmbeddedElement(.script, templates.dense("inbox/script.js"))
  }

  /// The page of a digest: one HTML file that needs nothing else and shows all lines, whole. Equal
  /// arguments give equal bytes.
  package func page(
    of digest: Digest, in context: DocumentContext, options: InboxOptions
  ) -> [UInt8] {
    let chips = TypeChips(digest.counts, in: context)
    var owners = MarkOwners()
    let sections = InboxCards(context: context, chips: chips).sections(of: digest, owners: &owners)
    let hasUrgent = sections.first?.heading == .urgent
    let filterStyle = EmbeddedElement(
      .style, id: "filter-rules",
      FilterRules(sections: sections.map(\.cells), types: chips.count, hasUrgent: hasUrgent).css)
    let words = languages.words(context.words)
    let looks = EmbeddedElement(
      .style,
      InboxLooks(
        chips: chips, context: context, words: words,
        isMostlyUrgent: digest.urgentCount
          > max(InboxLooks.rowsInView, digest.counts.all.unread / 2),
        hasFaces: digest.sections.contains { section in
          section.items.contains { $0.notification.actor != nil }
        }
      ).css)
    let data = PageScript(
      digest: digest, context: context, chips: chips, sections: sections, owners: owners,
      options: options, words: words)
    var page = words.values
    let key = InboxKeys.page.keys
    page[key.style] = style.markup
    page[key.looks] = looks.markup
    page[key.filterStyle] = filterStyle.markup
    page[key.start] = start.markup
    page[key.script] = script.markup
    page[key.policy] = policy(
      [style.source, looks.source, filterStyle.source], images: context.showsImages)
    page[key.words] = data.element
    page[key.sections] = sections.map(\.values)
    InboxFrame(context: context, hasUrgent: hasUrgent).fill(
      &page, digest, chips: chips, zoneless: options.zoneless)
    return template.render(page)
  }

  /// Allows only the page's own style and script, and pictures if the context shows them (Content
  /// Security Policy Level 3).
  private func policy(_ styles: [String], images: Bool) -> String {
    let directives = [
      "default-src 'none'", "script-src \(start.source) \(script.source)",
      "style-src \(styles.joined(separator: " "))", images ? "img-src https:" : nil,
      "base-uri 'none'", "form-action 'none'",
    ]
    return directives.compactMap { $0 }.joined(separator: "; ")
  }
}

/// A `style` or `script` element of a page, and the hash with which the page's policy allows it.
struct EmbeddedElement: Sendable {
  enum Name: String, Sendable {
    case style, script
  }

  let markup: Markup
  /// `'sha256-…'` (Content Security Policy Level 3, section 2.3.1).
  let source: String

  init(_ name: Name, id: StaticString? = nil, _ content: [UInt8]) {
    // Content that closes its own element would break the page; it is ours or a theme's, never a user's.
    markup = Markup(
      rendered: "<\(name.rawValue)\(id.map { " id=\"\($0)\"" } ?? "")>"
        + String(decoding: content, as: UTF8.self)
        + "</\(name.rawValue)>")
    var hash = SHA256()
    hash.update(content)
    var encoded: [UInt8] = []
    Base64.append(hash.finish()[...], to: &encoded)
    source = "'sha256-" + String(decoding: encoded, as: UTF8.self) + "'"
  }
}

/// A page in the list of all inbox pages: its file, relative to the list, whose it is, its notifications,
/// how many of them are urgent, and the time of the newest in seconds since 1970, 0 if there is none.
package typealias InboxIndexEntry = (
  href: String, name: String?, id: String, tally: Tally, urgent: Int, newest: Int64
)

/// Makes the page that lists all inbox pages, with a search if there is JavaScript.
package struct InboxIndexRenderer: Sendable {
  private let template: CompiledTemplate
  private let style: EmbeddedElement
  private let script: EmbeddedElement

  /// Compiles `inbox/index.html`; rendering with it cannot fail.
  ///
  /// - Throws: A fault in the template.
  package init(_ templates: TemplateCatalogue, accent: Accent = .standard) throws(Fault) {
    template = try templates.compile(.inboxIndex, kind: .escapedHTML)
    style = EmbeddedElement(
      .style,
      templates.dense("inbox/style.css") + templates.dense("inbox/index.css") + accent.rules)
    script = EmbeddedElement(.script, templates.dense("inbox/index.js"))
  }

  package func page(of entries: [InboxIndexEntry], in context: DocumentContext) -> [UInt8] {
    let words = context.words
    return template.render(
      InboxKeys.index.values { page, key in
        page[key.lang] = words.tag.text
        page[key.dir] = words.direction.rawValue
        page[key.policy] =
          "default-src 'none'; script-src \(script.source); style-src \(style.source); "
          + "base-uri 'none'; form-action 'none'"
        page[key.style] = style.markup
        page[key.script] = script.markup
        page[key.words] = scriptData(words)
        page[key.title] = words(.inboxIndex)
        page[key.count] = words(.countRecipients, count: entries.count)
        page[key.search] = words(.inboxKeySearch)
        let time = words.dates.absoluteWithYear(context.now.seconds, in: context.zone)
        page[key.asOf] = words(.timeAsOf, ["time": .text(time)])
        page[key.app] = context.app
        page[key.newestLabel] = words(.inboxNewest)
        page[key.noMatch] = words(.inboxNoInbox)
        page[key.showAllAgain] = words(.inboxAll)
        page[key.pages] = entries.map { row(of: $0, in: context) }
      })
  }

  private func row(of entry: InboxIndexEntry, in context: DocumentContext) -> RecordValues {
    let words = context.words
    return InboxKeys.row.values { row, key in
      row[key.href] = entry.href
      row[key.name] = FlatText.line(entry.name ?? entry.id)
      row[key.face] = Initials.pair(entry.name ?? entry.id)
      row[key.id] = entry.name == nil ? "" : FlatText.line(entry.id)
      if entry.urgent > 0 { row[key.urgent] = words(.countUrgent, count: entry.urgent) }
      row[key.hasUnread] = entry.tally.unread > 0
      row[key.unread] = words(.countUnread, count: entry.tally.unread)
      row[key.total] =
        entry.tally.total == 0
        ? words(.inboxEmpty) : words(.countNotifications, count: entry.tally.total)
      if entry.newest > 0 { row[key.newest] = context.dayAndTime(Instant(seconds: entry.newest)) }
    }
  }

  private func scriptData(_ words: Localization) -> Markup {
    var json = JSONWriter(.oneLine)
    json.object { json in
      json.member("numbers", PageScript.numbers(words))
      json.member("recipients") { PageScript.forms(.countRecipients, words, json: &$0) }
    }
    return PageScript.element(json)
  }
}

extension Accent {
  /// The rules that give a page a brand's color; empty for the standard one.
  fileprivate var rules: [UInt8] {
    guard self != .standard else { return [] }
    return Array(
      """
      :root{--link:\(light)}
      @media (prefers-color-scheme:dark){:root{--link:\(dark)}}

      """.utf8)
  }
}
