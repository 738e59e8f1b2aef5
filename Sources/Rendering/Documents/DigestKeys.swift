package import CompiledMustache

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
        "headline", "How many are new and how many of them are urgent; or why there is nothing."),
      title: digest.text("title", "What the document is, and for whom."),
      asOf: digest.text("asOf", "When the digest was made, with the zone of all its times."),
      window: digest.text("window", "The days that the digest covers; empty for all days."),
      total: digest.text("total", "How many notifications there are, in words."),
      change: digest.text("change", "How many more or fewer than last time; empty if unknown."),
      upcoming: digest.text("upcoming", "How many are dated later than now; empty if none."),
      older: digest.text(
        "older", "How many are still unread from before these days; empty if none."),
      byPriority: digest.text("byPriority", "The title of the breakdown by priority."),
      byType: digest.text("byType", "The title of the breakdown by type."),
      priorities: digest.list(
        "priorities", of: tally.schema, "The priorities that occur, most urgent first."),
      types: digest.list(
        "types", of: tally.schema, "The types that occur, in their profile's order."),
      sections: digest.list(
        "sections", of: section.schema, "The days with notifications: today, yesterday, earlier."),
      inbox: digest.record(
        "inbox", link.schema, documentation: "The link to the recipient's inbox, if there is one.")
    )
  }

  /// One row of a breakdown.
  static let tally = TemplateRecord { tally in
    (
      emoji: tally.text("emoji", "The type's emoji; empty for priorities and types without one."),
      label: tally.text("label", "The name of the priority or type."),
      total: tally.text("total", "How many there are, in the digits of the language."),
      unread: tally.text("unread", "How many of them are unread, in words; empty if none.")
    )
  }

  /// The notifications of one day.
  static let section = TemplateRecord { section in
    (
      title: section.text("title", "The name of the day: Today."),
      day: section.keyword("day", "`today`, `yesterday` or `earlier`."),
      total: section.text(
        "total", "How many notifications the day has, including those left out."),
      unread: section.text("unread", "How many of them are unread, in words; empty if none."),
      items: section.list("items", of: item.schema, "The lines, in order."),
      more: section.text(
        "more", "How many notifications the list leaves out, in words; empty if none.")
    )
  }

  /// One line: a notification, or several collapsed into one.
  static let item = TemplateRecord { item in
    (
      emoji: item.text("emoji", "The type's emoji; empty if it has none."),
      type: item.text("type", "The type's label."),
      title: item.text("title", "What happened, in one line of at most 144 columns."),
      link: item.url("link", "The notification's target; empty if there is none."),
      refusedLink: item.text(
        "refusedLink",
        "A refused link of the record, to be shown as text; otherwise empty."),
      unread: item.text("unread", "The word for unread; empty if the notification is read."),
      urgent: item.text("urgent", "The badge of a high priority; empty for others."),
      minor: item.text("minor", "The badge of a low priority; empty for others."),
      body: item.text("body", "The message as plain text, at most 216 columns; may be empty."),
      bodyMarkdown: item.markup(
        "bodyMarkdown",
        "The message as Markdown for a list item: further lines are indented by two; may be empty."),
      actor: item.text("actor", "Who did it; empty if unknown or already named by the title."),
      subject: item.text(
        "subject", "The room, group or thing it is about; empty if the title already names it."),
      relativeTime: item.text(
        "relativeTime", "How long ago it was; empty if that would only repeat the date."),
      absoluteTime: item.text("absoluteTime", "When it was, with the zone."),
      media: item.text(
        "media", "What pictures and videos it holds and how many more; empty if none."),
      hasPictures: item.flag(
        "hasPictures", "Whether pictures are shown: in HTML only, and not with --no-images."),
      pictures: item.list("pictures", of: MediaStrip.keys.schema, "The thumbnails."),
      note: item.text("note", "Says that the recipient follows the actor back; otherwise empty."),
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
      images: page.flag("images", "Whether the page may load thumbnails."),
      content: page.markup("content", "The digest as HTML blocks.")
    )
  }
}
