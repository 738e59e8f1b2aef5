package import CompiledMustache

/// One line of a digest: a notification, or several that became one.
package struct ItemKeys: Sendable {
  package let emoji: TextKey
  package let type: TextKey
  package let title: TextKey
  package let link: URLKey
  package let refusedLink: TextKey
  package let unread: TextKey
  package let urgent: TextKey
  package let minor: TextKey
  package let body: TextKey
  package let bodyMarkdown: MarkupKey
  package let actor: TextKey
  package let subject: TextKey
  package let relativeTime: TextKey
  package let absoluteTime: TextKey
  package let media: TextKey
  package let hasPictures: FlagKey
  package let pictures: ListKey
  package let note: TextKey
  package let hasActions: FlagKey
  package let actions: ListKey
  package let extra: NamedTextsKey
  package let linkKeys = LinkKeys()
  package let pictureKeys = PictureKeys()
  package let schema: RecordSchema

  package init() {
    var item = SchemaDeclaration()
    emoji = item.text("emoji", "The type's emoji; empty where it has none.")
    type = item.text("type", "The type's label.")
    title = item.text("title", "What happened, in one line of at most 144 columns.")
    link = item.url("link", "Where the notification leads; empty where nowhere.")
    refusedLink = item.text(
      "refusedLink", "The record's link where it may not be one, to be shown as text; else empty.")
    unread = item.text("unread", "The word for unread; empty where the notification is read.")
    urgent = item.text("urgent", "The badge of a high priority; empty for others.")
    minor = item.text("minor", "The badge of a low priority; empty for others.")
    body = item.text("body", "The message as plain text, at most 216 columns; may be empty.")
    bodyMarkdown = item.markup(
      "bodyMarkdown",
      "The message as Markdown for a list item: further lines are indented by two; may be empty.")
    actor = item.text("actor", "Who did it; empty where unknown or named by the title already.")
    subject = item.text(
      "subject", "The room, group or thing it is about; empty where the title names it already.")
    relativeTime = item.text(
      "relativeTime", "How long ago it was; empty where that is no more than the date.")
    absoluteTime = item.text("absoluteTime", "When it was, with the zone.")
    media = item.text(
      "media", "What pictures and videos it holds and how many more; empty where none.")
    hasPictures = item.flag(
      "hasPictures", "Whether pictures are shown: in HTML only, and not with --no-images.")
    pictures = item.list("pictures", of: pictureKeys.schema, "The thumbnails.")
    note = item.text("note", "That the recipient follows the actor back; empty where not.")
    hasActions = item.flag("hasActions", "Whether there are actions.")
    actions = item.list("actions", of: linkKeys.schema, "What the recipient can do, as links.")
    extra = item.namedTexts("extra", "Fields of the record that its profile does not name.")
    schema = item.schema
  }
}
