import Languages
package import MailMessages
package import Notifications

/// A digest mail complete with its header, ready to be handed in.
package struct MailMessage: Sendable {
  package let recipient: RecipientID
  package let message: MailMessages.Message

  /// The message of a document.
  ///
  /// - Parameters:
  ///   - profile: whose recipient it is: ids are unique within their profile only.
  ///   - slot: the moment at which the mail was due; with the stream and the recipient it makes the
  ///     Message-ID, so that a mail that is made again has the same.
  /// - Throws: a `MailMessageError` where the recipient cannot be written to.
  package init(
    _ document: MailDocument, to context: DocumentContext, of profile: ProfileName,
    in stream: MailStream, slot: Instant
  ) throws(MailMessageError) {
    recipient = context.recipient.id
    var headers = MessageHeaders(
      from: stream.from, to: try Self.mailbox(of: context.recipient), subject: document.subject,
      date: try Self.date(of: context),
      messageID: MessageID(
        stream: stream.name, recipient: PersonID(profile, recipient).bytes,
        slot: slot.seconds, domain: stream.from.address.domain))
    headers.replyTo = stream.replyTo
    headers.listID = stream.listID
    headers.language = context.words.tag.text
    if let url = document.unsubscribeURL {
      do {
        headers.unsubscription = try Unsubscription(url)
      } catch {
        throw .badUnsubscribeURL(url)
      }
    } else if let given = context.recipient.unsubscribeURL {
      throw .badUnsubscribeURL(given)
    }
    message = MailMessages.Message(headers: headers, text: document.text, html: document.html)
  }

  /// Appends the message as it goes to a server: RFC 5322, with CRLF.
  package func write(into buffer: inout [UInt8]) { message.write(into: &buffer) }

  private static func mailbox(of recipient: Recipient) throws(MailMessageError) -> Mailbox {
    guard let email = recipient.email, !email.isEmpty else { throw .noAddress }
    do {
      return Mailbox(recipient.name, try EmailAddress(email))
    } catch {
      throw .badAddress(email, error)
    }
  }

  /// `now` with the offset of the recipient's zone.
  private static func date(of context: DocumentContext) throws(MailMessageError) -> MailDate {
    let seconds = context.now.seconds
    do {
      return try MailDate(
        secondsSinceEpoch: seconds, offsetMinutes: context.zone.offset(at: seconds) / 60)
    } catch {
      throw .badDate(error)
    }
  }
}

/// Why a recipient gets no mail.
package enum MailMessageError: Error, Equatable {
  case noAddress
  case badAddress(String, AddressError)
  /// Not an absolute `https`, `http` or `mailto` URL of at most 900 bytes: without the link that was
  /// promised no mail goes out.
  case badUnsubscribeURL(String)
  /// A `now` that no `Date` field can hold.
  case badDate(HeaderError)
}
