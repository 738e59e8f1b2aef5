package import CompiledMustache

/// The keys of the template of the list of all inbox pages, `inbox/index.html`.
package struct InboxIndexKeys: Sendable {
  let lang, dir, policy: KeywordKey
  let style, words, script: MarkupKey
  let title, count, search: TextKey
  let pages: ListKey
  let page = InboxIndexRowKeys()

  /// What the template is compiled against, and the key reference is made from.
  package let schema: RecordSchema

  package init() {
    var index = SchemaDeclaration()
    lang = index.keyword("lang", "The language tag, such as `de`.")
    dir = index.keyword("dir", "`ltr` or `rtl`.")
    policy = index.keyword("policy", "The content security policy.")
    style = index.markup("style", "The style element, `style.css` and `index.css`.")
    words = index.markup("words", "What the script is told, as JSON in an element of id `words`.")
    script = index.markup("script", "The script element, `index.js`.")
    title = index.text("title", "The page's heading.")
    count = index.text("count", "How many recipients there are.")
    search = index.text("search", "The name of the search box.")
    pages = index.list("pages", of: page.schema, "The pages, in the order of their recipients.")
    schema = index.schema
  }
}

/// A page in the list.
struct InboxIndexRowKeys: Sendable {
  let href: URLKey
  let name, id, unread, total: TextKey
  let hasUnread: FlagKey
  let schema: RecordSchema

  init() {
    var row = SchemaDeclaration()
    href = row.url("href", "The page's file.")
    name = row.text("name", "The recipient's name, else the id.")
    id = row.text("id", "The recipient's id, where there is a name.")
    unread = row.text("unread", "How many notifications are unread.")
    total = row.text("total", "How many notifications there are.")
    hasUnread = row.flag("hasUnread", "Whether something is unread.")
    schema = row.schema
  }
}
