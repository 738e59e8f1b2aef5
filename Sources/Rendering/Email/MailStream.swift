package import MailMessages

/// A series of mails, such as the daily digest: who sends it and what mail programs file it by.
///
///     let stream = try MailStream(from: Mailbox("The Compass", address))
package struct MailStream: Sendable {
  /// Part of every Message-ID and of the List-Id.
  package let name: String
  package let from: Mailbox
  package var replyTo: Mailbox?
  package let listID: ListID

  /// The List-Id is `<name>.<domain of from>`, called as the sender is.
  ///
  /// - Throws: a `HeaderError` for a name that can be no part of a List-Id (RFC 2919): one with
  ///   blanks, empty, or over 200 bytes or so.
  package init(
    name: String = "digest", from: Mailbox, replyTo: Mailbox? = nil
  ) throws(HeaderError) {
    self.name = name
    self.from = from
    self.replyTo = replyTo
    listID = try ListID("\(name).\(from.address.domain)", displayName: from.displayName)
  }
}
