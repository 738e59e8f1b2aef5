package import CompiledMustache

/// The keys of the inbox page's template, `inbox/page.html`.
package struct InboxKeys: Sendable {
  let lang, dir, policy: KeywordKey
  let style, filterStyle, start, script, words: MarkupKey
  let documentTitle, title, unread, recipient, skip, search, searchPlaceholder: TextKey
  let hasUnread, hasItems: FlagKey
  let typeLegend, stateLegend, priorityLegend: TextKey
  let types, states, priorities: ListKey
  let overview, byType, byPriority, perDay: TextKey
  let chartWidth: IntegerKey
  let days, typeBars, priorityBars, dayBars: ListKey
  let markAll, clearRead, noMatch, showAllAgain, emptyTitle, emptyText, older: TextKey
  let sections: ListKey
  let asOf, noScript, download, downloadHint, shortcuts: TextKey
  let clearQuestion, cancel, delete: TextKey
  let keys: ListKey
  let chip = InboxChipKeys()
  let column = InboxColumnKeys()
  let bar = InboxBarKeys()
  let shortcut = InboxShortcutKeys()
  let section = InboxSectionKeys()

  /// What the template is compiled against, and the key reference is made from.
  package let schema: RecordSchema

  package init() {
    var page = SchemaDeclaration()
    lang = page.keyword("lang", "The language tag, such as `de`.")
    dir = page.keyword("dir", "`ltr` or `rtl`.")
    policy = page.keyword("policy", "The content security policy.")
    style = page.markup("style", "The style element, `style.css` and the brand's colours.")
    filterStyle = page.markup("filterStyle", "The style element of the filters without JavaScript.")
    start = page.markup("start", "The script element that runs first, `start.js`.")
    script = page.markup("script", "The script element, `script.js`.")
    words = page.markup("words", "What the script is told, as JSON in an element of id `words`.")
    documentTitle = page.text("documentTitle", "The title of the browser's tab, with the unread.")
    title = page.text("title", "The heading.")
    unread = page.text("unread", "How many are unread.")
    hasUnread = page.flag("hasUnread", "Whether any is unread.")
    recipient = page.text("recipient", "The recipient's name, else their id.")
    skip = page.text("skip", "The words of the link to the list.")
    search = page.text("search", "The search box's label.")
    searchPlaceholder = page.text("searchPlaceholder", "What stands in the empty search box.")
    hasItems = page.flag("hasItems", "Whether there is any notification.")
    typeLegend = page.text("typeLegend", "The name of the filters by type.")
    stateLegend = page.text("stateLegend", "The name of the filters by read and unread.")
    priorityLegend = page.text("priorityLegend", "The name of the filters by priority.")
    types = page.list("types", of: chip.schema, "All, then each type in the profile's order.")
    states = page.list("states", of: chip.schema, "All, unread, read.")
    priorities = page.list("priorities", of: chip.schema, "Any, high, normal, low.")
    overview = page.text("overview", "The heading of chart and breakdowns.")
    byType = page.text("byType", "The heading of the bars by type.")
    byPriority = page.text("byPriority", "The heading of the bars by priority.")
    perDay = page.text("perDay", "The heading of the bars by day.")
    chartWidth = page.integer("chartWidth", "The chart's width in its own units.")
    days = page.list("days", of: column.schema, "A column for each day, the oldest first.")
    typeBars = page.list("typeBars", of: bar.schema, "A bar for each type.")
    priorityBars = page.list("priorityBars", of: bar.schema, "A bar for each priority.")
    dayBars = page.list("dayBars", of: bar.schema, "A bar for each day, the newest first.")
    markAll = page.text("markAll", "The words of the button that marks all as read.")
    clearRead = page.text("clearRead", "The words of the button that deletes what is read.")
    sections = page.list(
      "sections", of: section.schema, "Today, Yesterday, Earlier; no empty ones.")
    noMatch = page.text("noMatch", "What is said when the filters leave nothing.")
    showAllAgain = page.text("showAllAgain", "The words of the way back.")
    emptyTitle = page.text("emptyTitle", "What is said when there is no notification at all.")
    emptyText = page.text(
      "emptyText", "The sentence under it: that everything is read, or what is not shown.")
    older = page.text(
      "older", "How many are still unread from before the page's days; empty where none.")
    asOf = page.text("asOf", "When the page was made.")
    noScript = page.text("noScript", "What needs JavaScript.")
    download = page.text("download", "The words of the button that downloads the marks.")
    downloadHint = page.text("downloadHint", "Where marks are kept.")
    shortcuts = page.text("shortcuts", "The heading of the keyboard's shortcuts.")
    keys = page.list("keys", of: shortcut.schema, "The keyboard's shortcuts.")
    clearQuestion = page.text("clearQuestion", "What is asked before all that is read is deleted.")
    cancel = page.text("cancel", "The words of No.")
    delete = page.text("delete", "The words of Yes.")
    schema = page.schema
  }
}

/// A choice of a filter.
struct InboxChipKeys: Sendable {
  let index: IntegerKey
  let emoji, label, count: TextKey
  let isFirst: FlagKey
  let schema: RecordSchema

  init() {
    var chip = SchemaDeclaration()
    index = chip.integer("index", "The choice's number; 0 is All.")
    emoji = chip.text("emoji", "The type's emoji.")
    label = chip.text("label", "The choice's words.")
    count = chip.text("count", "How many; empty where that is said elsewhere.")
    isFirst = chip.flag("isFirst", "Whether it is chosen when the page opens.")
    schema = chip.schema
  }
}

/// A day of the chart.
struct InboxColumnKeys: Sendable {
  let x, y, height: IntegerKey
  let isEmpty: FlagKey
  let title: TextKey
  let schema: RecordSchema

  init() {
    var column = SchemaDeclaration()
    x = column.integer("x", "Where the column begins.")
    y = column.integer("y", "Its upper end.")
    height = column.integer("height", "Its height, of 32.")
    isEmpty = column.flag("isEmpty", "Whether nothing came that day.")
    title = column.text("title", "The day and how many came.")
    schema = column.schema
  }
}

/// A bar of a breakdown.
struct InboxBarKeys: Sendable {
  let emoji, label, count: TextKey
  let width: IntegerKey
  let schema: RecordSchema

  init() {
    var bar = SchemaDeclaration()
    emoji = bar.text("emoji", "The type's emoji.")
    label = bar.text("label", "What is counted.")
    width = bar.integer("width", "The bar's share of the longest one, in percent.")
    count = bar.text("count", "How many.")
    schema = bar.schema
  }
}

/// A key of the keyboard.
struct InboxShortcutKeys: Sendable {
  let key, label: TextKey
  let schema: RecordSchema

  init() {
    var shortcut = SchemaDeclaration()
    key = shortcut.text("key", "The key.")
    label = shortcut.text("label", "What it does.")
    schema = shortcut.schema
  }
}
