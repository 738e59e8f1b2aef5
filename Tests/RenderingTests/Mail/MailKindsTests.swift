import Digests
import MailLinter
import MailMessages
import Notifications
import Testing

@testable import Rendering

struct MailKindsTests {
  @Test
  func `A mail of every kind passes the strict linter, and shows or counts every notification`()
    throws
  {
    try expectGood(
      MailKind.everyday + MailKind.huge + HostileMails.kinds(of: Samples.hostileTexts))
  }

  @Test(.enabled(if: Shared.hostile != nil, "\(Shared.reasonToSkip)"))
  func `A mail of the public hostile texts passes the strict linter too`() throws {
    try expectGood(HostileMails.kinds(of: Shared.hostileTexts()))
  }

  private func expectGood(_ kinds: [MailKind]) throws {
    let themes = try ["default", "lean"].reduce(into: [:]) {
      $0[$1] = try MailTheme($1, TemplateCatalogue())
    }
    let contexts = try ["en", "de", "ar"].reduce(into: [:]) { $0[$1] = try MailSamples.context($1) }
    for kind in kinds {
      let (document, message) = try Self.make(
        kind, try #require(themes[kind.theme]), try #require(contexts[kind.locale]))
      var bytes: [UInt8] = []
      message.write(into: &bytes)
      #expect(MessageLinter().findings(in: bytes) == [], "\(kind.name)")
      let size = TransferEncoding.encodedCount(of: document.html)
      #expect(size <= MailDocument.mostEncodedBytes, "\(kind.name)")
      let told = document.digest.sections.reduce(0) { told, section in
        section.items.reduce(told + section.omitted) { $0 + $1.ids.count }
      }
      #expect(told == kind.notifications.count, "\(kind.name)")
    }
  }

  private static func make(
    _ kind: MailKind, _ theme: MailTheme, _ given: DocumentContext
  ) throws -> (MailDocument, DigestMail) {
    var context = given
    context.showsImages = kind.images
    context.recipient.name = kind.recipientName
    context.recipient.id = RecipientID(kind.name)
    let digest = MailSamples.digest(kind.notifications, previous: kind.previous)
    let renderer = MailRenderer(theme: theme, options: MailOptions(brand: kind.brand))
    let document = renderer.document(of: digest, in: context)
    return (
      document,
      try MailSamples.message(document, context, stream: try MailSamples.stream(kind.brand.name))
    )
  }
}
