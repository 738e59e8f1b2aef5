import ByteText
import Notifications
import Pipeline

/// Makes and proves the signed links of mails: to unsubscribe, to change how often mails come, or to mute a
/// type. They are those of the command line with the same template and secret.
///
///     let secretFile = URL(filePath: "/etc/compass/secret")
///     let template = "https://example.org/off/{recipient}?s={signature}"
///     let link = try SignedLink(template, secret: Data(contentsOf: secretFile))
///     var reader = Inbox.Reader("user-17")
///     reader.unsubscribeURL = link.url(for: reader.id)
public struct SignedLink: Sendable {
  private let link: Pipeline.SignedLink

  /// What a link is for. No signature for one purpose, or for one type, is valid for another.
  public enum Purpose: Sendable {
    case unsubscribing
    /// To choose how often mails come, or with `{type}` in the template to mute a type.
    case managing
  }

  /// - Parameters:
  ///   - template: An `https` URL with `{recipient}` and `{signature}`.
  ///   - secret: At least 16 bytes.
  ///   - purpose: What the link is for.
  /// - Throws: A `Fault` for a template or a secret that cannot be used.
  public init(
    _ template: String, secret: some Sequence<UInt8>, for purpose: Purpose = .unsubscribing
  ) throws(Fault) {
    do throws(ByteText.Fault) {
      link = try Pipeline.SignedLink(
        template: template, secret: Array(secret),
        for: purpose == .managing ? .managing : .unsubscribing, option: "the template",
        variable: "the parameter")
    } catch {
      throw Fault(error)
    }
  }

  /// A recipient's link; nil for an id that no link can hold.
  public func url(for recipient: String, type: String? = nil) -> String? {
    link.url(for: RecipientID(recipient), type: type.map(TypeKey.init(normalizing:)))
  }

  /// Whether a signature is that of a recipient's link, in a time that tells nothing of the right one.
  public func proves(_ signature: String, of recipient: String, type: String? = nil) -> Bool {
    // Signed text that has two meanings proves neither.
    guard url(for: recipient, type: type) != nil else { return false }
    let right = link.signature(of: RecipientID(recipient), type.map(TypeKey.init(normalizing:)))
    let (given, wanted) = (Array(signature.utf8), Array(right.utf8))
    return given.count == wanted.count && zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
