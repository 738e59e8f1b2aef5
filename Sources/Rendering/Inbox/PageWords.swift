import ByteText
import CompiledMustache
import Digests
import Languages
import Notifications
import Synchronization

/// What all pages of a language say: a third of the work of a page with ten notifications.
struct PageWords: Sendable {
  fileprivate let language: Localization
  /// The page's values that depend on nothing else.
  let values: RecordValues
  /// The rules of the style with words; see `InboxLooks`.
  let looks: [UInt8]
  /// Words and sentences for the script, as values of JSON.
  let texts: [UInt8]
  let forms: [UInt8]
  /// The locale with its digits.
  let numbers: String

  init(_ words: Localization) {
    language = words
    values = InboxKeys.page.values { page, _ in InboxFrame.fillWords(&page, words) }
    looks = InboxLooks.states(words)
    texts = PageScript.texts(words)
    forms = PageScript.forms(words)
    numbers = PageScript.numbers(words)
  }
}

/// The words of a run's pages, made once for each language.
final class PageLanguages: Sendable {
  private let known = Mutex<[String: PageWords]>([:])

  func words(_ language: Localization) -> PageWords {
    known.withLock { known in
      if let words = known[language.tag.text], words.language === language { return words }
      let words = PageWords(language)
      known[language.tag.text] = words
      return words
    }
  }
}

/// What is the same for many cards, said once in the style instead of in each of them: a type's label,
/// emoji and color, the words for read and unread that only a screen reader says, and those for
/// priorities.
struct InboxLooks {
  let chips: TypeChips
  let context: DocumentContext
  let words: PageWords
  /// Whether most unread ones are urgent, and more than a view shows: a whole page of red says nothing.
  let isMostlyUrgent: Bool
  /// Whether a row shows who acted.
  let hasFaces: Bool

  /// How many rows a view shows on most screens.
  static let rowsInView = 12

  var css: [UInt8] {
    var css = words.looks
    if isMostlyUrgent { css += ":root{--hot:var(--tint);--hot-title:var(--text)}\n".utf8 }
    if chips.hasPriorities, let profile = chips.profile {
      css += ".c.p1{--h:".utf8
      Self.append("(" + context.word(for: .high, of: profile) + ") ", to: &css)
      css += "}\n".utf8
      for (number, priority) in [Priority.high, .normal, .low].enumerated() {
        css += ".p\(number + 1)>details>p:not([class],:has(>b))::before{content:".utf8
        Self.append(context.word(for: priority, of: profile), to: &css)
        css += "}\n".utf8
      }
    }
    for (index, chip) in chips.chips.enumerated() {
      var look: [UInt8] = []
      if index < TypeChips.most {
        look += "--t:".utf8
        Self.append(chip.look.label(of: 1), to: &look)
      }
      let sign = chip.look.emoji ?? chips.sign
      if !sign.isEmpty {
        look += ";--e:".utf8
        Self.append(sign, to: &look)
      }
      if let color = chip.look.color, color != .gray {
        look += ";--b:var(--\(color.rawValue))".utf8
      }
      css += "[class^=\"c t\(index + 1) \"]{".utf8 + look + "}\n".utf8
    }
    // Where no type has an emoji, only faces take room, and rows without one beside them: all begin at
    // one edge.
    if chips.chips.allSatisfy({ $0.look.emoji == nil }) {
      css += (hasFaces ? ".c{--e:\"\";--b:#0000}\n" : ".c{--i:0px}\n").utf8
    }
    return css
  }

  /// The words for read and unread.
  static func states(_ words: Localization) -> [UInt8] {
    var css: [UInt8] = []
    for (name, word) in [("u", MessageKey.itemUnread), ("r", .itemRead)] {
      css += ".c.\(name) h3::after{content:var(--h,\"\") ".utf8
      append("(" + words(word) + ")", to: &css)
      css += "}\n".utf8
    }
    return css
  }

  /// Appends a string of CSS (CSS Syntax Module Level 3, section 4.3.5) in which nothing ends the string
  /// or the element: of ASCII, only letters, digits and blanks stay as they are.
  static func append(_ text: String, to css: inout [UInt8]) {
    css.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x20, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: css.append(UInt8(scalar.value))
      case 0: css += "\u{FFFD}".utf8
      case 0xA1... where !InboxCards.isAltered(scalar):
        css += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      default: css += "\\\(String(scalar.value, radix: 16)) ".utf8
      }
    }
    css.append(UInt8(ascii: "\""))
  }
}

/// The data for the page's script: words, counts and the owners of marks, as JSON in an element that
/// does not run.
struct PageScript {
  let digest: Digest
  let context: DocumentContext
  let chips: TypeChips
  let sections: [InboxCards.Section]
  let owners: MarkOwners
  let options: InboxOptions
  let words: PageWords

  /// The element of the page.
  var element: Markup {
    var json = JSONWriter(.oneLine)
    write(&json)
    return Self.element(json)
  }

  /// An element with this JSON, in which `<` is escaped so that nothing ends it.
  static func element(_ json: JSONWriter) -> Markup {
    var html = Array("<script type=\"application/json\" id=\"words\">".utf8)
    html.reserveCapacity(html.count + json.bytes.count + 64)
    var rest = json.bytes[...]
    while let index = rest.firstIndex(of: UInt8(ascii: "<")) {
      html += rest[..<index]
      html += "\\u003c".utf8
      rest = rest[(index + 1)...]
    }
    html += rest
    html += "</script>".utf8
    return Markup(rendered: String(decoding: html, as: UTF8.self))
  }

