package import ByteText
package import CompiledMustache
package import Digests
import Languages
import Notifications
import SafeMarkdown

/// Makes a digest's Markdown, HTML and plain text, all from one Markdown template.
///
/// HTML is that Markdown through cmark in a page layout, and text is the same Markdown walked as a
/// tree, so changing the template changes all three. The initializer checks the templates; rendering
/// cannot fail and is safe on several threads.
package struct DigestDocuments: Sendable {
  private let leftToRight: CompiledTemplate
  private let rightToLeft: CompiledTemplate
  private let layout: CompiledTemplate
  /// The usual width of plain text.
  package static let textColumns = 72

  /// - Throws: A fault in a template.
  package init(_ templates: TemplateCatalogue) throws(Fault) {
    leftToRight = try templates.compile(.digest, kind: .markdown(in: .leftToRight))
    rightToLeft = try templates.compile(.digest, kind: .markdown(in: .rightToLeft))
    layout = try templates.compile(.digestPage, kind: .escapedHTML)
  }

  /// The digest as CommonMark.
  package func markdown(_ digest: Digest, in context: DocumentContext) -> [UInt8] {
    markdown(DigestValues(digest: digest, context: context, marksUnread: true))
  }

  private func markdown(_ values: DigestValues) -> [UInt8] {
    switch values.context.words.direction {
    case .leftToRight: return leftToRight.render(values.values())
    case .rightToLeft: return rightToLeft.render(values.values())
    }
  }

  /// The digest as an HTML page that loads nothing except the notifications' thumbnails, and those
  /// only if the context shows images.
  package func html(_ digest: Digest, in context: DocumentContext) -> [UInt8] {
    let digestValues = DigestValues(
      digest: digest, context: context, showsPictures: context.showsImages)
    let pictures = context.showsImages ? pictures(of: digest, context.words) : []
    let content = blocks(digestValues, pictures)
    return layout.render(
      DigestKeys.page.values { values, key in
        values[key.language] = context.words.tag.text
        values[key.direction] = context.words.direction.rawValue
        values[key.headline] = digestValues.headline
        values[key.title] = digestValues.title
        values[key.isCaughtUp] = digestValues.isCaughtUp
        values[key.isDivided] = digest.readingOrder.first?.heading == .urgent
        values[key.images] = !pictures.isEmpty
        values[key.content] = Markup(rendered: String(decoding: content, as: UTF8.self))
      })
  }

  /// The digest as blocks of HTML for somebody else's page, with headings from `h1` on.
  package func fragment(_ digest: Digest, in context: DocumentContext) -> [UInt8] {
    let values = DigestValues(digest: digest, context: context, showsPictures: context.showsImages)
    return blocks(values, context.showsImages ? pictures(of: digest, context.words) : [])
  }

  private func blocks(_ values: DigestValues, _ pictures: Set<String>) -> [UInt8] {
    var blocks: [UInt8] = []
    let document = Document(markdown(values), images: pictures)
    document.loosenLists()
    document.appendHTML(to: &blocks)
    return blocks
  }

  /// What the digest's template knows of a line, by the template's keys.
  package static func values(
    of item: DigestItem, on day: Day, in context: DocumentContext
  ) -> [String: any Sendable] {
    let types = LabeledTypes(Counts(), in: context.types)
    return DigestKeys.item.schema.dictionary(
      ItemValues(context: context, showsPictures: context.showsImages, types: types)
        .values(of: item, on: day, in: item.isUrgent ? .urgent : .day(day)))
  }

  /// The addresses of all thumbnails. No other image of the Markdown becomes one of the page.
  private func pictures(of digest: Digest, _ words: Localization) -> Set<String> {
    var urls: Set<String> = []
    for item in digest.sections.flatMap(\.items) {
      for picture in MediaStrip(item.notification, words: words)?.pictures ?? [] {
        if let url = PictureURL.checked(picture.url) { urls.insert(url) }
      }
    }
    return urls
  }

  /// The digest as plain text in lines of so many columns; only addresses may be longer.
  package func text(
    _ digest: Digest, in context: DocumentContext, columns: Int = textColumns
  ) -> [UInt8] {
    var output: [UInt8] = []
    let style = TextStyle(
      width: columns, columns: { DisplayWidth.columns(of: $0) },
      wrap: { DisplayWidth.forEachLine(of: $0, columns: $1, keepsAddresses: true, each: $2) },
      strongBullet: digest.hasRead ? "● " : "- ")
    Document(markdown(DigestValues(digest: digest, context: context))).appendText(
      style: style, to: &output)
    return output
  }
}

extension TemplateKind {
  /// Markdown with all texts literal, and isolated if they run the other way.
  static func markdown(in direction: TextDirection) -> TemplateKind {
    .markdown(
      text: Escape { text, output in
        let isIsolated = BidiIsolation.need(of: text, in: direction) != .none
        if isIsolated { output.append(contentsOf: BidiIsolation.start.utf8) }
        MarkdownEscape.append(text, to: &output)
        // What follows is no bracket.
        if isIsolated, output.suffix(2).elementsEqual("\\!".utf8) {
          output.remove(at: output.count - 2)
        }
        if isIsolated { output.append(contentsOf: BidiIsolation.end.utf8) }
      },
      destination: Escape { url, output in
        MarkdownEscape.appendDestination(String(decoding: url, as: UTF8.self), to: &output)
      })
  }
}

