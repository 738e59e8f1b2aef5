import Languages
import Notifications
import Profiles
import Testing

@testable import Exports

struct CollapsedTitleTests {
  private func line(
    photos: Int, videos: Int, count: Int?, room: String? = "Awesome Fun"
  ) -> Notification {
    let pictures = [(photos, Thumbnail.Kind.photo), (videos, .video)].flatMap { number, kind in
      (0..<number).map { Thumbnail(url: "https://i.example/\($0)", kind: kind) }
    }
    return Notification(
      NotificationContent(
        profile: ProfileName("rooms"), recipient: RecipientID("me"), id: NotificationID("1"),
        type: TypeKey(normalizing: "ELEMENT_ADDED"), time: Instant(seconds: 0),
        actor: Actor(name: "renee"), subject: room.map { Subject(name: $0) }, thumbnails: pictures,
        batchCount: count))
  }

  private func title(_ line: Notification, bare: Int? = 0, _ tag: String = "en") throws -> String? {
    try ProfileSet.bundled()[ProfileName("rooms")]?.groupTitle(
      for: line, of: [], bare: bare, in: Language(LanguageTag(tag)), naming: { $0[0] })?.words
  }

  @Test func `Kinds are counted only where every thumbnail is there`() throws {
    #expect(
      try title(line(photos: 20, videos: 3, count: 23))
        == "renee added 20 photos and 3 videos to Awesome Fun")
    #expect(
      try title(line(photos: 5, videos: 0, count: 23)) == "renee added 23 items to Awesome Fun")
    #expect(
      try title(line(photos: 20, videos: 3, count: 23), bare: nil)
        == "renee added 23 items to Awesome Fun")
    #expect(
      try title(line(photos: 1, videos: 0, count: nil)) == "renee added a photo to Awesome Fun")
    #expect(
      try title(line(photos: 0, videos: 0, count: nil)) == "renee added an item to Awesome Fun")
    #expect(
      try title(line(photos: 5, videos: 0, count: 23), bare: 1)
        == "renee added 23 items to Awesome Fun")
    #expect(
      try title(line(photos: 1, videos: 0, count: 2), bare: 1)
        == "renee added a photo and a note to Awesome Fun")
  }

  @Test func `A line speaks the recipient's language, else English`() throws {
    let line = line(photos: 2, videos: 1, count: 3)
    #expect(
      try title(line, "de-AT") == "renee hat 2 Fotos und ein Video zu Awesome Fun hinzugefügt")
    #expect(try title(line, "ar") == "أضاف renee صورتين وفيديو إلى Awesome Fun")
    #expect(try title(line, "ja") == "reneeさんが Awesome Fun に写真 2 枚と動画 1 本を追加しました")
    #expect(try title(line, "ru") == "renee добавляет 2 фото и 1 видео в Awesome Fun")
    #expect(try title(line, "nl") == "renee added 2 photos and a video to Awesome Fun")
  }

  @Test func `A pattern whose values are missing gives way, at last to none`() throws {
    #expect(try title(line(photos: 1, videos: 0, count: 1, room: nil)) == "renee added a photo")
    var nameless = line(photos: 1, videos: 0, count: 1)
    nameless.content.actor = nil
    #expect(try title(nameless) == nil)
  }

  @Test func `A type's label is the profile's, or is made from its key`() throws {
    let rooms = try #require(try ProfileSet.bundled()[ProfileName("rooms")])
    let german = Language(LanguageTag("de"))
    #expect(rooms.label(of: TypeKey(normalizing: "MENTION"), in: german) == "Erwähnungen")
    #expect(rooms.label(of: TypeKey(normalizing: "ROOM_SHARED"), in: german) == "Room shared")
  }

  @Test(arguments: [
    (["Ana"], "Ana liked your post"), (["Ana", "Ben"], "Ana and Ben liked your post"),
    (["Ana", "Ben", "Chiara"], "Ana, Ben and Chiara liked your post"),
    (["Ana", "Ben", "Chiara", "Dmitri"], "Ana, Ben and 2 more liked your post"),
  ])
  func `What several people did names the first of them`(actors: [String], words: String) throws {
    let line = Notification(
      NotificationContent(
        profile: ProfileName("bluesky"), recipient: RecipientID("me"), id: NotificationID("1"),
        type: TypeKey(normalizing: "like"), time: Instant(seconds: 0),
        actor: Actor(name: actors[0])))
    let profile = try ProfileSet.bundled()[ProfileName("bluesky")]
    let title = profile?.groupTitle(for: line, of: actors, bare: 0, in: .english) {
      $0.joined(separator: ", ")
    }
    #expect(title?.words == words)
    #expect(title?.tellsCount == (actors.count > 1))
  }

  @Test(arguments: [
    ("en", 2, "$500 received in 2 payments"), ("de", 2, "500\u{A0}$ in 2 Zahlungen eingegangen"),
    ("es", 2, "500\u{A0}US$ recibidos en 2 pagos"), ("fr", 2, "500\u{A0}$US reçus en 2 paiements"),
    ("pt-BR", 2, "US$\u{A0}500 recebidos em 2 pagamentos"), ("ja", 2, "入金 2 件、合計 $500"),
    ("zh-Hans", 2, "2 笔付款，共收到 US$500"), ("ru", 2, "Получено 500\u{A0}$ (2 платежа)"),
    ("ru", 5, "Получено 500\u{A0}$ (5 платежей)"), ("ru", 21, "Получено 500\u{A0}$ (21 платёж)"),
    ("he", 2, "התקבלו \u{200F}500\u{A0}\u{200F}$ ב־2 תשלומים"),
    ("ar", 2, "الدفعات المستلمة: 2، المجموع: \u{200F}500\u{A0}US$"),
  ])
  func `Payments say their sum in each language`(tag: String, count: Int, title: String) throws {
    var payments = line(photos: 0, videos: 0, count: count)
    payments.content.type = TypeKey(normalizing: "PAYMENT_RECEIVED")
    payments.content.amount = Amount("500", currency: "USD")
    let lendair = try #require(try ProfileSet.bundled()[ProfileName("lendair")])
    func told() -> (words: String, tellsCount: Bool, tellsSum: Bool)? {
      lendair.groupTitle(
        for: payments, of: [], bare: 0, in: Language(LanguageTag(tag)), naming: { $0[0] })
    }
    #expect(told()?.words == title && told()?.tellsCount == true && told()?.tellsSum == true)
    payments.content.amount = nil
    #expect(told() == nil)
  }
}
