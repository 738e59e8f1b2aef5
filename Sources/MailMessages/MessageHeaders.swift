import ByteText

/// The contents of a message's header.
package struct MessageHeaders: Sendable {
  package var from: Mailbox
  package var replyTo: Mailbox?
  package var to: Mailbox
  /// Any text; flattened and encoded when written.
  package var subject: String
  package var date: MailDate
  package var messageID: MessageID
  package var listID: ListID?
  package var unsubscription: Unsubscription?
  /// The language of both parts, a BCP 47 tag (RFC 3282).
  package var language: String?

  package init(
    from: Mailbox, to: Mailbox, subject: String, date: MailDate, messageID: MessageID
  ) {
    self.from = from
    self.to = to
    self.subject = subject
    self.date = date
    self.messageID = messageID
  }

  /// Whether an address is not ASCII, so that the message needs SMTPUTF8 (RFC 6531).
  package var needsSMTPUTF8: Bool {
    from.address.needsSMTPUTF8 || to.address.needsSMTPUTF8
      || replyTo?.address.needsSMTPUTF8 ?? false
  }

  /// All fields except those of MIME, in writing order.
  package var fields: [HeaderField] {
    var fields: [HeaderField] = []
    forEachField { name, append in
      var bytes: [UInt8] = []
      append(&bytes)
      fields.append(HeaderField(name: name, value: String(decoding: bytes, as: UTF8.self)))
    }
    return fields
  }

  /// Writes the same fields in place.
  func write(into buffer: inout [UInt8]) {
    forEachField { name, append in HeaderField.write(name, into: &buffer, value: append) }
  }

  private typealias Append = (inout [UInt8]) -> Void

  /// Calls `body` with the name of each field and a function that appends its value.
  private func forEachField(_ body: (HeaderName, Append) -> Void) {
    // Local copies, so that no closure copies the whole header.
    let (date, from, to, subject, messageID) = (date, from, to, subject, messageID)
    body(.date) { date.append(to: &$0) }
    body(.from) { HeaderField.append(from, after: .from, to: &$0) }
    if let replyTo { body(.replyTo) { HeaderField.append(replyTo, after: .replyTo, to: &$0) } }
    body(.to) { HeaderField.append(to, after: .to, to: &$0) }
    body(.subject) { HeaderField.append(subject, after: .subject, to: &$0) }
    body(.messageID) { messageID.append(to: &$0) }
    if let listID { body(.listID) { listID.append(to: &$0) } }
    if let unsubscription {
      body(.listUnsubscribe) { unsubscription.append(to: &$0) }
      if unsubscription.isOneClick {
        body(.listUnsubscribePost) { $0.append(contentsOf: "List-Unsubscribe=One-Click".utf8) }
      }
    }
    // No person wrote it: vacation programs leave it unanswered (RFC 3834 section 5).
    body(.autoSubmitted) { $0.append(contentsOf: "auto-generated".utf8) }
    body(.autoResponseSuppress) { $0.append(contentsOf: "OOF, AutoReply".utf8) }
    if let language {
      body(.contentLanguage) { HeaderField.append(language, after: .contentLanguage, to: &$0) }
    }
  }
}

extension MessageHeaders {
  /// The fields that the sender's DKIM signature must cover. RFC 8058 section 4 requires the first
  /// two and the List- fields; the others protect what the message says.
  package static let signed: [HeaderName] = [
    .from, .to, .subject, .date, .messageID, .sender, .replyTo, .listID, .listUnsubscribe,
    .listUnsubscribePost, .autoSubmitted, .mimeVersion, .contentType,
  ]
}
