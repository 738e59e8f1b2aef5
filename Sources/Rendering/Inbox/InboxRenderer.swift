internal import CompiledMustache
package import Digests
import Notifications

/// Makes the inbox pages of a run: everything that is the same for all of them is made once.
///
///     let renderer = InboxRenderer(theme: try InboxTheme(TemplateCatalogue()))
///     let page = renderer.page(of: digest, in: context, options: InboxOptions(pageID: "7f3a"))
package struct InboxRenderer: Sendable {
  private let theme: InboxTheme
  private let style: EmbeddedElement

  /// - Parameter accent: the color of links, buttons and the chosen filter.
  package init(theme: InboxTheme, accent: Accent = .standard) {
    self.theme = theme
    style = EmbeddedElement(.style, theme.style + InboxTheme.style(of: accent))
  }

  /// The page of a digest: one file of HTML that needs nothing else. All lines of the digest are on it,
  /// whole. The same arguments give the same bytes.
  package func page(
    of digest: Digest, in context: DocumentContext, options: InboxOptions
  ) -> [UInt8] {
    let chips = TypeChips(digest.counts, in: context)
    var owners = MarkOwners(digest.recipient)
    let cards = InboxCards(keys: theme.keys.section, context: context, chips: chips)
    let sections = cards.sections(of: digest, owners: &owners)
    let filterStyle = EmbeddedElement(
      .style, id: "filter-rules",
      FilterRules(sections: sections.map(\.cells), types: chips.count).css)
    var page = RecordValues(theme.keys.schema)
    page[theme.keys.style] = style.markup
    page[theme.keys.filterStyle] = filterStyle.markup
    page[theme.keys.start] = theme.start.markup
    page[theme.keys.script] = theme.script.markup
    page[theme.keys.policy] = policy(
      [style.source, filterStyle.source], images: context.showsImages)
    let words = ScriptWords(
      digest: digest, context: context, chips: chips, owners: owners, options: options)
    page[theme.keys.words] = words.element
    page[theme.keys.sections] = sections.map(\.values)
    InboxFrame(keys: theme.keys, context: context).fill(&page, digest, chips, options)
    return theme.page.render(page)
  }

  /// Content Security Policy Level 3: nothing but the page's own style and script, and pictures where
  /// they are asked for.
  private func policy(_ styles: [String], images: Bool) -> String {
    let directives = [
      "default-src 'none'", "script-src \(theme.start.source) \(theme.script.source)",
      "style-src \(styles.joined(separator: " "))", images ? "img-src https:" : nil,
      "base-uri 'none'", "form-action 'none'",
    ]
    return directives.compactMap { $0 }.joined(separator: "; ")
  }
}
