import Notifications
import SafeMarkdown

/// Where the links of a mail's frame lead: checked, percent-encoded, absent where there is none.
struct MailLinks: Equatable {
  var inbox: String?
  var unsubscribe: String?

  init(_ context: DocumentContext) {
    inbox = context.inboxURL.flatMap(SafeURL.normalized)
    // A comma would end the URL in a List-Unsubscribe field (RFC 2369 section 2).
    unsubscribe = context.recipient.unsubscribeURL.flatMap(SafeURL.normalized)
      .map { $0.utf8.contains(UInt8(ascii: ",")) ? $0.replacing(",", with: "%2C") : $0 }
  }
}
