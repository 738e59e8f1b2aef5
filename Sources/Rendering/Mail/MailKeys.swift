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
      lineMark: mail.markup(
        "lineMark", "What begins a line of text that is to be read from right to left."),
      accent: mail.keyword("accent", "The brand's color for links and the button."),
      style: mail.markup("style", "Rules for the brand's colors in the dark scheme."),
      brand: mail.text("brand", "The app's name."),
      logo: mail.url("logo", "The picture beside the name; empty without images."),
      date: mail.text("date", "The day of the mail, such as `Sunday, February 8`."),
      heading: mail.text(
        "heading", "How many are urgent and how many are not, or the title of a single one."),
      headingBefore: mail.text("headingBefore", "The heading up to what is urgent."),
      headingUrgent: mail.text("headingUrgent", "How many are urgent; empty if none is."),
      headingAfter: mail.text("headingAfter", "The rest of the heading."),
      isSingle: mail.flag(
        "isSingle", "Whether the heading is the title of the only notification."),
      headingURL: mail.url("headingURL", "The only notification's link; empty if there is none."),
      kinds: mail.list(
        "kinds", of: KindLine.keys.schema, "How many there are of each type, most first."),
      hasKinds: mail.flag("hasKinds", "Whether the kinds are several, and not of one each."),
      previous: mail.text("previous", "The change since the previous digest; empty if unknown."),
      hasIcons: mail.flag("hasIcons", "Whether any row has an emoji or a face."),
      sections: mail.list(
        "sections", of: section.schema, "Urgent, Today, Yesterday, Earlier, without empty ones."),
      rest: mail.text("rest", "What there was no room for: `and 225 more: Events 51 …`."),
      inboxURL: mail.url("inboxURL", "The recipient's inbox; empty if there is none."),
      openInbox: mail.text("openInbox", "The button's text."),
      reason: mail.text("reason", "Why the recipient gets this mail."),
      unsubscribeURL: mail.url("unsubscribeURL", "Where to unsubscribe."),
      unsubscribe: mail.text("unsubscribe", "The text of that link."),
      manageURL: mail.url("manageURL", "Where to change how often mails come."),
      manage: mail.text("manage", "The text of that link."),
      mute: mail.text("mute", "What the links in {{mutes}} do; empty if there are none."),
      mutes: mail.list("mutes", of: mute.schema, "A link for each type that can be muted."),
      zone: mail.text("zone", "The zone of all times; empty if there are none."),
      address: mail.text("address", "The sender's postal address.")
    )
  }

  /// A type that can be muted.
  static let mute = TemplateRecord { mute in
    (
      isLater: mute.flag("isLater", "Whether another one comes before it."),
      label: mute.text("label", "The type's label."),
      url: mute.url("url", "Where it is muted.")
    )
  }

  /// The heading and the items of a section.
  static let section = TemplateRecord { section in
    (
      title: section.text("title", "The heading and its number: `Urgent · 5`, or `8 of 13`."),
      underline: section.text("underline", "As many hyphens as the title is wide."),
      isUrgent: section.flag("isUrgent", "Whether it is the section of what is urgent."),
      more: section.text("more", "How many more are urgent; empty if none is left out."),
      items: section.list("items", of: item.schema, "The notifications, newest first.")
    )
  }

  /// One line: a notification, or several collapsed into one.
  static let item = TemplateRecord { item in
    (
      emoji: item.text("emoji", "The type's emoji."),
      label: item.text("label", "The type's label."),
      tint: item.keyword("tint", "The background of the emoji's square: `#fee2e2`."),
      tintName: item.keyword("tintName", "The type's color: `red`."),
      title: item.text(
        "title", "The whole title on one line: `CI failed (6)` where it stands for several."),
      name: item.text("name", "The title without that number."),
      times: item.text("times", "The number, for a place of its own; empty if there is none."),
      link: item.url("link", "The title's target; empty if there is none."),
      body: item.text("body", "The message, as plain text; of several lines if it is urgent."),
      lines: item.list("lines", of: line.schema, "The lines of the message."),
      linkText: item.text("linkText", "A refused link, to be shown as text."),
      time: item.text(
        "time",
        "When: `10:01 AM`, or `Fri, Feb 6` if it was earlier; of urgent ones `Yesterday 5:05 PM`."),
      day: item.text("day", "The two parts of that, for two lines beside a title: `Yesterday`."),
      timeOfDay: item.text("timeOfDay", "`5:05 PM`; empty as `day` is."),
      facts: item.list(
        "facts", of: fact.schema,
        "The app's own badge of high or low priority, the subject with its number, the label and the "
          + "actor where the title does not tell them, and the time of the only one."),
      since: item.text("since", "Since when there are several; follows the time."),
      hasDetails: item.flag("hasDetails", "Whether there is anything beside title and time."),
      hasFacts: item.flag("hasFacts", "Whether there are facts."),
      hasFace: item.flag("hasFace", "Whether there is an actor to show."),
      avatar: item.url("avatar", "The actor's picture; empty without images."),
      initial: item.text(
        "initial", "The actor's initial, behind the picture."),
      hasThumbnails: item.flag("hasThumbnails", "Whether pictures are shown."),
      thumbnails: item.list("thumbnails", of: MediaStrip.keys.schema, "At most five pictures."),
      media: item.text("media", "What the pictures are, for those who do not see them."),
      moreThumbnails: item.text("moreThumbnails", "How many more there are: `+18`."),
      hasActions: item.flag("hasActions", "Whether there are actions."),
      actions: item.list("actions", of: action.schema, "Follow, and the record's own actions.")
    )
  }

  /// A line of a message.
  static let line = TemplateRecord { line in
    (
      isLater: line.flag("isLater", "Whether another one comes before it."),
      mark: line.markup(
        "mark", "For the text part, the mark of its direction where that is not the mail's."),
      text: line.text("text", "The line.")
    )
  }

  /// A fact about a notification.
  static let fact = TemplateRecord { fact in
    (
      isLater: fact.flag("isLater", "Whether another one comes before it."),
      text: fact.text("text", "The fact."),
      link: fact.url(
        "link",
        "Where a subject is, if there are several and the title leads elsewhere; otherwise empty.")
    )
  }

  /// Something to press.
  static let action = TemplateRecord { action in
    (
      url: action.url("url", "Where it leads."),
      label: action.text("label", "The label."),
      spoken: action.text("spoken", "The label for a screen reader, with the title.")
    )
  }
}
