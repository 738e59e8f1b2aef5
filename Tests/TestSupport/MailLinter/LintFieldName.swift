/// The name of a header field: printable ASCII without colon, compared without case (RFC 5322
/// sections 2.2 and 3.6.8).
struct LintFieldName: Hashable, Sendable {
  let text: String

  /// Nil for a name that is empty, over 60 bytes, or holds anything but `ftext`.
  init?(_ name: String) {
    let isFieldText = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A }
    guard isFieldText, (1...60).contains(name.utf8.count) else { return nil }
    text = name
  }

  private init(known name: String) { text = name }

  static func == (left: LintFieldName, right: LintFieldName) -> Bool {
    left.text.lowercased() == right.text.lowercased()
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
}

extension LintFieldName {
  static let date = LintFieldName(known: "Date")
  static let from = LintFieldName(known: "From")
  static let sender = LintFieldName(known: "Sender")
  static let replyTo = LintFieldName(known: "Reply-To")
  static let to = LintFieldName(known: "To")
  static let cc = LintFieldName(known: "Cc")
  static let bcc = LintFieldName(known: "Bcc")
  static let subject = LintFieldName(known: "Subject")
  static let messageID = LintFieldName(known: "Message-ID")
  static let listID = LintFieldName(known: "List-Id")
  static let listUnsubscribe = LintFieldName(known: "List-Unsubscribe")
  static let listUnsubscribePost = LintFieldName(known: "List-Unsubscribe-Post")
  static let autoSubmitted = LintFieldName(known: "Auto-Submitted")
  static let autoResponseSuppress = LintFieldName(known: "X-Auto-Response-Suppress")
  static let mimeVersion = LintFieldName(known: "MIME-Version")
  static let contentType = LintFieldName(known: "Content-Type")
  static let contentTransferEncoding = LintFieldName(known: "Content-Transfer-Encoding")
  static let contentLanguage = LintFieldName(known: "Content-Language")
  static let returnPath = LintFieldName(known: "Return-Path")
  static let received = LintFieldName(known: "Received")
  static let dkimSignature = LintFieldName(known: "DKIM-Signature")
}
