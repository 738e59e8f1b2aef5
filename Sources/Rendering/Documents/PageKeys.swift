package import CompiledMustache

/// What the layout of the digest's HTML page finds.
package struct PageKeys: Sendable {
  package let language: KeywordKey
  package let direction: KeywordKey
  package let headline: TextKey
  package let title: TextKey
  package let images: FlagKey
  package let content: MarkupKey
  package let schema: RecordSchema

  package init() {
    var page = SchemaDeclaration()
    language = page.keyword("language", "The language as a BCP 47 tag, for `lang`.")
    direction = page.keyword("direction", "`ltr` or `rtl`, for `dir`.")
    headline = page.text("headline", "How many are new and how many of them are urgent.")
    title = page.text("title", "What the document is, and for whom.")
    images = page.flag("images", "Whether the page may load thumbnails.")
    content = page.markup("content", "The digest as HTML blocks.")
    schema = page.schema
  }
}
