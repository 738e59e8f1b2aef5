public import MailMessages

/// A series of mails, such as the daily digest: who sends it and what mail programs file it by.
///
///     let stream = try MailStream(from: Mailbox("The Compass", address))
public struct MailStream: Sendable {
  /// Part of every Message-ID and of the List-Id.
  public let name: String
  public let from: Mailbox
  public var replyTo: Mailbox?
  public let listID: ListID

  /// The List-Id is `<name>.<domain of from>`, called as the sender is.
  ///
  /// - Throws: a `HeaderError` for a name that can be no part of a List-Id (RFC 2919): one with
  ///   blanks, empty, or over 200 bytes or so.
  public init(
    name: String = "digest", from: Mailbox, replyTo: Mailbox? = nil
  ) throws(HeaderError) {
    self.name = name
    self.from = from
    self.replyTo = replyTo
    listID = try ListID("\(name).\(from.address.domain)", displayName: from.displayName)
  }
}
