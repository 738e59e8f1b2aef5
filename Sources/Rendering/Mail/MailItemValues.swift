internal import CompiledMustache
import Languages
import Notifications

/// Fills in the template values of one line of a mail.
struct MailItemValues {
  let showsImages: Bool
  private let words: Localization
  // Looked up once for all lines.
  private let followLabel: String
  private let followingNote: String
  /// Where to read what is redacted; empty if the app has no name.
  private let whereToRead: String

  init(words: Localization, app: String, showsImages: Bool) {
    self.words = words
    self.showsImages = showsImages
    followLabel = Self.label(words(.itemFollow))
    followingNote = words(.itemFollowing)
    whereToRead = words.whereToRead(app)
  }

  /// Limits an action's label, which never breaks and would widen the mail on a phone.
  private static func label(_ words: String) -> String {
    DisplayWidth.truncated(FlatText.line(words), columns: 24)
  }

  /// - Parameter isSingle: Whether its title is the heading, so that its time is one of the facts.
  func values(
    of parts: ItemParts, naming kinds: NamedKinds, time: String, since: String?, isSingle: Bool
  ) -> RecordValues {
    let key = MailKeys.item.keys
    var item = MailKeys.item.empty
    item[key.emoji] = parts.shown.look.emoji ?? ""
    item[key.label] = parts.shown.look.shortLabel()
    let tint = Tint(parts.shown.look.color)
    item[key.tint] = tint.light
    item[key.tintName] = tint.name
    item[key.name] = LinkGuard.guarded(parts.title.text)
    item[key.title] = LinkGuard.guarded(parts.told)
    if parts.times > 1 { item[key.times] = words.number(parts.times) }
    item[key.link] = parts.link ?? ""
    // Where the line of a text is too long, its time stays together.
    let isLong = parts.told.utf8.count + time.utf8.count > MailText.columns - 3
    item[key.time] = isLong ? words.unbroken(time) : time
    item[key.linkText] = LinkGuard.guarded(parts.linkText ?? "")
    let body = parts.shown.isRedacted ? whereToRead : parts.body
    item[key.body] = body
    item[key.lines] = lines(of: body)
    let facts = facts(of: parts, naming: kinds, time: isSingle ? time : nil)
    item[key.facts] = facts
    item[key.hasFacts] = !facts.isEmpty
    item[key.since] = since.map(words.unbroken) ?? ""
    fillPictures(&item, parts)
    fillActions(&item, parts)
    item[key.hasDetails] =
      !body.isEmpty || !facts.isEmpty || since != nil || parts.linkText != nil
      || parts.media != nil || item[key.hasActions]
    return item
  }

  private func lines(of body: String) -> [RecordValues] {
    var lines: [RecordValues] = []
    body.forEachLine { text in
      lines.append(
        MailKeys.line.values { line, key in
          line[key.isLater] = !lines.isEmpty
          if let mark = BidiIsolation.mark(of: text, in: words.direction) {
            line[key.mark] = Markup(rendered: mark.text + " ")
          }
          line[key.text] = text
        })
      return true
    }
    return lines
  }

  private func facts(
    of parts: ItemParts, naming kinds: NamedKinds, time: String?
  ) -> [RecordValues] {
    var facts: [RecordValues] = []
    func add(_ text: String, link: String? = nil) {
      facts.append(
        MailKeys.fact.values { fact, key in
          fact[key.isLater] = !facts.isEmpty
          fact[key.text] = text
          if let link { fact[key.link] = link }
        })
    }
    if let badge = parts.badge { add(badge) }
    if parts.places.count > 1 {
      // The title leads to the newest.
      for place in parts.places {
        add(LinkGuard.guarded(place.name), link: place.link == parts.link ? nil : place.link)
      }
    } else if let place = parts.context {
      add(LinkGuard.guarded(place))
    }
    if parts.needsLabel(isWhole: time != nil, among: kinds) { add(parts.label) }
    if let byline = parts.byline { add(LinkGuard.guarded(byline)) }
    if parts.isFollowing { add(followingNote) }
    if let time { add(time) }
    return facts
  }

  private func fillPictures(_ item: inout RecordValues, _ parts: ItemParts) {
    let key = MailKeys.item.keys
    if let actor = parts.actor {
      item[key.hasFace] = true
      item[key.initial] = Initials.of(actor.name)
      if showsImages { item[key.avatar] = parts.avatar ?? "" }
    }
    guard let media = parts.media else { return }
    item[key.media] = media.summary(below: parts.title.text)
    item[key.moreThumbnails] = media.rest
    guard showsImages else { return }
    let thumbnails = media.values
    item[key.thumbnails] = thumbnails
    item[key.hasThumbnails] = !thumbnails.isEmpty
  }

  private func fillActions(_ item: inout RecordValues, _ parts: ItemParts) {
    let key = MailKeys.item.keys
    if parts.actions.isEmpty { return }
    let title = parts.title.text
    item[key.hasActions] = true
    item[key.actions] = parts.actions.map { action in
      MailKeys.action.values { values, key in
        let label = action.isButton ? followLabel : Self.label(action.label)
        values[key.url] = action.url
        values[key.label] = label
        values[key.spoken] = label + ": " + title
      }
    }
  }
}

/// The background of an emoji's square.
private struct Tint {
  let name: String
  let light: String

  init(_ color: TypeColor?) {
    (name, light) =
      switch color {
      case .red: ("red", "#fee2e2")
      case .orange: ("orange", "#ffedd5")
      case .green: ("green", "#dcfce7")
      case .blue: ("blue", "#dbeafe")
      case .purple: ("purple", "#f3e8ff")
      case .gray, nil: ("gray", "#f1f5f9")
      }
  }
}