  private func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("page", options.pageID)
      json.member("numbers", words.numbers)
      json.member("zone", context.zone.identifier)
      json.member("now") { $0.write(context.now) }
      json.member("urgent", digest.omittedUrgent)
      json.array("owners", owners.owners) { json, owner in
        json.array([owner.profile.text, owner.recipient.text]) { $0.write($1) }
      }
      let kept = owners.owners.map { options.retentions[$0.profile] ?? 0 }
      if kept.contains(where: { $0 > 0 }) {
        json.array("kept", kept) { $0.write(Int($1)) }
      }
      json.member("counts") { counts(&$0) }
      json.array("days", sections) { json, section in
        switch section.heading {
        case .urgent: json.write(-1)
        case .day(.today): json.write(0)
        case .day(.yesterday): json.write(1)
        case .day(.earlier): json.write(2)
        }
      }
      json.member("text") { $0.write(json: words.texts) }
      json.member("forms") { $0.write(json: words.forms) }
    }
  }

  /// The words for the script, an object of JSON.
  static func texts(_ words: Localization) -> [UInt8] {
    var json = JSONWriter(.oneLine)
    json.object { json in
      for (name, key) in texts { json.member(name, words(key)) }
    }
    return json.bytes
  }

  /// The sentences for the script, whose plural forms it chooses from, an object of JSON.
  static func forms(_ words: Localization) -> [UInt8] {
    var json = JSONWriter(.oneLine)
    json.object { json in
      for (name, key) in forms { json.member(name) { forms(key, words, json: &$0) } }
    }
    return json.bytes
  }

  private static let texts: [(StaticString, MessageKey)] = [
    ("title", .inboxTitle), ("now", .timeNow), ("delete", .inboxDelete),
    ("markRead", .inboxMarkRead), ("markUnread", .inboxMarkUnread), ("undo", .inboxUndo),
    ("refused", .inboxStorageRefused), ("today", .sectionToday), ("yesterday", .sectionYesterday),
    ("yesterdayAt", .timeYesterday), ("select", .inboxKeySelect),
    ("earlier", .sectionEarlier), ("byType", .digestByType),
    ("perDay", .digestPerDay), ("nothingUrgent", .inboxNothingUrgent), ("later", .inboxLater),
    ("evening", .inboxLaterEvening), ("tomorrow", .inboxLaterTomorrow), ("atOnce", .inboxLaterNow),
    ("pageFrom", .inboxPageFrom), ("open", .inboxOpen),
  ]

  private static let forms: [(StaticString, MessageKey)] = [
    ("title", .inboxTitleUnread), ("unread", .countUnread), ("minutes", .timeMinutes),
    ("hours", .timeHours), ("doing", .inboxActionTitle),
    ("deletedOne", .inboxDeleted), ("wasRead", .inboxMarkedReadTitle),
    ("wasUnread", .inboxMarkedUnreadTitle), ("cleared", .inboxCleared),
    ("marked", .inboxMarkedRead), ("mark", .inboxMarkShown), ("clear", .inboxDeleteShown),
    ("found", .inboxFound), ("left", .inboxUrgentLeft),
    ("sinceVisit", .inboxSinceVisit), ("selected", .inboxSelected),
  ]

  /// The forms of a message by category, or the only one. The script takes `other` for what is left out.
  static func forms(_ key: MessageKey, _ words: Localization, json: inout JSONWriter) {
    let all = words[key].sources
    let forms = all.filter { $0.key == "other" || $0.value != all["other"] }
    if forms.count == 1, let only = forms["other"] { return json.write(only) }
    json.object { json in
      for (category, form) in forms.sorted(by: { $0.key < $1.key }) {
        json.member(named: category, form)
      }
    }
  }

  /// The counts of notifications when the page opens; the script subtracts marked ones.
  private func counts(_ json: inout JSONWriter) {
    let counts = digest.counts
    json.object { json in
      json.member("all", counts.all.total)
      json.member("unread", counts.all.unread)
      json.array("types", chips.chips) { $0.write($1.tally.total) }
      json.array("priorities", [Priority.high, .normal, .low]) { $0.write(counts[$1].total) }
      let activity = context.activity(of: digest, days: options.activityDays)
      json.array("days", activity) { $0.write($1) }
      json.array("sections", sections) { $0.write($1.count) }
    }
  }

  /// The locale with its digits (Unicode Technical Standard 35, `nu`), so that script and page write
  /// numbers alike.
  static func numbers(_ words: Localization) -> String {
    let systems = [
      "0": "latn", "٠": "arab", "۰": "arabext", "०": "deva", "০": "beng", "๐": "thai",
    ]
    return words.tag.text + "-u-nu-" + (systems[words.number(0)] ?? "latn")
  }
}

/// The owners of a page's notifications. Marks belong to a profile and a recipient, and a person may
/// have a different id in each profile.
struct MarkOwners {
  private(set) var owners: [PersonID] = []

  /// The owner's number, counted from 0 in the order of the calls.
  mutating func number(of notification: Notification) -> Int {
    let owner = PersonID(notification.profile, notification.recipient)
    if let number = owners.firstIndex(of: owner) { return number }
    owners.append(owner)
    return owners.count - 1
  }
}
