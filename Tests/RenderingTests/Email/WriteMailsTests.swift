import Digests
import Foundation
import MailMessages
import Notifications
import Testing

@testable import Rendering

/// Writes digest mails of every kind, made on the whole way from notifications to bytes, and what was
/// put into them, for the judges under `Tests/Acceptance/mail`:
///
///     TIDINGS_WRITE_MESSAGES=DIR swift test --filter WriteMails
struct WriteMailsTests {
  private static let folder = ProcessInfo.processInfo.environment["TIDINGS_WRITE_MESSAGES"]
    .map { URL(filePath: $0) }
  private static let reason: Comment = "skipped: set TIDINGS_WRITE_MESSAGES to a folder"

  private struct Party: Encodable {
    var name: String
    var address: String

    init(_ mailbox: Mailbox) {
      name = mailbox.displayName ?? ""
      address = mailbox.address.description
    }
  }

  private struct Expected: Encodable {
    var file: String
    var from: Party
    var to: Party
    var subject: String
    var messageID: String
    var secondsSinceEpoch: Int64
    var fields: [String]
    /// In format=flowed, as the reader finds it under the transfer encoding.
    var text: String
    var html: String
    var items: Int
    var omitted: Int
    var total: Int
    var encodedHTML: Int
  }

  private struct Manifest: Encodable {
    var signed: [String]
    var secret: String
    var messages: [Expected]
  }

  @Test(.enabled(if: folder != nil, reason))
  func mailsOfEveryKindAreWritten() throws {
    let folder = try #require(Self.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var expected: [Expected] = []
    var lines: [UInt8] = []
    let themes = try ["default", "lean"].reduce(into: [:]) {
      $0[$1] = try MailTheme($1, TemplateCatalogue())
    }
    let contexts = try ["en", "de", "ar"].reduce(into: [:]) { $0[$1] = try MailSamples.context($1) }
    for kind in try MailKind.everyday + MailKind.huge + HostileMails.kinds() {
      let (document, message) = try Self.make(
        kind, try #require(themes[kind.theme]), try #require(contexts[kind.locale]))
      var bytes: [UInt8] = []
      let part = message.write(into: &bytes)
      #expect(MessageLinter().findings(in: bytes) == [], "\(kind.name)")
      try Data(bytes).write(to: folder.appending(path: "\(kind.name).eml"))
      message.appendLine(to: &lines)
      expected.append(Self.expected(kind, document, message, encodedHTML: part.encodedCount))
    }
    try Data(lines).write(to: folder.appending(path: "messages.jsonl"))
    let manifest = Manifest(
      signed: MessageHeaders.signed.map(\.description), secret: MailKind.secret, messages: expected)
    try JSONEncoder().encode(manifest).write(to: folder.appending(path: "expected.json"))
  }

  private static func make(
    _ kind: MailKind, _ theme: MailTheme, _ given: DocumentContext
  ) throws -> (MailDocument, MailMessage) {
    // Where the judges want a date near their clock: as seconds since 1970.
    let clock = ProcessInfo.processInfo.environment["TIDINGS_NOW"].flatMap { Int64($0) }
    var context = given
    context.showsImages = kind.images
    context.recipient.name = kind.recipientName
    context.recipient.id = RecipientID(kind.name)
    let digest = MailSamples.digest(kind.notifications, previous: kind.previous)
    let renderer = MailRenderer(theme: theme, options: MailOptions(brand: kind.brand))
    let document = renderer.document(of: digest, in: context)
    if let clock { context.now = Instant(seconds: clock) }
    return (
      document,
      try MailSamples.message(document, context, stream: try MailSamples.stream(kind.brand.name))
    )
  }

  private static func expected(
    _ kind: MailKind, _ document: MailDocument, _ mail: MailMessage, encodedHTML: Int
  ) -> Expected {
    let headers = mail.message.headers
    return Expected(
      file: "\(kind.name).eml", from: Party(headers.from), to: Party(headers.to),
      subject: HeaderText.flatten(headers.subject), messageID: "<\(headers.messageID)>",
      secondsSinceEpoch: headers.date.secondsSinceEpoch,
      fields: headers.fields.map(\.name.description) + ["MIME-Version", "Content-Type"],
      text: String(decoding: mail.message.text.bytes, as: UTF8.self),
      html: String(decoding: mail.message.html, as: UTF8.self), items: document.digest.lineCount,
      omitted: document.digest.sections.reduce(0) { $0 + $1.omitted },
      total: kind.notifications.count, encodedHTML: encodedHTML)
  }
}
