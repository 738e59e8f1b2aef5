import MailMessages
import Notifications

extension MailMessage {
  /// Appends the message as a line of JSON, with its LF:
  ///
  ///     {"recipient": "u1", "to": "ana@example.org", "from": "digest@example.com", "subject": "…",
  ///      "messageID": "<…>", "headers": [["Date", "…"], …], "text": "…", "html": "…"}
  ///
  /// `to` and `from` are bare addresses, as an envelope has them; `subject`, `text` and `html` are
  /// plain Unicode. `headers` are all fields but those of MIME, in their order, unfolded and encoded as
  /// they travel. `text` is in `format=flowed` (RFC 3676).
  package func appendLine(to buffer: inout [UInt8]) {
    let headers = message.headers
    var json = JSONWriter(.oneLine)
    json.object { json in
      json.member("recipient", recipient.text)
      json.member("to", headers.to.address.description)
      json.member("from", headers.from.address.description)
      json.member("subject", HeaderText.flatten(headers.subject))
      json.member("messageID", "<\(headers.messageID)>")
      json.member("headers") { json in
        json.array(headers.fields) { json, field in
          json.array([field.name.rawValue, field.value]) { $0.write($1) }
        }
      }
      json.member("text", String(decoding: message.text.bytes, as: UTF8.self))
      json.member("html", String(decoding: message.html, as: UTF8.self))
    }
    buffer += json.bytes
    buffer.append(UInt8(ascii: "\n"))
  }
}
