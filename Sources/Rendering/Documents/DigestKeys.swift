package import CompiledMustache

/// What a template of the digest finds, key by key: the schema that templates are compiled against,
/// and from which their key reference is made.
///
/// Texts are raw and whole words of the recipient's language; they are escaped where the template
/// writes them. An empty text counts as absent, so that `{{#change}}…{{/change}}` shows it only
/// where there is one.
package struct DigestKeys: Sendable {
  package let headline: TextKey
  package let title: TextKey
  package let asOf: TextKey
  package let window: TextKey
  package let total: TextKey
  package let change: TextKey
  package let upcoming: TextKey
  package let older: TextKey
  package let byPriorityWord: TextKey
  package let byTypeWord: TextKey
  package let priorities: ListKey
  package let types: ListKey
  package let sections: ListKey
  package let inbox: RecordKey
  package let tally = TallyKeys()
  package let section = SectionKeys()
  package let inboxLink = LinkKeys()
  package let schema: RecordSchema

  package init() {
    var digest = SchemaDeclaration()
    headline = digest.text(
      "headline", "How many are new and how many of them are urgent; or why there is nothing.")
    title = digest.text("title", "What the document is, and for whom.")
    asOf = digest.text("asOf", "When the digest was made, with the zone of all its times.")
    window = digest.text("window", "The days that the digest covers; empty for all days.")
    total = digest.text("total", "How many notifications there are, in words.")
    change = digest.text("change", "How many more or fewer than last time; empty where unknown.")
    upcoming = digest.text("upcoming", "How many are dated later than now; empty where none.")
    older = digest.text(
      "older", "How many are still unread from before these days; empty where none.")
    byPriorityWord = digest.text("byPriority", "The title of the breakdown by priority.")
    byTypeWord = digest.text("byType", "The title of the breakdown by type.")
    priorities = digest.list(
      "priorities", of: tally.schema, "The priorities that occur, most urgent first.")
    types = digest.list(
      "types", of: tally.schema, "The types that occur, in their profile's order.")
    sections = digest.list(
      "sections", of: section.schema, "The days that hold something: today, yesterday, earlier.")
    inbox = digest.record(
      "inbox", inboxLink.schema, "The link to the recipient's inbox, where there is one.")
    schema = digest.schema
  }
}

/// One row of a breakdown.
package struct TallyKeys: Sendable {
  package let emoji: TextKey
  package let label: TextKey
  package let total: TextKey
  package let unread: TextKey
  package let schema: RecordSchema

  package init() {
    var tally = SchemaDeclaration()
    emoji = tally.text("emoji", "The type's emoji; empty for priorities and types without one.")
    label = tally.text("label", "The name of the priority or type.")
    total = tally.text("total", "How many there are, in the digits of the language.")
    unread = tally.text("unread", "How many of them are unread, in words; empty where none.")
    schema = tally.schema
  }
}

/// The notifications of one day.
package struct SectionKeys: Sendable {
  package let title: TextKey
  package let day: KeywordKey
  package let total: TextKey
  package let unread: TextKey
  package let items: ListKey
  package let more: TextKey
  package let item = ItemKeys()
  package let schema: RecordSchema

  package init() {
    var section = SchemaDeclaration()
    title = section.text("title", "The name of the day: Today.")
    day = section.keyword("day", "`today`, `yesterday` or `earlier`.")
    total = section.text(
      "total", "How many notifications the day has, those that are left out included.")
    unread = section.text("unread", "How many of them are unread, in words; empty where none.")
    items = section.list("items", of: item.schema, "The lines, in order.")
    more = section.text(
      "more", "How many notifications the list leaves out, in words; empty where none.")
    schema = section.schema
  }
}

/// A link with its words.
package struct LinkKeys: Sendable {
  package let label: TextKey
  package let url: URLKey
  package let schema: RecordSchema

  package init() {
    var link = SchemaDeclaration()
    label = link.text("label", "What the link says.")
    url = link.url("url", "Where it leads.")
    schema = link.schema
  }
}