/// The keys of the digest's templates, `digest/*.md`, and of its page, `digest/page.html`.
///
/// Texts are raw; templates escape them where they write them. An empty text counts as absent, so
/// `{{#change}}…{{/change}}` shows it only if there is one.
package enum DigestKeys {
  package static var schema: RecordSchema { digest.schema }
  package static var pageSchema: RecordSchema { page.schema }

  static let digest = TemplateRecord { digest in
    (
      headline: digest.text(
        "headline", "How many there are and how many of them are urgent; or why there is nothing."),
      app: digest.text("app", "The app's name; may be empty."),
      title: digest.text("title", "What the document is, and for whom."),
      asOf: digest.text("asOf", "When the digest was made, with the zone of all its times."),
      window: digest.text("window", "The days that the digest covers; empty for all days."),
      unread: digest.text(
        "unread", "How many are unread, in words, or that none is; empty where all are."),
      hasKinds: digest.flag("hasKinds", "Whether the kinds are several, and not of one each."),
      kinds: digest.list("kinds", of: KindLine.keys.schema, "What kinds there are, most first."),
      change: digest.text("change", "How many more or fewer than last time; empty if unknown."),
      upcoming: digest.text("upcoming", "How many are dated later than now; empty if none."),
      older: digest.text(
        "older", "How many there are from before these days; empty if none."),
      sections: digest.list(
        "sections", of: section.schema,
        "What is urgent, then the days with notifications: today, yesterday, earlier."),
      rest: digest.text(
        "rest", "How many notifications are left out, and of which kinds; empty if none."),
      inbox: digest.record(
        "inbox", link.schema, documentation: "The link to the recipient's inbox, if there is one.")
    )
  }

  /// The urgent notifications, or those of one day.
  static let section = TemplateRecord { section in
    (
      title: section.text("title", "The name of the section: `Urgent`, `Today`."),
      isUrgent: section.flag("isUrgent", "Whether it is the section of the urgent ones."),
      total: section.text(
        "total", "How many notifications its lines stand for; `2 of 17` where some are left out."),
      items: section.list("items", of: item.schema, "The lines, in order.")
    )
  }

  /// One fact about a notification.
  static let fact = TemplateRecord { fact in
    (
      text: fact.text("text", "The fact."),
      isLater: fact.flag("isLater", "Whether it is not first.")
    )
  }

  /// One line: a notification, or several collapsed into one.
  static let item = TemplateRecord { item in
    (
      emoji: item.text(
        "emoji", "The type's emoji; without one `🔹`, or nothing where no type has any."),
      type: item.text("type", "The type's label."),
      title: item.text("title", "What happened, in one line of at most 144 columns."),
      times: item.text(
        "times", "How many it stands for, as `×6`; empty if one, or if the title tells it."),
      link: item.url("link", "The notification's target; empty if there is none."),
      refusedLink: item.text(
        "refusedLink",
        "A refused link of the record, to be shown as text; otherwise empty."),
      unread: item.text("unread", "The word for unread; empty if the notification is read."),
      mark: item.text(
        "mark", "`●` of an unread one in Markdown that is read as it is; otherwise empty."),
      body: item.text(
        "body", "The message as plain text, at most 216 columns in four lines; may be empty."),
      bodyMarkdown: item.markup(
        "bodyMarkdown",
        "The message as Markdown for a list item: further lines are indented by two; may be empty."),
      facts: item.list(
        "facts", of: fact.schema,
        "What neither section nor title tells: the app's own badge of high or low priority, the "
          + "room or group, the type's label, who did it, since when there are several."),
      hasFacts: item.flag("hasFacts", "Whether there are facts."),
      time: item.text("time", "When it was, as short as its section allows: `10:05 AM`."),
      absoluteTime: item.text("absoluteTime", "When it was, with the zone."),
      media: item.text(
        "media", "What pictures and videos it holds and how many more; empty if none."),
      hasPictures: item.flag(
        "hasPictures", "Whether pictures are shown: in HTML only, and not with --no-images."),
      pictures: item.list("pictures", of: MediaStrip.keys.schema, "The thumbnails."),
      hasActions: item.flag("hasActions", "Whether there are actions."),
      actions: item.list("actions", of: link.schema, "What the recipient can do, as links."),
      extra: item.namedTexts("extra", "Fields of the record that its profile does not name.")
    )
  }

  /// A link with its words.
  static let link = TemplateRecord { link in
    (
      label: link.text("label", "The link's text."), url: link.url("url", "Where it leads.")
    )
  }

  /// The layout of the HTML page.
  static let page = TemplateRecord { page in
    (
      language: page.keyword("language", "The language as a BCP 47 tag, for `lang`."),
      direction: page.keyword("direction", "`ltr` or `rtl`, for `dir`."),
      headline: page.text("headline", "How many are new and how many of them are urgent."),
      title: page.text("title", "What the document is, and for whom."),
      isCaughtUp: page.flag("isCaughtUp", "Whether there is nothing, and nothing is unread."),
      isDivided: page.flag("isDivided", "Whether the first section is that of the urgent ones."),
      images: page.flag("images", "Whether the page may load thumbnails."),
      content: page.markup("content", "The digest as HTML blocks.")
    )
  }
}
