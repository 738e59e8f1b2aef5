package import CompiledMustache

/// The keys of the mail's templates, `mail/<theme>/message.html` and `message.txt`.
package struct MailKeys: Sendable {
  let subject, preheader, brand, date, heading, previous, priorities, empty: TextKey
  let openInbox, reason, address, unsubscribe: TextKey
  let lang, dir, start, end, accent: KeywordKey
  let logo, inboxURL, unsubscribeURL: URLKey
  let filler, style: MarkupKey
  let hasBars, hasFooter, hasReferences: FlagKey
  let inboxReference, unsubscribeReference: TextKey
  let bars, sections, references: ListKey
  let bar = MailBarKeys()
  let section = MailSectionKeys()
  let reference = MailReferenceKeys()

  /// What templates are compiled against, and the key reference is made from.
  package let schema: RecordSchema

  package init() {
    var mail = SchemaDeclaration()
    subject = mail.text("subject", "The subject line.")
    preheader = mail.text("preheader", "What mail programs show after the subject.")
    filler = mail.markup("filler", "Invisible characters that keep the body out of the preview.")
    lang = mail.keyword("lang", "The language tag, such as `de`.")
    dir = mail.keyword("dir", "`ltr` or `rtl`.")
    start = mail.keyword("start", "The side where lines begin: `left` or `right`.")
    end = mail.keyword("end", "The other side.")
    accent = mail.keyword("accent", "The brand's colour for links and the button.")
    style = mail.markup("style", "Rules that give the dark scheme the brand's own colours.")
    brand = mail.text("brand", "The app's name.")
    logo = mail.url("logo", "The picture beside the name; empty without images.")
    date = mail.text("date", "The day of the mail, such as `Sun, Feb 8`.")
    heading = mail.text("heading", "How many are new and how many of them urgent.")
    previous = mail.text("previous", "The change against the digest before; empty where unknown.")
    priorities = mail.text("priorities", "How many of each priority.")
    empty = mail.text("empty", "What stands instead of sections when there is nothing new.")
    hasBars = mail.flag("hasBars", "Whether there is more than one notification to break down.")
    bars = mail.list("bars", of: bar.schema, "A bar for each type, in the profile's order.")
    sections = mail.list(
      "sections", of: section.schema, "Today, Yesterday, Earlier; no empty ones.")
    inboxURL = mail.url("inboxURL", "The recipient's inbox; empty where there is none.")
    inboxReference = mail.text("inboxReference", "The number of the inbox's link in the text part.")
    openInbox = mail.text("openInbox", "The words of the button.")
    reason = mail.text("reason", "Why the recipient gets this mail.")
    hasFooter = mail.flag("hasFooter", "Whether there is an address or a way to unsubscribe.")
    address = mail.text("address", "The sender's postal address.")
    unsubscribeURL = mail.url("unsubscribeURL", "Where to unsubscribe.")
    unsubscribe = mail.text("unsubscribe", "The words of that link.")
    unsubscribeReference = mail.text("unsubscribeReference", "Its number in the text part.")
    hasReferences = mail.flag("hasReferences", "Whether the text part has links.")
    references = mail.list("references", of: reference.schema, "The links of the text part.")
    schema = mail.schema
  }
}

/// A type's bar.
struct MailBarKeys: Sendable {
  let emoji, label, count: TextKey
  let width, rest: IntegerKey
  let schema: RecordSchema

  init() {
    var bar = SchemaDeclaration()
    emoji = bar.text("emoji", "The type's emoji.")
    label = bar.text("label", "The type's label.")
    count = bar.text("count", "How many.")
    width = bar.integer("width", "The bar's share of the longest one, in percent.")
    rest = bar.integer("rest", "What is left of 100.")
    schema = bar.schema
  }
}

/// A section's heading, items and end.
struct MailSectionKeys: Sendable {
  let title, underline, more: TextKey
  let items: ListKey
  let item = MailItemKeys()
  let schema: RecordSchema

  init() {
    var section = SchemaDeclaration()
    title = section.text("title", "The day and its count, such as `Today · 4`.")
    underline = section.text("underline", "As many hyphens as the title is wide.")
    items = section.list("items", of: item.schema, "The notifications, high priority first.")
    more = section.text("more", "What the section leaves out: `… and 15 more in your inbox`.")
    schema = section.schema
  }
}

/// A numbered link of the text part.
struct MailReferenceKeys: Sendable {
  let number: TextKey
  let url: URLKey
  let schema: RecordSchema

  init() {
    var reference = SchemaDeclaration()
    number = reference.text("number", "The number in brackets.")
    url = reference.url("url", "The address.")
    schema = reference.schema
  }
}
