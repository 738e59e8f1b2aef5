package import CompiledMustache

/// The keys of the mail's templates, `mail/<theme>/message.html` and `message.txt`.
package enum MailKeys {
  package static var schema: RecordSchema { mail.schema }

  static let mail = TemplateRecord { mail in
    (
      subject: mail.text("subject", "The subject line."),
      preheader: mail.text("preheader", "What mail programs show after the subject."),
      filler: mail.markup("filler", "Invisible characters that keep the body out of the preview."),
      lang: mail.keyword("lang", "The language tag, such as `de`."),
      dir: mail.keyword("dir", "`ltr` or `rtl`."),
      start: mail.keyword("start", "The side where lines begin: `left` or `right`."),
      end: mail.keyword("end", "The other side."),
      accent: mail.keyword("accent", "The brand's color for links and the button."),
      style: mail.markup("style", "Rules for the brand's colors in the dark scheme."),
      brand: mail.text("brand", "The app's name."),
      logo: mail.url("logo", "The picture beside the name; empty without images."),
      date: mail.text("date", "The day of the mail, such as `Sun, Feb 8`."),
      heading: mail.text("heading", "How many are new and how many of them urgent."),
      previous: mail.text("previous", "The change since the previous digest; empty if unknown."),
      priorities: mail.text("priorities", "How many of each priority."),
      empty: mail.text("empty", "Replaces the sections if there is nothing new."),
      hasBars: mail.flag("hasBars", "Whether there is more than one type to break down."),
      bars: mail.list("bars", of: bar.schema, "A bar for each type, in the profile's order."),
      sections: mail.list(
        "sections", of: section.schema, "Today, Yesterday, Earlier, without empty ones."),
      inboxURL: mail.url("inboxURL", "The recipient's inbox; empty if there is none."),
      inboxReference: mail.text(
        "inboxReference", "The number of the inbox's link in the text part."),
      openInbox: mail.text("openInbox", "The button's text."),
      reason: mail.text("reason", "Why the recipient gets this mail."),
      hasFooter: mail.flag("hasFooter", "Whether there is an address or a way to unsubscribe."),
      address: mail.text("address", "The sender's postal address."),
      unsubscribeURL: mail.url("unsubscribeURL", "Where to unsubscribe."),
      unsubscribe: mail.text("unsubscribe", "The text of that link."),
      unsubscribeReference: mail.text("unsubscribeReference", "Its number in the text part."),
      hasReferences: mail.flag("hasReferences", "Whether the text part has links."),
      references: mail.list("references", of: reference.schema, "The links of the text part.")
    )
  }

  /// A type's bar.
  static let bar = TemplateRecord { bar in
    (
      emoji: bar.text("emoji", "The type's emoji."),
      label: bar.text("label", "The type's label."),
      count: bar.text("count", "How many."),
      width: bar.integer("width", "The bar's share of the longest one, in percent."),
      rest: bar.integer("rest", "What is left of 100.")
    )
  }

  /// The heading, the items and the end of a section.
  static let section = TemplateRecord { section in
    (
      title: section.text("title", "The day and its count, such as `Today · 4`."),
      underline: section.text("underline", "As many hyphens as the title is wide."),
      items: section.list("items", of: item.schema, "The notifications, high priority first."),
      more: section.text("more", "What the section leaves out: `… and 15 more in your inbox`.")
    )
  }

  /// A numbered link of the text part.
  static let reference = TemplateRecord { reference in
    (
      number: reference.text("number", "The number in brackets."),
      url: reference.url("url", "The address.")
    )
  }

  /// One line: a notification, or several collapsed into one.
  static let item = TemplateRecord { item in
    (
      emoji: item.text("emoji", "The type's emoji."),
      label: item.text("label", "The type's label."),
      title: item.text("title", "The whole title on one line."),
      actorBefore: item.text("actorBefore", "The title up to the actor's name."),
      actor: item.text("actor", "The actor's name, if the title contains it."),
      actorAfter: item.text("actorAfter", "The title after the name."),
      body: item.text("body", "The message, as plain text on one line."),
      badge: item.text("badge", "`HIGH` or `LOW`; empty for normal priority."),
      badgeState: item.keyword("badgeState", "The badge's class: `high` or `low`."),
      badgeTint: item.keyword("badgeTint", "The badge's background."),
      badgeEdge: item.keyword("badgeEdge", "The badge's border."),
      badgeColor: item.keyword("badgeColour", "The badge's text color."),
      state: item.keyword("state", "The card's class: `urgent` or `unread`."),
      edge: item.keyword("edge", "The color of the card's edge."),
      relativeTime: item.text("relativeTime", "How long ago."),
      absoluteTime: item.text("absoluteTime", "When, with the zone."),
      note: item.text("note", "`Following`, if the recipient follows the actor back."),
      media: item.text("media", "What the thumbnails show, and how many more there are."),
      hasFace: item.flag("hasFace", "Whether there is an actor to show."),
      avatar: item.url("avatar", "The actor's picture; empty without images."),
      initials: item.text("initials", "The actor's initials if there is no picture."),
      byline: item.text("byline", "The actor, if the title does not name them."),
      linkText: item.text("linkText", "A refused link, to be shown as text."),
      link: item.url("link", "The title's target; empty if there is none."),
      hasThumbnails: item.flag("hasThumbnails", "Whether pictures are shown."),
      thumbnails: item.list("thumbnails", of: MediaStrip.keys.schema, "At most five pictures."),
      hasActions: item.flag("hasActions", "Whether there are actions."),
      hasOneLink: item.flag(
        "hasOneLink", "Whether there is a single link, which fits anywhere."),
      hasActionRow: item.flag("hasActionRow", "Whether there are more actions, which need a row."),
      actions: item.list(
        "actions", of: action.schema, "Open, follow, and the record's own actions.")
    )
  }

  /// Something to press.
  static let action = TemplateRecord { action in
    (
      url: action.url("url", "Where it leads."),
      label: action.text("label", "The label."),
      spoken: action.text("spoken", "The label for a screen reader, with the title."),
      reference: action.text("reference", "The number of its link in the text part."),
      isButton: action.flag("isButton", "Whether it is drawn as a button, like Follow.")
    )
  }
}
