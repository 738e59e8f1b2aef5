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
