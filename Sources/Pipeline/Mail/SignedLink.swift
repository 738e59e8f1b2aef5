package import ByteText
internal import MailMessages
package import Notifications
internal import Rendering

/// Makes the signed links of one template: to unsubscribe, to change how often mails come, or to mute
/// a type. With the secret, a server can verify them.
///
///     https://example.org/unsubscribe/user-17?s=4c1f…
///
/// The signature is HMAC-SHA-256 (RFC 2104) in lowercase hexadecimal digits. It contains no date: a
/// mail's links must work for years.
package struct SignedLink: Sendable {
  private let template: String
  private let hasType: Bool
  private let secret: [UInt8]
  private let purpose: Purpose

  /// What a link is for. No signature for one purpose, or for one type, is valid for another.
  package enum Purpose: Sendable {
    /// Signs the recipient's id in UTF-8.
    case unsubscribing
    /// Signs the id, a line feed and the type's key, which is empty if the template has no `{type}`.
    case managing
  }

  private static let leastSecret = 16
  private static let signatureMark = "{signature}"
  private static let typeMark = "{type}"

  /// Whether a template's links are of one type each.
  package static func hasType(_ template: String) -> Bool { template.contains(typeMark) }

  /// - Parameters:
  ///   - template: an `https` URL (RFC 8058 section 3.1) with `{recipient}`, the percent-encoded id, and
  ///     `{signature}`; if it is for managing, perhaps with `{type}`, the percent-encoded key.
  ///   - option: what gave the template.
  ///   - variable: what gave the secret.
  package init(
    template: String, secret: [UInt8], for purpose: Purpose, option: String = "--manage-url",
    variable: String = SignedLinkRule.defaultVariable
  ) throws(Fault) {
    self.template = template
    hasType = Self.hasType(template)
    self.secret = Self.trimmed(secret)
    self.purpose = purpose
    let needed = [InboxAddress.recipientMark, Self.signatureMark]
    let path = purpose == .unsubscribing ? "unsubscribe" : "emails"
    let type = hasType && purpose == .managing ? "t={type}&" : ""
    let example = "write it as https://example.org/\(path)/{recipient}?\(type)s={signature}"
    for mark in needed where !template.contains(mark) {
      throw Fault(.usage, code: "no-mark", "\(option) \(template) lacks \(mark)", advice: example)
    }
    let known = purpose == .managing ? needed + [Self.typeMark] : needed
    if let mark = InboxAddress.unknownMark(in: template, among: known) {
      throw Fault(
        .usage, code: "unknown-mark", "\(option) \(template) has an unknown placeholder \(mark)",
        advice: "it can contain \(known.dropLast().joined(separator: ", ")) and \(known.last ?? "")"
      )
    }
    guard self.secret.count >= Self.leastSecret else {
      throw Fault(
        .usage, code: "short-secret",
        "the secret in \(variable) has fewer than \(Self.leastSecret) bytes",
        advice: "make one with: openssl rand -base64 32")
    }
    guard let example = url(for: RecipientID("a"), type: TypeKey(normalizing: "a")),
      example.lowercased().hasPrefix("https://"), (try? Unsubscription(example)) != nil
    else {
      throw Fault(
        .usage, code: "no-https",
        "\(option) \(template) does not make an https link of plain ASCII",
        advice: example)
    }
  }

  /// Without line ends behind it, which a file adds that a variable is set from, and a server takes
  /// away.
  private static func trimmed(_ secret: [UInt8]) -> [UInt8] {
    let end = secret.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
    return Array(secret[..<end])
  }

  /// The link of a recipient, or of a recipient and a type; nil for an id that would change the path, or
  /// with a line feed, whose signature could be that of somebody else's type.
  package func url(for recipient: RecipientID, type: TypeKey? = nil) -> String? {
    if recipient.text.utf8.contains(UInt8(ascii: "\n")) { return nil }
    var key: [UInt8] = []
    type?.text.withBytes { PercentEncoding.append(component: $0.span, to: &key) }
    return InboxAddress.of(
      recipient, template: template,
      [
        (Self.signatureMark, signature(of: recipient, type)),
        (Self.typeMark, String(decoding: key, as: UTF8.self)),
      ])
  }

  /// What `{signature}` stands for; a type counts as none where the template has no `{type}`.
  package func signature(of recipient: RecipientID, _ type: TypeKey?) -> String {
    var text = Array(recipient.text.utf8)
    let type = hasType ? type : nil
    // No key has a line feed.
    if purpose == .managing { text += "\n\(type?.text ?? "")".utf8 }
    return SHA256.hmac(text, key: secret).hexadecimal
  }
}

/// The signed links of a run's mails.
package struct SignedLinks: Sendable {
  /// For recipients without a link of their own.
  package var unsubscribing: SignedLink?
  /// To change how often mails come.
  package var managing: SignedLink?
  /// To mute a type.
  package var muting: SignedLink?

  package init() {}

  /// How faults call what a rule comes from.
  package enum Naming: Sendable {
    case options
    /// Of the configuration file.
    case keys

    fileprivate func names(of purpose: SignedLink.Purpose) -> (template: String, secret: String) {
      switch (self, purpose) {
      case (.options, .unsubscribing): ("--unsubscribe-url", "--unsubscribe-secret-env")
      case (.options, .managing): ("--manage-url", "--unsubscribe-secret-env")
      case (.keys, .unsubscribing): ("unsubscribe.url", "unsubscribe.secret-from")
      case (.keys, .managing): ("manage.url", "manage.secret-from")
      }
    }
  }

  /// Makes the links of a plan, with secrets from environment variables.
  ///
  /// - Parameter environment: returns a variable's bytes; a secret need not be text.
  package init(
    _ plan: Plan, of environment: (String) -> [UInt8]?, named naming: Naming
  ) throws(Fault) {
    func link(_ rule: SignedLinkRule, for purpose: SignedLink.Purpose) throws(Fault) -> SignedLink {
      let (option, secretOption) = naming.names(of: purpose)
      guard let secret = environment(rule.secretVariable), !secret.isEmpty else {
        throw Fault(
          .usage, code: "no-secret",
          "\(option) needs a secret, and the environment variable \(rule.secretVariable) is not set",
          advice: "set it, or name another one with \(secretOption)")
      }
      return try SignedLink(
        template: rule.template, secret: secret, for: purpose, option: option,
        variable: rule.secretVariable)
    }
    if let rule = plan.unsubscribe { unsubscribing = try link(rule, for: .unsubscribing) }
    for rule in plan.manage {
      let made = try link(rule, for: .managing)
      if SignedLink.hasType(rule.template) { muting = made } else { managing = made }
    }
  }

  /// A recipient's links besides the one to unsubscribe.
  func wishes(of recipient: RecipientID) -> WishLinks {
    var wishes = WishLinks(manage: managing?.url(for: recipient))
    if let muting { wishes.mute = { muting.url(for: recipient, type: $0) } }
    return wishes
  }
}
