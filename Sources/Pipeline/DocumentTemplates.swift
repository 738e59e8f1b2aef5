internal import CompiledMustache
package import Languages
package import Rendering

/// All templates of a run, compiled and checked before anything is read.
package struct DocumentTemplates: Sendable {
  package let catalogues: Catalogues
  package let documents: DigestDocuments

  /// - Parameter own: the user's own files by path; each replaces the bundled one.
  package init(own: [String: [UInt8]] = [:]) throws {
    catalogues = try Catalogues(own: own)
    try catalogues.check()
    let templates = TemplateCatalogue(own: own)
    documents = try DigestDocuments(templates)
    _ = try InboxTheme(templates)
    _ = try InboxIndexTheme(templates)
    for theme in MailTheme.bundled { _ = try MailTheme(theme, templates) }
  }

  /// The keys of each kind of template, in Markdown.
  package static var keyReference: String {
    """
    # Keys of the digest's templates (`digest/*.md`)

    \(KeyReference.markdown(DigestKeys.schema))
    # Keys of the digest's page (`digest/page.html`)

    \(KeyReference.markdown(DigestKeys.pageSchema))
    # Keys of the mails (`mail/*/message.html`, `mail/*/message.txt`)

    \(KeyReference.markdown(MailKeys.schema))
    # Keys of the inbox page (`inbox/page.html`)

    \(KeyReference.markdown(InboxKeys.schema))
    # Keys of the list of all inbox pages (`inbox/index.html`)

    \(KeyReference.markdown(InboxKeys.indexSchema))
    """
  }
}
