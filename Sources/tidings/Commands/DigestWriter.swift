import Delivery
import Digests
import Exports
import Notifications
import Pipeline
import Rendering

/// Writes the digests of a run in one form.
struct DigestWriter {
  let reading: Reading
  let documents: DigestDocuments
  let form: DigestForm
  let style: TerminalStyle
  let look: LookOptions

  /// Writes every recipient's digest into a folder, each whole or not at all.
  func write(to folder: String) throws {
    let output = try OutputFolder(path: folder, permissions: .owner)
    for mailbox in reading.mailboxes {
      let digest = try reading.digest(of: mailbox)
      let key = mailbox.profile.map { "\($0)-\(mailbox.recipient)" } ?? mailbox.recipient.text
      let name = FileName.plain(Array(key.utf8), suffix: form.suffix)
      try output.write(bytes(of: digest, layout: .pretty), as: name)
    }
    try output.finish()
  }

  /// Writes one digest, or as JSON all of them, a line each.
  ///
  /// - Parameter nobody: whose empty digest is written where there is no recipient at all.
  func writeToStandardOutput(nobody: String?) throws {
    if form != .json, reading.mailboxes.count > 1 {
      throw Failure.severalRecipients(
        reading.mailboxes.map(\.recipient), orElse: "use --format json for all of them")
    }
    for mailbox in reading.mailboxes {
      let digest = try reading.digest(of: mailbox)
      try StandardStream.output.write(bytes(of: digest, layout: .oneLine))
    }
    if reading.mailboxes.isEmpty, form != .json || nobody != nil {
      let digest = reading.emptyDigest(for: RecipientID(nobody ?? "me"))
      try StandardStream.output.write(bytes(of: digest, layout: .oneLine))
    }
  }

  private func bytes(of digest: Digest, layout: JSONLayout) -> [UInt8] {
    var context = reading.context(for: Recipient(id: digest.recipient))
    context.inboxURL = look.inboxURL.map { InboxAddress.of(digest.recipient, template: $0) }
    context.showsImages = look.images
    context.redacts = false
    switch form {
    case .terminal: return TerminalDocument.digest(digest, in: context, style: style)
    case .json: return JSONDocument.digest(digest, in: context, layout: layout)
    case .markdown: return documents.markdown(digest, in: context)
    case .html: return documents.html(digest, in: context)
    case .text: return documents.text(digest, in: context)
    }
  }
}
