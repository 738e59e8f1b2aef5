package import CompiledMustache
package import Digests
import Languages
import Notifications

/// A page in the list of all inbox pages.
package struct InboxIndexEntry: Equatable, Sendable {
  /// The page's file, relative to the list.
  package var href: String
  package var name: String?
  package var id: String
  package var tally: Tally

  package init(href: String, name: String?, id: String, tally: Tally) {
    self.href = href
    self.name = name
    self.id = id
    self.tally = tally
  }
}

/// Makes the page that lists all inbox pages, with a search if there is JavaScript. Contains no times,
/// so that equal lists give equal bytes.
package struct InboxIndexRenderer: Sendable {
  private let theme: InboxIndexTheme
  private let style: EmbeddedElement

  package init(theme: InboxIndexTheme, accent: Accent = .standard) {
    self.theme = theme
    style = EmbeddedElement(.style, theme.style + InboxTheme.style(of: accent))
  }

  package func page(of entries: [InboxIndexEntry], in context: DocumentContext) -> [UInt8] {
    let words = context.words
    return theme.page.render(
      InboxKeys.index.values { page, key in
        page[key.lang] = words.tag.text
        page[key.dir] = words.direction.rawValue
        page[key.policy] =
          "default-src 'none'; script-src \(theme.script.source); style-src \(style.source); "
          + "base-uri 'none'; form-action 'none'"
        page[key.style] = style.markup
        page[key.script] = theme.script.markup
        page[key.words] = scriptData(words)
        page[key.title] = words(.inboxIndex)
        page[key.count] = words(.countRecipients, count: entries.count)
        page[key.search] = words(.inboxKeySearch)
        page[key.pages] = entries.map { row(of: $0, words) }
      })
  }

  private func row(of entry: InboxIndexEntry, _ words: Localization) -> RecordValues {
    InboxKeys.row.values { row, key in
      row[key.href] = entry.href
      row[key.name] = FlatText.line(entry.name ?? entry.id)
      row[key.id] = entry.name == nil ? "" : FlatText.line(entry.id)
      row[key.hasUnread] = entry.tally.unread > 0
      row[key.unread] = words(.countUnread, count: entry.tally.unread)
      row[key.total] = words(.countNotifications, count: entry.tally.total)
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

/// The compiled template of the list of all inbox pages with its style and script.
package struct InboxIndexTheme: Sendable {
  let page: CompiledTemplate
  let style: [UInt8]
  let script: EmbeddedElement

  /// Compiles `inbox/index.html`; rendering with it cannot fail.
  ///
  /// - Throws: A `TemplateError` for any fault in the template.
  package init(_ templates: TemplateCatalogue) throws(TemplateError) {
    page = try templates.compile(.inboxIndex, kind: .escapedHTML)
    style = InboxTheme.dense(
      (templates["inbox/style.css"] ?? []) + (templates["inbox/index.css"] ?? []))
    script = EmbeddedElement(.script, InboxTheme.denseScript(templates["inbox/index.js"] ?? []))
  }
}
