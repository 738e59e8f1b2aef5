internal import CompiledMustache

/// One notification of a mail.
struct MailItemKeys: Sendable {
  let emoji, label, title, actorBefore, actor, actorAfter, body, badge, note, media: TextKey
  let relativeTime, absoluteTime: TextKey
  let initials, byline, linkText: TextKey
  let state, edge, badgeState, badgeTint, badgeEdge, badgeColour: KeywordKey
  let avatar: URLKey
  let hasFace, hasThumbnails, hasActions, hasOneLink, hasActionRow: FlagKey
  let link: URLKey
  let thumbnails, actions: ListKey
  let thumbnail = PictureKeys()
  let action = MailActionKeys()
  let schema: RecordSchema

  init() {
    var item = SchemaDeclaration()
    emoji = item.text("emoji", "The type's emoji.")
    label = item.text("label", "The type's label.")
    title = item.text("title", "The whole title on one line.")
    actorBefore = item.text("actorBefore", "The title up to the name of who caused it.")
    actor = item.text("actor", "The name, where the title holds it.")
    actorAfter = item.text("actorAfter", "The title after the name.")
    body = item.text("body", "The message, as plain text on one line.")
    badge = item.text("badge", "`HIGH` or `LOW`; empty for what is normal.")
    badgeState = item.keyword("badgeState", "The badge's class: `high` or `low`.")
    badgeTint = item.keyword("badgeTint", "The badge's background.")
    badgeEdge = item.keyword("badgeEdge", "The badge's border.")
    badgeColour = item.keyword("badgeColour", "The badge's text colour.")
    state = item.keyword("state", "The card's class: `urgent` or `unread`.")
    edge = item.keyword("edge", "The colour of the card's edge.")
    relativeTime = item.text("relativeTime", "How long ago.")
    absoluteTime = item.text("absoluteTime", "When, with the zone.")
    note = item.text("note", "`Following`, where the actor is followed already.")
    media = item.text("media", "What the thumbnails show, and how many more there are.")
    hasFace = item.flag("hasFace", "Whether there is an actor to show.")
    avatar = item.url("avatar", "The actor's picture; empty without images.")
    initials = item.text("initials", "The actor's initials where there is no picture.")
    byline = item.text("byline", "Who caused it, where the title does not say so.")
    linkText = item.text("linkText", "A link that is not allowed, to be shown and not followed.")
    link = item.url("link", "Where the title leads; empty where nowhere.")
    hasThumbnails = item.flag("hasThumbnails", "Whether pictures are shown.")
    thumbnails = item.list("thumbnails", of: thumbnail.schema, "At most five pictures.")
    hasActions = item.flag("hasActions", "Whether there is something to press.")
    hasOneLink = item.flag(
      "hasOneLink", "Whether that is one link, for which there is room anywhere.")
    hasActionRow = item.flag("hasActionRow", "Whether it is more, which needs a row.")
    actions = item.list("actions", of: action.schema, "Open, follow, and the record's own actions.")
    schema = item.schema
  }
}

/// Something to press.
struct MailActionKeys: Sendable {
  let url: URLKey
  let label, spoken, reference: TextKey
  let isButton: FlagKey
  let schema: RecordSchema

  init() {
    var action = SchemaDeclaration()
    url = action.url("url", "Where it leads.")
    label = action.text("label", "Its words.")
    spoken = action.text("spoken", "Its words for a screen reader, with the title.")
    reference = action.text("reference", "The number of its link in the text part.")
    isButton = action.flag("isButton", "Whether it is filled, as Follow is.")
    schema = action.schema
  }
}
