package import Delivery
package import Rendering

/// A message in the form of an outbox.
package enum MailBytes {
  package static func bytes(of mail: MailMessage, form: OutboxFormat) -> [UInt8] {
    var bytes: [UInt8] = []
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
