import MailMessages
package import Notifications

/// Makes unsubscribe links that tell whose they are and that nobody can make for somebody else.
package struct UnsubscribeLinks: Sendable {
  private let template: String
  private let secret: [UInt8]

  /// - Parameters:
  ///   - template: an address in which `{recipient}` and `{signature}` stand.
  ///   - secret: the key of the signatures; the server that is called knows it too.
  package init(template: String, secret: [UInt8]) {
    self.template = template
    self.secret = secret
  }

  /// The recipient's link: `{recipient}` is the id, percent-encoded; `{signature}` is the HMAC-SHA-256
  /// (RFC 2104) of the id's UTF-8 under the secret, in small hexadecimal digits.
  package func link(of recipient: RecipientID) -> String {
    let signature = KeyedHash.hmacSHA256(Array(recipient.text.utf8), key: secret)
    let digits = Array("0123456789abcdef".utf8)
    let text = signature.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    let signed = template.replacing(
      "{signature}", with: String(decoding: text, as: UTF8.self))
    return InboxAddress.of(recipient, template: signed)
  }
}
