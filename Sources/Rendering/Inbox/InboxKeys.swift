package import CompiledMustache

/// The keys of the inbox page, `inbox/page.html`, and of the list of all pages, `inbox/index.html`.
package enum InboxKeys {
  package static var schema: RecordSchema { page.schema }
  package static var indexSchema: RecordSchema { index.schema }

  static let page = TemplateRecord { page in
    (
      lang: page.keyword("lang", "The language tag, such as `de`."),
      dir: page.keyword("dir", "`ltr` or `rtl`."),
      policy: page.keyword("policy", "The content security policy."),
      style: page.markup("style", "The style element, `style.css` and the brand's colors."),
      looks: page.markup("looks", "The style element of the types' emoji and colors."),
      filterStyle: page.markup(
        "filterStyle", "The style element of the filters without JavaScript."),
      start: page.markup("start", "The script element that runs first, `start.js`."),
      script: page.markup("script", "The script element, `script.js`."),
      words: page.markup("words", "The script's data, as JSON in an element with the id `words`."),
      documentTitle: page.text("documentTitle", "The title of the browser's tab, with the unread."),
      title: page.text("title", "The heading."),
      unread: page.text("unread", "How many are unread."),
      unreadNumber: page.text("unreadNumber", "The number alone."),
      hasUnread: page.flag("hasUnread", "Whether any is unread."),
      app: page.text("app", "The app's name; may be empty."),
      recipient: page.text(
        "recipient", "The recipient's name, or their id; the app's name instead of `me`."),
      skip: page.text("skip", "The text of the link to the list."),
      search: page.text("search", "The search box's label."),
      searchPlaceholder: page.text("searchPlaceholder", "The placeholder of the search box."),
      hasItems: page.flag("hasItems", "Whether there is any notification."),
      caughtUp: page.text("caughtUp", "What the header says while nothing is unread."),
      viewLegend: page.text("viewLegend", "The name of the chips."),
      later: page.text("later", "The chip of what was put off."),
      perDay: page.text("perDay", "The name of the columns of the week."),
      views: page.list("views", of: chip.schema, "All, urgent, unread, then each type."),
      moreLabel: page.text("moreLabel", "The name of the button that opens everything else."),
      stateLegend: page.text("stateLegend", "The name of the filters by read and unread."),
      priorityLegend: page.text("priorityLegend", "The name of the filters by priority."),
      states: page.list("states", of: chip.schema, "All, unread, read."),
      hasPriorities: page.flag("hasPriorities", "Whether there are several priorities."),
      priorities: page.list("priorities", of: chip.schema, "Any, high, normal, low."),
      sections: page.list(
        "sections", of: section.schema, "Urgent, Today, Yesterday, Earlier, without empty ones."),
      rest: page.text("rest", "What the page has no room for: `and 15 more: Offers 9 …`."),
      noMatch: page.text("noMatch", "The text if nothing matches the filters."),
      showAllAgain: page.text("showAllAgain", "The text of the link that resets the filters."),
      emptyTitle: page.text("emptyTitle", "The heading if there are no notifications."),
      emptyText: page.text(
        "emptyText", "The sentence below it: that everything is read, or what is not shown."),
      older: page.text(
        "older", "How many are still unread from before the page's days; empty if none."),
      upcoming: page.text("upcoming", "How many are scheduled for later; empty if none."),
      asOf: page.text("asOf", "When the page was made."),
      noScript: page.text("noScript", "What needs JavaScript."),
      download: page.text("download", "The text of the button that downloads the marks."),
      downloadHint: page.text("downloadHint", "Where marks are kept."),
      shortcuts: page.text("shortcuts", "The heading of the keyboard's shortcuts."),
      useKeys: page.text("useKeys", "The name of the switch that turns them off."),
      keys: page.list("keys", of: shortcut.schema, "The keyboard's shortcuts."),
      close: page.text("close", "The name of the button that closes them."),
      mute: page.text("mute", "What the links in {{mutes}} do; empty if there are none."),
      mutes: page.list("mutes", of: mute.schema, "A link for each type that can be muted.")
    )
  }

  /// A choice of a filter.
  static let chip = TemplateRecord { chip in
    (
      id: chip.keyword(
        "id", "`t0` is all, `th` what is urgent, `tu` what is unread, `t1` the first type."),
      emoji: chip.text("emoji", "The type's emoji."),
      label: chip.text("label", "The choice's words."),
      count: chip.text("count", "How many; empty if another element says so."),
      isUrgent: chip.flag("isUrgent", "Whether it shows what is urgent."),
      isFirst: chip.flag("isFirst", "Whether it is chosen when the page opens.")
    )
  }

  /// A type that can be muted.
  static let mute = TemplateRecord { mute in
    (
      isLater: mute.flag("isLater", "Whether another one comes before it."),
      chip: mute.integer("chip", "The number of the type's chip; 0 if it has none of its own."),
      label: mute.text("label", "The type's label."),
      url: mute.url("url", "Where it is muted.")
    )
  }

  /// A keyboard shortcut.
  static let shortcut = TemplateRecord { shortcut in
    (
      key: shortcut.text("key", "The key."),
      label: shortcut.text("label", "What it does.")
    )
  }

  /// The cards that are urgent, or those of a day.
  static let section = TemplateRecord { section in
    (
      number: section.integer("number", "Its number on the page, from 1."),
      filters: section.keyword("filters", "The classes of all its cards."),
      title: section.text("title", "The day, or that these are urgent."),
      isUrgent: section.flag("isUrgent", "Whether these are the urgent ones."),
      count: section.text("count", "How many notifications."),
      date: section.text("date", "The date of the day; empty for the earlier and the urgent ones."),
      groups: section.list("groups", of: group.schema, "Its cards, 25 at a time.")
    )
  }

  /// Cards that the browser lays out together, and only near the view.
  static let group = TemplateRecord { group in
    (
      filters: group.keyword("filters", "The classes of all its cards."),
      items: group.list("items", of: card.schema, "Its cards.")
    )
  }

  /// One notification of the page.
  static let card = TemplateRecord { card in
    (
      number: card.integer("number", "Its number on the page, from 1."),
      filters: card.keyword("filters", "Its classes: `t3 u p1` is type 3, unread, high priority."),
      id: card.text("id", "The notification's id, for marks."),
      several: card.text(
        "several",
        "Replaces the id of a group: for each member `3,1,1,id,0`, the id percent-encoded."),
      owner: card.integer("owner", "The number of its owner; usually 0."),
      expiry: card.integer("expiry", "When it expires, in seconds since 1970; 0 if it never does."),
      avatar: card.url("avatar", "The actor's picture; empty without images."),
      face: card.text("face", "The actor's initials; empty where the style shows the emoji."),
      priority: card.text("priority", "`Urgent`, `Normal` or `Low`, for the opened card."),
      link: card.url("link", "The card's target; empty if there is none."),
      titleBefore: card.text("titleBefore", "The title up to the actor's name."),
      actor: card.text("actor", "The actor's name, if the title contains it."),
      titleAfter: card.text("titleAfter", "The title after the name."),
      count: card.text(
        "count", "How many it stands for, where the title does not say; else empty."),
      members: card.list(
        "members", of: member.schema, "Those of a group, for the opened card; at most 20."),
      others: card.text("others", "How many more those are: `… and 12 more`; empty if none."),
      body: card.text("body", "The whole message, with its line breaks."),
      markup: card.markup("markup", "Replaces `body`: a Markdown message as HTML."),
      preview: card.text("preview", "The beginning of that message, as text."),
      linkText: card.text("linkText", "A refused link, as text."),
      hasThumbnails: card.flag("hasThumbnails", "Whether pictures are shown."),
      thumbnails: card.list("thumbnails", of: MediaStrip.keys.schema, "At most five pictures."),
      media: card.text("media", "What the thumbnails show, and how many more there are."),
      byline: card.text("byline", "The actor, if neither title nor context name them."),
      context: card.text(
        "context",
        "Where it belongs: the subject with its number, or the actor; empty if the title says it."),
      isLabel: card.flag("isLabel", "Whether that is only the type's label."),
      type: card.text("type", "The type's label; empty where the style says it."),
      machineTime: card.text("machineTime", "The time in the format of RFC 3339."),
      absoluteTime: card.text("absoluteTime", "The time with its zone."),
      relativeTime: card.text("relativeTime", "How long ago, or the date."),
      note: card.text("note", "`Following`, if the recipient follows the actor back."),
      hasActions: card.flag("hasActions", "Whether there is something to press."),
      actions: card.list("actions", of: action.schema, "Follow, and the record's own actions.")
    )
  }

  /// One of the notifications that share a card.
  static let member = TemplateRecord { member in
    (
      link: member.url("link", "Its target; empty if there is none."),
      name: member.text(
        "name", "What sets it apart: its subject, its actor or its title; empty if none does."),
      day: member.text("day", "Its day and time, where nothing else sets it apart."),
      text: member.text("text", "Its message, on one line; may be empty."),
      time: member.text("time", "When it was: `8:12 AM`; empty if `day` says so.")
    )
  }

  /// Something to press on a card.
  static let action = TemplateRecord { action in
    (
      url: action.url("url", "Where it leads."),
      label: action.text("label", "The label."),
      isButton: action.flag("isButton", "Whether it is drawn as a button, like Follow.")
    )
  }

  /// The list of all pages.
  static let index = TemplateRecord { index in
    (
      lang: index.keyword("lang", "The language tag, such as `de`."),
      dir: index.keyword("dir", "`ltr` or `rtl`."),
      policy: index.keyword("policy", "The content security policy."),
      style: index.markup("style", "The style element, `style.css` and `index.css`."),
      words: index.markup("words", "The script's data, as JSON in an element with the id `words`."),
      script: index.markup("script", "The script element, `index.js`."),
      title: index.text("title", "The page's heading."),
      count: index.text("count", "How many recipients there are."),
      search: index.text("search", "The name of the search box."),
      app: index.text("app", "The app's name; may be empty."),
      asOf: index.text("asOf", "When the list was made."),
      newestLabel: index.text("newestLabel", "The name of the column of times."),
      noMatch: index.text("noMatch", "The text if no page matches the search."),
      showAllAgain: index.text("showAllAgain", "The label of the button that empties the search."),
      pages: index.list(
        "pages", of: row.schema,
        "The pages, those with most that is urgent first, then most unread.")
    )
  }

  /// A page in the list.
  static let row = TemplateRecord { row in
    (
      href: row.url("href", "The page's file."),
      name: row.text("name", "The recipient's name, or the id."),
      face: row.text("face", "Their initials."),
      id: row.text("id", "The recipient's id, if there is a name."),
      urgent: row.text("urgent", "How many notifications are urgent; empty if none."),
      unread: row.text("unread", "How many notifications are unread."),
      total: row.text("total", "How many notifications there are."),
      newest: row.text("newest", "When the newest one was; empty if there is none."),
      hasUnread: row.flag("hasUnread", "Whether something is unread.")
    )
  }
}
