import Languages
package import Notifications
import SafeMarkdown

/// The words of a line, raw and whole: each document cuts and escapes them for itself.
///
/// Every document asks here and nowhere else for a title or a body, so that what is redacted is
/// nowhere.
package struct ShownText: Equatable, Sendable {
  /// The notification's title, else its type's label; of a redacted one, label and actor.
  package var title: String
  /// In the notification's body format; empty where there is none.
  package var body: String
  package var bodyFormat: BodyFormat
  package var look: TypeLook
  package var isRedacted: Bool

  /// - Parameter cutsPreviews: whether comment previews are cut at 100 characters, as in all documents
  ///   but JSON and the inbox page.
  ///
  /// The context is borrowed: an initializer would else take a copy, which costs more than the rest.
  package init(
    _ notification: Notification, in context: borrowing DocumentContext, cutsPreviews: Bool = false
  ) {
    let look = context.types[notification.profile, notification.type]
    self.look = look
    isRedacted = context.redacts && look.isRedacted
    if isRedacted {
      title = ShownText.label(look.label, from: notification.actor, in: context)
      body = ""
      bodyFormat = .plain
    } else {
      let shortTitle = cutsPreviews ? notification.shortTitle : nil
      let shortBody = cutsPreviews ? notification.shortBody : nil
      title = shortTitle ?? notification.title ?? look.label
      body = shortBody ?? notification.body ?? ""
      bodyFormat = notification.bodyFormat
    }
  }

  private static func label(
    _ label: String, from actor: Actor?, in context: borrowing DocumentContext
  ) -> String {
    guard let actor else { return label }
    return context.words(.itemLabelFrom, ["label": .text(label), "actor": .text(actor.name)])
  }

  /// The body as plain text.
  package var plainBody: String {
    switch bodyFormat {
    case .plain: body
    case .html: HTMLText.plain(body)
    case .markdown: UserMarkdown.plainText(body)
    }
  }
}
