package import Delivery
internal import MailMessages
package import Rendering

/// Writes a message in the format of an outbox.
package enum MailBytes {
  package static func bytes(of mail: MailMessage, form: OutboxFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    // Allocates once for the header, both parts and what their encodings add.
    bytes.reserveCapacity(2_048 + (mail.message.text.bytes.count + mail.message.html.count) * 3 / 2)
    switch form {
    case .maildir, .eml, .mbox: mail.write(into: &bytes)
    case .jsonl:
      // The outbox ends the line itself.
      mail.appendLine(to: &bytes)
      bytes.removeLast()
    }
    return bytes
  }
}
