package import CompiledMustache

/// A template of a whole document; other templates are its partials. The compiler, the key reference
/// and the manual all use this table.
package struct TemplateDocument: Sendable {
  /// Below the folder of templates.
  package let path: String
  /// What the key reference calls the templates with these keys.
  package let kind: String
  /// What it makes.
  package let meaning: String
  package let schema: RecordSchema

  package static var all: [TemplateDocument] {
    [digest, digestPage] + MailTheme.bundled.flatMap { [mailPage(of: $0), mailText(of: $0)] }
      + [inboxPage, inboxIndex, gallery, galleryPlain]
  }

  static var digest: TemplateDocument {
    TemplateDocument(
      path: "digest/digest.md", kind: "the digest",
      meaning: "The digest in Markdown; its HTML and its plain text are made from that.",
      schema: DigestKeys.schema)
  }
  static var digestPage: TemplateDocument {
    TemplateDocument(
      path: "digest/page.html", kind: "the digest's page",
      meaning: "The HTML page around the digest.", schema: DigestKeys.pageSchema)
  }
  static func mailPage(of theme: String) -> TemplateDocument {
    TemplateDocument(
      path: "mail/\(theme)/message.html", kind: "mails",
      meaning: "The HTML part of a mail with the theme `\(theme)`.", schema: MailKeys.schema)
  }
  static func mailText(of theme: String) -> TemplateDocument {
    TemplateDocument(
      path: "mail/\(theme)/message.txt", kind: "mails",
      meaning: "The plain text part of a mail with the theme `\(theme)`.", schema: MailKeys.schema)
  }
  static var inboxPage: TemplateDocument {
    TemplateDocument(
      path: "inbox/page.html", kind: "the inbox page", meaning: "A recipient's inbox page.",
      schema: InboxKeys.schema)
  }
  static var inboxIndex: TemplateDocument {
    TemplateDocument(
      path: "inbox/index.html", kind: "the list of inbox pages",
      meaning: "The list of all inbox pages.", schema: InboxKeys.indexSchema)
  }
  static var gallery: TemplateDocument {
    TemplateDocument(
      path: "gallery/index.html", kind: "the gallery", meaning: "The page of the gallery.",
      schema: GalleryKeys.indexSchema)
  }
  static var galleryPlain: TemplateDocument {
    TemplateDocument(
      path: "gallery/plain.html", kind: "the gallery's text documents",
      meaning: "The page around a text document in the gallery.", schema: GalleryKeys.plainSchema)
  }
}
