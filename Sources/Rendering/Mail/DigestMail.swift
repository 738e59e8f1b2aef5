package import ByteText
import Languages
package import MailMessages
package import Notifications

/// A digest mail with its header, ready for submission.
package struct DigestMail: Sendable {
  package let recipient: RecipientID
  package let message: Message

  /// The message of a document.
  ///
  /// - Parameters:
  ///   - profile: The recipient's profile; ids are unique only within it.
  ///   - slot: The moment when the mail was due. The Message-ID is made from it, the stream and the
  ///     recipient, so that a repeated mail has the same one.
  /// - Throws: A fault if the recipient cannot get a mail; of the field `email` if it is the address's.
  package init(
    _ document: MailDocument, to context: DocumentContext, of profile: ProfileName,
    in stream: MailStream, slot: Instant
  ) throws(Fault) {
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
        throw Self.badUnsubscribeURL(url)
      }
    } else if let given = context.recipient.unsubscribeURL {
      throw Self.badUnsubscribeURL(given)
    }
    message = Message(headers: headers, text: document.text, html: document.html)
  }

  private static func mailbox(of recipient: Recipient) throws(Fault) -> Mailbox {
    guard let email = recipient.email, !email.isEmpty else {
      throw Fault(
        .unusable, code: "no-address", field: "email", "the recipient has no address",
        advice: "give one in the recipients file")
    }
    do {
      return Mailbox(recipient.name, try EmailAddress(email))
    } catch {
      throw Fault(
        .unusable, code: "bad-address", field: "email",
        "\(email.cut(toBytes: 200)) is not an address",
        advice: "correct the recipients file")
    }
  }

  /// `now` with the offset of the recipient's zone.
  private static func date(of context: DocumentContext) throws(Fault) -> MailDate {
    let seconds = context.now.seconds
    do {
      return try MailDate(
        secondsSinceEpoch: seconds, offsetMinutes: context.zone.offset(at: seconds) / 60)
    } catch {
      throw Fault(
        .unusable, code: "bad-date", "--now is out of range for a mail's date",
        advice: "use a year from 1 to 9999")
    }
  }

  /// Not an absolute `https`, `http` or `mailto` URL of at most 900 bytes: no mail goes out without its
  /// unsubscribe link.
  private static func badUnsubscribeURL(_ url: String) -> Fault {
    Fault(
      .unusable, code: "bad-unsubscribe-url",
      "the unsubscribe URL \(url.cut(toBytes: 200)) cannot be used",
      advice: "give an https URL of plain ASCII")
  }

  /// Appends the message as a line of JSON, with its LF:
  ///
  ///     {"recipient": "u1", "to": "ana@example.org", "from": "digest@example.com", "subject": "…",
  ///      "messageID": "<…>", "headers": [["Date", "…"], …], "text": "…", "html": "…"}
  ///
  /// `to` and `from` are bare addresses, as in an envelope; `subject`, `text` and `html` are plain
  /// Unicode. `headers` are all fields except those of MIME, in order, unfolded and encoded. `text` is
  /// in `format=flowed` (RFC 3676).
  package func appendLine(to buffer: inout [UInt8]) {
    let headers = message.headers
    var json = JSONWriter(.oneLine)
    json.object { json in
      json.member("recipient", recipient.text)
      json.member("to", headers.to.address.description)
      json.member("from", headers.from.address.description)
      json.member("subject", HeaderText.flatten(headers.subject))
      json.member("messageID", "<\(headers.messageID)>")
      json.array("headers", headers.fields) { json, field in
        json.array([field.name.rawValue, field.value]) { $0.write($1) }
      }
      json.member("text", String(decoding: message.text.bytes, as: UTF8.self))
      json.member("html", String(decoding: message.html, as: UTF8.self))
    }
    buffer += json.bytes
    buffer.append(UInt8(ascii: "\n"))
  }
}

/// A series of mails, such as the daily digest: its sender and its identity for mail programs.
///
///     let stream = try MailStream(from: Mailbox("The Compass", address))
package struct MailStream: Sendable {
  /// Part of every Message-ID and of the List-Id.
  package let name: String
  package let from: Mailbox
  package var replyTo: Mailbox?
  package let listID: ListID

  /// The List-Id is `<name>.<domain of from>` with the sender's display name.
  ///
  /// - Throws: A `Fault` for a name that a List-Id (RFC 2919) cannot contain: empty, with blanks,
  ///   or longer than about 200 bytes.
  package init(
    name: String = "digest", from: Mailbox, replyTo: Mailbox? = nil
  ) throws(Fault) {
    self.name = name
    self.from = from
    self.replyTo = replyTo
    listID = try ListID("\(name).\(from.address.domain)", displayName: from.displayName)
  }
}
