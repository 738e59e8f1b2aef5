import InputSupport
import Testing

@testable import Notifications

struct IdentityTests {
  @Test func `Identities are compared as bytes, not as characters`() {
    let composed = RecipientID("caf\u{E9}")
    let decomposed = RecipientID("cafe\u{301}")
    #expect(composed.text == decomposed.text)
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(RecipientID("a") < RecipientID("b"))
    #expect(RecipientID("Z") < RecipientID("a"))
  }
}

struct TypeKeyTests {
  @Test(arguments: [
    ("newMember", "new_member"), ("NEW_MEMBER", "new_member"), ("new-member", "new_member"),
    ("New member", "new_member"), ("follow_up_reminder", "follow_up_reminder"),
    ("ELEMENT_ADDED", "element_added"), ("HTTPError", "http_error"), ("v2Event", "v2_event"),
    ("__x__", "x"), ("ÄnderungNeu", "änderung_neu"),
  ])
  func `Type keys are the same however a system spells them`(spelling: String, key: String) {
    #expect(TypeKey(normalizing: spelling).text == key)
  }

  @Test func `Type keys are compared as bytes: two normal forms are two types`() {
    let types = ["caf\u{E9}", "cafe\u{301}"].map { TypeKey(normalizing: $0) }
    #expect(Set(types).count == 2)
    #expect(types[1] < types[0])
  }

