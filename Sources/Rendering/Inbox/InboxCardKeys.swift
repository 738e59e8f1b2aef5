internal import CompiledMustache

/// The cards of a day.
struct InboxSectionKeys: Sendable {
  let number: IntegerKey
  let filters: KeywordKey
  let title, count, date, more: TextKey
  let groups: ListKey
  let group = InboxGroupKeys()
  let schema: RecordSchema

  init() {
    var section = SchemaDeclaration()
    number = section.integer("number", "Its number on the page, from 1.")
    filters = section.keyword("filters", "The classes of all its cards.")
    title = section.text("title", "The day.")
    count = section.text("count", "How many notifications.")
    date = section.text("date", "The date of the day; empty for the earlier ones.")
    groups = section.list("groups", of: group.schema, "Its cards, 25 at a time.")
    more = section.text("more", "What is left out: `… and 15 more`.")
    schema = section.schema
  }
}

/// Cards that the browser lays out together: only near the view.
struct InboxGroupKeys: Sendable {
  let filters: KeywordKey
  let items: ListKey
  let card = InboxCardKeys()
  let schema: RecordSchema

  init() {
    var group = SchemaDeclaration()
    filters = group.keyword("filters", "The classes of all its cards.")
    items = group.list("items", of: card.schema, "Its cards.")
    schema = group.schema
  }
}

/// One notification of the page.
struct InboxCardKeys: Sendable {
  let filters, colour: KeywordKey
  let id, members, face, spokenBefore, state, spokenAfter, badge: TextKey
  let titleBefore, actor, titleAfter, body, linkText, media, byline, type: TextKey
  let note: TextKey
  let machineTime, absoluteTime, relativeTime: TextKey
  let markup: MarkupKey
  let owner: IntegerKey
  let avatar, link: URLKey
  let hasThumbnails: FlagKey
  let thumbnails, actions: ListKey
  let thumbnail = PictureKeys()
  let action = InboxActionKeys()
  let schema: RecordSchema

  init() {
    var card = SchemaDeclaration()
    filters = card.keyword("filters", "Its classes: `t3 u p1` is type 3, unread, high priority.")
    id = card.text("id", "The notification's id, for marks.")
    members = card.text("members", "In place of an id: how each of several counts, as JSON.")
    owner = card.integer("owner", "Whose it is, by number; 0 for most.")
    avatar = card.url("avatar", "The actor's picture; empty without images.")
    face = card.text("face", "The actor's initials, or the type's emoji.")
    colour = card.keyword("colour", "The classes of the face: the type's colour.")
    spokenBefore = card.text("spokenBefore", "What a screen reader says before the state.")
    state = card.text("state", "`unread` or `read`.")
    spokenAfter = card.text("spokenAfter", "After it and before the title: priority and type.")
    badge = card.text("badge", "`HIGH`, `NORMAL` or `LOW`.")
    link = card.url("link", "Where the card leads; empty where nowhere.")
    titleBefore = card.text("titleBefore", "The title up to the name of who caused it.")
    actor = card.text("actor", "The name, where the title holds it.")
    titleAfter = card.text("titleAfter", "The title after the name.")
    body = card.text("body", "The whole message, with its line breaks.")
    markup = card.markup("markup", "In its place: a message that is Markdown, as HTML.")
    linkText = card.text("linkText", "A link that may not be followed, as text.")
    hasThumbnails = card.flag("hasThumbnails", "Whether pictures are shown.")
    thumbnails = card.list("thumbnails", of: thumbnail.schema, "At most five pictures.")
    media = card.text("media", "What the thumbnails show, and how many more there are.")
    byline = card.text("byline", "Who caused it, where the title does not say so.")
    type = card.text("type", "The type's label.")
    machineTime = card.text("machineTime", "The time as RFC 3339 has it.")
    absoluteTime = card.text("absoluteTime", "The time with its zone.")
    relativeTime = card.text("relativeTime", "How long ago.")
    note = card.text("note", "`Following`, where the actor is followed already.")
    actions = card.list("actions", of: action.schema, "Follow, and the record's own actions.")
    schema = card.schema
  }
}

/// Something to press on a card.
struct InboxActionKeys: Sendable {
  let url: URLKey
  let label: TextKey
  let isButton: FlagKey
  let schema: RecordSchema

  init() {
    var action = SchemaDeclaration()
    url = action.url("url", "Where it leads.")
    label = action.text("label", "Its words.")
    isButton = action.flag("isButton", "Whether it is filled, as Follow is.")
    schema = action.schema
  }
}
