internal import CompiledMustache
import Digests
import Languages
import Notifications
import SafeMarkdown

/// Fills the template's values of one card.
struct InboxCard {
  let keys: InboxCardKeys
  let context: DocumentContext
  let chips: TypeChips

  private var words: Words { context.words }

  func values(
    of item: DigestItem, classes: String, owners: inout MarkOwners
  ) -> RecordValues {
    let parts = ItemParts(item, in: context, length: .whole)
    var card = RecordValues(keys.schema)
    card[keys.filters] = classes
    card[keys.owner] = owners.number(of: item.notification)
    fillIdentity(&card, item)
    fillTitle(&card, parts)
    fillBody(&card, parts)
    fillFace(&card, parts)
    fillMedia(&card, parts)
    card[keys.type] = typeLine(parts)
    card[keys.byline] = parts.byline ?? ""
    fillTime(&card, item.notification.time, parts)
    fillLinks(&card, parts)
    return card
  }

  // MARK: Marks

  /// An id that an attribute cannot hold as it is goes the way of several: as JSON.
  private func fillIdentity(_ card: inout RecordValues, _ item: DigestItem) {
    let id = item.ids.first ?? item.notification.id
    if item.members.isEmpty, id.text.unicodeScalars.allSatisfy({ !Self.isAltered($0) }) {
      card[keys.id] = id.text
      return
    }
    let notification = item.notification
    let alone = DigestMember(
      type: notification.type, priority: notification.priority, isUnread: notification.isUnread)
    let members = item.members.isEmpty ? [alone] : item.members
    var json = JSONWriter(.oneLine)
    json.array(zip(item.ids, members)) { json, pair in
      let (id, member) = pair
      json.array(0..<4) { json, column in
        switch column {
        case 0: json.write(chips.number(notification.profile, member.type))
        case 1: json.write(FilterCells.position(of: member.priority) + 1)
        case 2: json.write(member.isUnread ? 1 : 0)
        default: json.write(id.text)
        }
      }
    }
    card[keys.members] = String(decoding: json.bytes, as: UTF8.self)
  }

  /// Whether HTML's own rules or our escape write another character in its place.
  private static func isAltered(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      || scalar.properties.isNoncharacterCodePoint
  }

  // MARK: Words

  private func fillTitle(_ card: inout RecordValues, _ parts: ItemParts) {
    card[keys.titleBefore] = parts.title.before
    card[keys.actor] = parts.title.name
    card[keys.titleAfter] = parts.title.after
    card[keys.state] = words(parts.isUnread ? .itemUnread : .itemRead)
    let (name, badge): (MessageKey, MessageKey) =
      switch parts.priority {
      case .high: (.itemSpokenPriorityHigh, .priorityBadgeHigh)
      case .normal: (.itemSpokenPriorityNormal, .priorityBadgeNormal)
      case .low: (.itemSpokenPriorityLow, .priorityBadgeLow)
      }
    card[keys.badge] = words(badge)
    let arguments: MessageArguments = [
      "priority": .text(words(name)), "type": .text(parts.shown.look.label), "state": "",
    ]
    var isAfterState = false
    let message = words[.itemSpoken].pattern(for: arguments, in: words.language)
    for segment in message.segments(arguments, in: words.language) {
      switch segment {
      case .value("title", _): return
      case .value("state", _): isAfterState = true
      case .literal(let text), .value(_, let text):
        card[isAfterState ? keys.spokenAfter : keys.spokenBefore] += text
      }
    }
  }

  private func fillBody(_ card: inout RecordValues, _ parts: ItemParts) {
    switch parts.shown.bodyFormat {
    case .plain, .html: card[keys.body] = trimmed(parts.body)
    case .markdown:
      var html: [UInt8] = []
      UserMarkdown.appendHTML(parts.shown.body, to: &html)
      card[keys.markup] = Markup(rendered: String(decoding: html, as: UTF8.self))
    }
  }

  /// Without blanks and line breaks at the ends.
  private func trimmed(_ text: String) -> String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return String(scalars)
  }

  /// The label; with the emoji where that is not the card's face.
  private func typeLine(_ parts: ItemParts) -> String {
    guard parts.actor != nil, let emoji = parts.shown.look.emoji else {
      return parts.shown.look.label
    }
    return emoji + " " + parts.shown.look.label
  }

  private func fillTime(_ card: inout RecordValues, _ time: Instant, _ parts: ItemParts) {
    var machine: [UInt8] = []
    Timestamp.append(Instant(seconds: time.seconds), to: &machine)
    card[keys.machineTime] = String(decoding: machine, as: UTF8.self)
    card[keys.absoluteTime] = parts.absoluteTime
    card[keys.relativeTime] = parts.relativeTime
  }

  // MARK: Pictures

  private func fillFace(_ card: inout RecordValues, _ parts: ItemParts) {
    let look = parts.shown.look
    if let actor = parts.actor {
      if context.showsImages, let avatar = actor.avatarURL.flatMap({ PictureURL.checked($0) }) {
        card[keys.avatar] = avatar
      }
      card[keys.face] = Initials.of(actor.name)
    } else {
      card[keys.face] = look.emoji ?? Initials.of(look.label)
      card[keys.colour] = (look.emoji == nil ? "" : "e ") + (look.colour?.rawValue ?? "grey")
    }
  }

  private func fillMedia(_ card: inout RecordValues, _ parts: ItemParts) {
    guard let media = parts.media else { return }
    card[keys.media] = media.summary
    guard context.showsImages else { return }
    let thumbnails = keys.thumbnail.values(of: media)
    card[keys.thumbnails] = thumbnails
    card[keys.hasThumbnails] = !thumbnails.isEmpty
  }

  // MARK: Links

  private func fillLinks(_ card: inout RecordValues, _ parts: ItemParts) {
    let url = parts.link.flatMap { SafeURL.normalized($0) }
    card[keys.link] = url ?? ""
    if url == nil, !parts.shown.isRedacted {
      card[keys.linkText] = parts.linkText ?? parts.link.map { FlatText.line($0) } ?? ""
    }
    switch parts.follow {
    case .none: break
    case .follow(let url): append(url, words(.itemFollow), isButton: true, to: &card)
    case .following: card[keys.note] = words(.itemFollowing)
    }
    for action in parts.actions { append(action.url, action.label, isButton: false, to: &card) }
  }

  private func append(
    _ url: String, _ label: String, isButton: Bool, to card: inout RecordValues
  ) {
    guard let url = SafeURL.normalized(url) else { return }
    var action = RecordValues(keys.action.schema)
    action[keys.action.url] = url
    action[keys.action.label] = label
    action[keys.action.isButton] = isButton
    card[keys.actions].append(action)
  }
}