  @Test(arguments: [
    ("FOLLOW_UP", "Follow up"), ("stamp-requested", "Stamp requested"),
    ("stampRequested", "Stamp requested"), ("comment.created", "Comment created"),
    (#"App\Notifications\StampRequestedNotification"#, "Stamp requested"),
    ("Notifications::StampRequested", "Stamp requested"),
    ("notifications.StampRequested", "Stamp requested"),
    (#"App\Notifications\Notification"#, "Notification"),
    ("CommentNotifier::Notification", "Comment"), ("Notifications::CommentNotification", "Comment"),
    ("system_notification", "System notification"), ("APIKeyExpired", "Api key expired"),
    ("sentIOSUpdate", "Sent ios update"), ("2FAEnabled", "2fa enabled"),
    ("web2PushSent", "Web2 push sent"), ("a/", "A"), ("", ""), ("\\", ""),
  ])
  func `Type keys make a readable label`(raw: String, label: String) {
    let key = TypeKey(normalizing: raw)
    #expect(key.readableLabel == label)
    #expect(TypeKey(normalizing: key.text) == key)
  }

  @Test func `Type keys of two classes of one name in two places are two`() {
    let types = [#"App\Loan\Due"#, "app/Loan/Due", #"App\Rent\Due"#].map {
      TypeKey(normalizing: $0)
    }
    #expect(types[0] == types[1] && types[0] != types[2])
  }
}

struct InstantTests {
  @Test(
    arguments: [(-1, -1), (0, 0), (1_999_999, 1), (-1_000_000, -1), (-1_000_001, -2)]
      as [(Int64, Int64)])
  func `Instants count whole seconds down, also before 1970`(microseconds: Int64, seconds: Int64) {
    #expect(Instant(microseconds: microseconds).seconds == seconds)
  }

  @Test func `Instants stay at the end of their range instead of overflowing`() {
    #expect(Instant(seconds: .max).microseconds == .max)
    #expect(Instant(seconds: .min).microseconds == .min)
    #expect(Instant(microseconds: .max).adding(seconds: 1).microseconds == .max)
    #expect(Instant(microseconds: .min).adding(seconds: -1).microseconds == .min)
  }
}

struct LanguageTagTests {
  @Test func `Locales fall back by losing subtags from the end`() {
    #expect(LanguageTag("ZH_hans_cn").fallbacks.map(\.text) == ["zh-Hans-CN", "zh-Hans"])
    #expect(LanguageTag("pt_pt").fallbacks.map(\.text) == ["pt-PT", "pt", "pt-BR"])
    #expect(LanguageTag("en-u-ca-buddhist").fallbacks.map(\.text) == ["en"])
  }

  @Test func `Locales choose the nearest words`() {
    let words = LocalizedText(byTag: ["en": "Offers", "de": "Angebote"])
    #expect(words.words(for: LanguageTag("de-AT")) == "Angebote")
    #expect(words.words(for: LanguageTag("fr")) == "Offers")
  }
}

struct AmountTests {
  private func euros(_ number: String, isMinor: Bool = false) -> Amount? {
    Amount(number, isMinor: isMinor, currency: "EUR")
  }

  @Test func `An amount is a plain decimal number, kept to its last digit`() throws {
    for (text, units, places) in [
      ("500", 500, 0), ("412.50", 4125, 1), ("0.07", 7, 2), ("250.000000", 250, 0), ("0", 0, 0),
      ("9223372036854775807", Int64.max, 0), ("1.0001", 10001, 4),
    ] as [(String, Int64, Int8)] {
      let amount = try #require(euros(text), "\(text)")
      #expect(amount.units == units && amount.places == places && amount.currency == "EUR")
    }
    let wrong = [
      "", "-5", "+5", "1e3", "1,250", "1,250.00", "$5", "5 EUR", ".5", "5.", "1.2.3", "0.12345",
      "412.50000000000006", "9223372036854775808", "٥", "true",
    ]
    for text in wrong { #expect(euros(text) == nil, "\(text)") }
  }

  @Test func `Smallest units count as many places as ISO 4217 gives the currency`() {
    #expect(euros("41250", isMinor: true) == euros("412.50"))
    #expect(euros("7", isMinor: true) == euros("0.07"))
    #expect(Amount("58000", isMinor: true, currency: "jpy") == Amount("58000", currency: "JPY"))
    #expect(Amount("1500", isMinor: true, currency: "KWD") == Amount("1.5", currency: "KWD"))
    #expect(euros("412.50", isMinor: true) == nil)
  }

  @Test func `A currency is three letters`() {
    #expect(Amount("1", currency: "usd")?.currency == "USD")
    for wrong in ["", "€", "EU", "EURO", "E1R", "eu ", "$$$"] {
      #expect(Amount("1", currency: wrong) == nil, "\(wrong)")
    }
  }

  @Test func `A sum is exact, and none where currencies differ or it is too large`() throws {
    let tenth = try #require(euros("0.1"))
    let sum = (1..<10).reduce(tenth) { sum, _ in sum.adding(tenth) ?? sum }
    #expect(sum == euros("1"))
    #expect(euros("0.05")?.adding(try #require(euros("412.5"))) == euros("412.55"))
    #expect(tenth.adding(try #require(Amount("1", currency: "USD"))) == nil)
    let most = try #require(euros("9223372036854775807"))
    #expect(most.adding(try #require(euros("1"))) == nil)
    #expect(most.adding(tenth) == nil && tenth.adding(most) == nil)
  }
}

struct MarkTableTests {
  @Test func `The latest mark of each kind wins, whatever the order`() {
    let marks = [
      mark("p", "r", "1", .read, at: 5), mark("p", "r", "1", .read, at: 9),
      mark("p", "r", "1", .deleted, at: 7), mark("p", "r", "1", .read, at: 1),
    ]
    let expected = [mark("p", "r", "1", .deleted, at: 7), mark("p", "r", "1", .read, at: 9)]
    #expect(MarkTable(marks).marks == expected)
    #expect(MarkTable(marks.reversed()).marks == expected)
    #expect(MarkTable(marks).count == 2)
  }

  @Test func `Marking twice changes nothing`() {
    var table = MarkTable()
    var changes: [Bool] = []
    for (kind, seconds) in [(Mark.Kind.read, Int64(5)), (.read, 9), (.deleted, 9)] {
      changes.append(table.mark(mark("p", "r", "1", kind, at: seconds)))
    }
    #expect(changes == [true, false, true])
    #expect(
      table.marks == [mark("p", "r", "1", .deleted, at: 9), mark("p", "r", "1", .read, at: 5)])
  }

  @Test func `What was put off can be put off anew, for longer or less long`() {
    var table = MarkTable()
    let changes = [Int64(9), 9, 12, 5].map { table.mark(mark("p", "r", "1", .later, at: $0)) }
    #expect(changes == [true, false, true, true])
    #expect(table.marks == [mark("p", "r", "1", .later, at: 5)] && table.count == 1)
  }

  @Test func `A mark is for one notification of one recipient of one system, compared as bytes`() {
    let table = MarkTable([mark("p", "r", "\u{E9}", .read, at: 5)])
    func isRead(_ profile: String, _ recipient: String, _ id: String) -> Bool {
      table.contains(mark(profile, recipient, id, .read, at: 0))
    }
    #expect(isRead("p", "r", "\u{E9}"))
    #expect(!isRead("p", "r", "e\u{301}"))
    #expect(!isRead("q", "r", "\u{E9}"))
    #expect(!isRead("p", "s", "\u{E9}"))
    #expect(!isRead("", "pr", "\u{E9}"))
  }

  @Test func `A notification gets the state that its marks say, and no other does`() {
    func notification(_ id: String) -> Notifications.Notification {
      Notifications.Notification(
        NotificationContent(
          profile: ProfileName("p"), recipient: RecipientID("r"), id: NotificationID(id),
          type: TypeKey(normalizing: "t"), time: Instant(seconds: 0), readState: .unread))
    }
    let table = MarkTable([mark("p", "r", "1", .read, at: 5), mark("p", "r", "2", .deleted, at: 5)])
    let states = ["1", "2", "3"].map { id in
      var notification = notification(id)
      table.apply(to: &notification)
      return "\(notification.readState) \(notification.isDeleted)"
    }
    #expect(states == ["read false", "unread true", "unread false"])
  }

  @Test func `Marks are listed in the order of bytes`() {
    let marks = ["b", "a", "\u{E9}", "Z", ""].flatMap { name in
      [
        mark(name, "r", "1", .read, at: 1), mark("p", name, "1", .read, at: 1),
        mark("p", "r", name, .read, at: 1),
      ]
    }
    let listed = MarkTable(marks).marks
    let expected = marks.sorted {
      ($0.profile, $0.recipient, $0.notification) < ($1.profile, $1.recipient, $1.notification)
    }
    #expect(listed == expected)
  }
}
