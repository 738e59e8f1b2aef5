import ByteText
import CompiledMustache
import Digests
import Languages
import Notifications
import SafeMarkdown

/// The text of a line, raw and whole: each document cuts and escapes it for itself.
///
/// All documents take titles and bodies from here, so that redacted text reaches none of them.
struct ShownText {
  // Constants that are set once: a variable was copied with all others where it was made and read.

  /// The notification's title, or its type's label; if redacted, the type's own sentence, or the
  /// label and the actor.
  let title: String
  /// Whether the notification has no title of its own, or a blank one.
  let isUntitled: Bool
  /// In the notification's body format; may be empty.
  let body: String
  let bodyFormat: BodyFormat
  let look: TypeLook
  let isRedacted: Bool
  /// The title on one line, if it is the notification's own.
  private let line: String?

  /// Borrows the context: a copy for each line would take longer than the rest.
  ///
  /// - Parameter cutsPreviews: Whether comment previews are cut at 100 characters, as in all documents
  ///   except JSON and the inbox page.
  init(
    _ notification: Notification, in context: borrowing DocumentContext, cutsPreviews: Bool = false
  ) {
    let look = context.types[notification.profile, notification.type]
    self.look = look
    isRedacted = context.redacts && look.isRedacted
    if isRedacted {
      title =
        look.redacted
        ?? ShownText.label(
          look.label(of: notification.batchCount ?? 1), from: notification.actor, in: context)
      line = nil
      isUntitled = false
      body = ""
      bodyFormat = .plain
    } else {
      let shortTitle = cutsPreviews ? notification.shortTitle : nil
      let shortBody = cutsPreviews ? notification.shortBody : nil
      let ownTitle = shortTitle ?? notification.title
      title = ownTitle ?? look.label
      line = ownTitle.map { FlatText.line($0) }
      isUntitled = line?.isEmpty ?? true
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

  /// The title on one line and the message below it, in plain text. A message without a title begins
  /// with it; a type's label says less than any message.
  func told(in context: borrowing DocumentContext) -> (title: String, message: String) {
    var (line, message) = ("", plainBody)
    if !isUntitled {
      line = self.line ?? FlatText.line(title)
    } else if !message.isEmpty {
      let opening = MessageOpening(message)
      (line, message) = (opening.title, opening.rest)
    }
    return (line.isEmpty ? context.words(.itemUntitled) : line, message)
  }

  /// The body as plain text.
  var plainBody: String {
    switch bodyFormat {
    case .plain: body
    case .html: HTMLText.plain(body)
    case .markdown: UserMarkdown.plainText(body)
    }
  }
}

/// How much of a line's text a document shows.
enum ItemLength {
  /// Cut to a phone's screen, with the first two lines of the body: what is not urgent.
  case row
  /// The same with the first four lines of the body: what is urgent.
  case card
  /// Whole, with the body's own line breaks: the inbox page.
  case whole
}

/// Something that the reader of a line can press.
struct ItemAction {
  var label: String
  /// Checked and percent-encoded.
  var url: String
  /// Whether it is drawn as a button, as Follow is.
  var isButton = false
}

/// The parts of a line in plain text, ready for any document to escape. A class: as a value it was
/// copied when it was made.
final class ItemParts {
  /// Two lines of a phone, in display columns.
  static let titleColumns = 144
  /// Three lines of a phone.
  static let bodyColumns = 216
  static let rowBodyColumns = 144

  let shown: ShownText
  let title: ActorTitle
  /// How many notifications the line stands for without its title saying so; usually 1.
  let times: Int
  /// The title with that number, where there is one: `CI failed ×6`.
  private var repeated: String?
  /// Plain text.
  let body: String
  /// The app's own word for high or low priority; nil for any other, and where it has none.
  var badge: String?
  let priority: Priority
  let isUnread: Bool
  /// Checked and percent-encoded; nil if the line leads nowhere.
  let link: String?
  /// A refused link, to be shown as text.
  let linkText: String?
  /// What the title leaves open, first of all facts: the subjects with their numbers, or the actors.
  var context: String?
  /// The subjects of a line that stands for several notifications; a last `…` stands for more.
  private(set) var places: [Place] = []
  /// The actors, if neither title nor context names them.
  var byline: String?
  /// The type's label for one: a number beside the title says how many there are.
  let label: String
  /// Follow first, then the record's own actions.
  var actions: [ItemAction] = []
  let isFollowing: Bool
  let media: MediaStrip?
  let actor: Actor?

  init(
    _ item: borrowing DigestItem, in context: borrowing DocumentContext, length: ItemLength
  ) {
    let notification = item.notification
    shown = ShownText(notification, in: context, cutsPreviews: length != .whole)
    actor = notification.actor ?? item.members.lazy.compactMap(\.actor).first
    var (line, message) = shown.told(in: context)
    switch length {
    case .row: message = Self.lines(of: message, most: 2, columns: Self.rowBodyColumns)
    case .card: message = Self.lines(of: message, most: 4, columns: Self.bodyColumns)
    case .whole: break
    }
    body = message
    if length != .whole { line = MessageOpening.cut(line, columns: Self.titleColumns) }
    title = ActorTitle(line, actor: actor)
    times = item.untoldCount
    if times > 1 { repeated = context.words.repeated(title.text, times: times) }
    priority = notification.priority
    if priority != .normal { badge = context.types.badge(priority, of: notification.profile) }
    isUnread = notification.isUnread
    link = notification.link.flatMap { SafeURL.normalized($0) }
    linkText = Self.shown(notification.droppedLink, length)
    label = shown.look.shortLabel(of: 1)
    if title.name.isEmpty, !shown.isRedacted || shown.look.redacted != nil {
      byline = Self.actors(of: item, context.words)
    }
    if !shown.isRedacted, !item.members.isEmpty { places = Self.places(of: item, titled: line) }
    let subject = shown.isRedacted ? nil : Self.subject(of: item, titled: line, in: places)
    self.context = subject ?? byline
    if subject == nil { byline = nil }
    isFollowing = actor?.isFollowedBack == true
    media = shown.isRedacted ? nil : MediaStrip(notification, words: context.words)
    addActions(of: notification, context.words)
  }

  /// The title with the number of notifications, for documents that have no other place for it.
  var told: String { repeated ?? title.text }

  /// The actors of a line's notifications.
  static func actors(of item: borrowing DigestItem, _ words: Localization) -> String? {
    if item.members.isEmpty { return item.notification.actor.map { FlatText.name($0.name) } }
    var known: Set<String> = []
    let names = item.members.compactMap { $0.actor.map { FlatText.name($0.name) } }
    return names.isEmpty ? nil : words.people(names.filter { known.insert($0).inserted })
  }

  /// The first lines that are not blank, cut together like a body of one line.
  private static func lines(of body: String, most: Int, columns: Int) -> String {
    if FlatText.isLine(body) { return MessageOpening.cut(body, columns: columns) }
    var columns = columns
    var lines: [String] = []
    var before = ""
    body.forEachLine { text in
      let line = FlatText.line(text)
      if line.isEmpty { return true }
      // A line is measured where another follows.
      if !before.isEmpty { columns -= DisplayWidth.columns(of: before) }
      before = line
      // One line more takes no more room than to say that there is one.
      if lines.count > most || columns <= 0 {
        if lines.count > most { lines.removeLast() }
        if let last = lines.popLast() { lines.append(last.hasSuffix("…") ? last : last + " …") }
        return false
      }
      lines.append(MessageOpening.cut(line, columns: columns))
      return true
    }
    return lines.count == 1 ? lines[0] : lines.joined(separator: "\n")
  }

  /// The action with this key leads to the actor's profile.
  private static let followKey = "follow"

  /// The Follow button replaces the profile's own action; without one it leads to the notification's
  /// link.
  private func addActions(of notification: Notification, _ words: Localization) {
    if actor?.isFollowedBack == false {
      let own = notification.actions.first { $0.key == Self.followKey }
      if let url = own?.url ?? notification.link {
        addAction(words(.itemFollow), url, isButton: true)
      }
    }
    for action in notification.actions where action.key != Self.followKey {
      addAction(action.label, action.url)
    }
  }

  private func addAction(_ label: String, _ url: String, isButton: Bool = false) {
    // The title leads there already.
    guard let url = SafeURL.normalized(url), isButton || url != link else { return }
    actions.append(ItemAction(label: label, url: url, isButton: isButton))
  }

  /// A relative link without a base URL is left out; any other refused link is shown.
  private static func shown(_ dropped: DroppedLink?, _ length: ItemLength) -> String? {
    guard case .notAllowed(let text)? = dropped else { return nil }
    let line = FlatText.line(text)
    return length == .whole ? line : DisplayWidth.truncated(line, columns: titleColumns)
  }

  /// Whether neither the title nor the actor tells the type. The emoji of a row does: the line of kinds
  /// explains it.
  ///
  /// - Parameters:
  ///   - isWhole: whether the time is one of the line's facts, and not beside the title.
  ///   - kinds: those that are named on each of their lines; nil to look at this line alone.
  func needsLabel(isWhole: Bool, among kinds: NamedKinds? = nil) -> Bool {
    if shown.isRedacted || !isWhole && shown.look.emoji != nil { return false }
    if !isWhole, let kinds { return kinds.contains(shown.look) }
    return title.name.isEmpty && !shown.look.isTold(by: title.text)
  }

  /// The actor's picture, if it may be loaded.
  var avatar: String? { actor?.avatarURL.flatMap { PictureURL.checked($0) } }
}
