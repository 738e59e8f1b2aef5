import Testing

@testable import Rendering

struct MessageOpeningTests {
  private static let long =
    "Nobody knows where the keys of the laundry have been since Thursday and so the training begins late"

  @Test(arguments: [
    ("The keys are back.", "The keys are back.", ""),
    ("The keys are back. They hang\nat the door.", "The keys are back.", "They hang\nat the door."),
    ("Who has the keys?\n\n They were here.", "Who has the keys?", "They were here."),
    ("\n Short\nand more", "Short", "and more"),
    ("Dr. Kim wrote to you. Answer", "Dr. Kim wrote to you.", "Answer"),
    ("The match on 3. February is off. Rest.", "The match on 3. February is off.", "Rest."),
    ("The scale of things, e.g. shoes, grows", "The scale of things, e.g. shoes, grows", ""),
    ("明日の練習は体育館で行います。忘れ物に注意。", "明日の練習は体育館で行います。", "忘れ物に注意。"),
    ("Mara joined your group! 🎉", "Mara joined your group! 🎉", ""),
    ("Third of eight! 🏁\nSee it", "Third of eight! 🏁", "See it"),
    ("自己ベストを更新しました！🏆", "自己ベストを更新しました！🏆", ""), ("", "", ""), (" \n ", "", ""),
    (
      long, "Nobody knows where the keys of the laundry have been since Thursday and so the…",
      "…training begins late"
    ),
    (String(repeating: "x", count: 90), String(repeating: "x", count: 79) + "…", "…xxxxxxxxxxx"),
  ])
  func `A message opens with its first sentence`(message: String, title: String, rest: String) {
    let opening = MessageOpening(message)
    #expect(opening.title == title)
    #expect(opening.rest == rest)
  }

  @Test(arguments: [
    ("The harbour goes on", 19, "The harbour goes on"),
    ("The harbour goes on and on", 19, "The harbour goes…"),
    ("The harbour goes on and on", 20, "The harbour goes on…"),
    ("The harbour is gone. It is", 22, "The harbour is gone…"),
    ("The port authoritiesofthecity", 27, "The port authoritiesofthec…"),
    ("https://example.org/a/b/c/d/e/f", 24, "https://example.org/a/b…"),
    ("自己ベストを更新しました", 11, "自己ベスト…"), ("", 4, ""),
    ("Müller 自己ベストを更新", 18, "Müller 自己ベスト…"), ("One\nlonger", 7, "One…"),
  ])
  func `A text is cut between words, or inside of a long one`(
    text: String, columns: Int, cut: String
  ) {
    #expect(MessageOpening.cut(text, columns: columns) == cut)
  }
}
