package import CompiledMustache
package import Digests
import Languages
import Notifications
import SafeMarkdown

/// A page in the list of all inbox pages.
package struct InboxIndexEntry: Equatable, Sendable {
  /// The page's file, beside the list.
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

/// Makes the page that lists all inbox pages: a list of links, with a search where there is
/// JavaScript. It says nothing of the hour, so that the same list gives the same bytes.
package struct InboxIndexRenderer: Sendable {
  private let theme: InboxIndexTheme
  private let style: EmbeddedElement

  package init(theme: InboxIndexTheme, accent: Accent = .standard) {
    self.theme = theme
    style = EmbeddedElement(.style, theme.style + InboxTheme.style(of: accent))
  }

  package func page(of entries: [InboxIndexEntry], in context: DocumentContext) -> [UInt8] {
    let (keys, words) = (theme.keys, context.words)
    var page = RecordValues(keys.schema)
    page[keys.lang] = words.tag.text
    page[keys.dir] = words.direction.rawValue
    page[keys.policy] =
      "default-src 'none'; script-src \(theme.script.source); style-src \(style.source); "
      + "base-uri 'none'; form-action 'none'"
    page[keys.style] = style.markup
    page[keys.script] = theme.script.markup
    page[keys.words] = told(words)
    page[keys.title] = words(.inboxIndex)
    page[keys.count] = words(.countRecipients, count: entries.count)
    page[keys.search] = words(.inboxKeySearch)
    page[keys.pages] = entries.map { row(of: $0, words) }
    return theme.page.render(page)
  }

  private func row(of entry: InboxIndexEntry, _ words: Words) -> RecordValues {
    let keys = theme.keys.page
    var row = RecordValues(keys.schema)
    row[keys.href] = entry.href
    row[keys.name] = FlatText.line(entry.name ?? entry.id)
    row[keys.id] = entry.name == nil ? "" : FlatText.line(entry.id)
    row[keys.hasUnread] = entry.tally.unread > 0
    row[keys.unread] = words(.countUnread, count: entry.tally.unread)
    row[keys.total] = words(.countNotifications, count: entry.tally.total)
    return row
  }

  private func told(_ words: Words) -> Markup {
    var json = JSONWriter(.oneLine)
    json.object { json in
      json.member("numbers", ScriptWords.numbers(words))
      json.member("recipients") { ScriptWords.forms(.countRecipients, words, &$0) }
    }
    return ScriptWords.element(json)
  }
}

/// The compiled template of the list of all inbox pages, with its style and script.
package struct InboxIndexTheme: Sendable {
  let page: CompiledTemplate
  let keys: InboxIndexKeys
  let style: [UInt8]
  let script: EmbeddedElement

  /// Compiles `inbox/index.html`; rendering with it cannot fail.
  ///
  /// - Throws: a `TemplateError` for whatever is wrong in the template.
  package init(_ templates: TemplateCatalogue) throws(TemplateError) {
    keys = InboxIndexKeys()
    page = try templates.compile(
      "inbox/index.html", schema: keys.schema,
      kind: .html(Escape { HTMLEscape.append($0, to: &$1) }))
    style = InboxTheme.dense(
      (templates["inbox/style.css"] ?? []) + (templates["inbox/index.css"] ?? []))
    script = EmbeddedElement(.script, InboxTheme.denseScript(templates["inbox/index.js"] ?? []))
  }
}
