import Notifications
import TestData
import Testing

@testable import Digests

struct SelectionTests {
  private func chosen(_ all: [Notification], _ change: (inout Selection) -> Void) -> [String] {
    var selection = Selection()
    change(&selection)
    return DigestBuilder(profiles: [], selection: selection).selected(from: all, at: noon)
      .map(\.id.text)
  }

  private let all = [
    sample("a", ago: 10, type: "offer", priority: .high, read: .unread),
    sample("b", ago: 20, type: "event", priority: .low, read: .read),
    sample("c", ago: 30, type: "general", priority: .normal, read: .unknown),
    sample("d", ago: 40, type: "offer", priority: .low, read: .read),
  ]

  @Test func `Values of one condition widen, different conditions narrow`() {
    #expect(chosen(all) { $0.priorities = [.high, .low] } == ["a", "b", "d"])
    #expect(chosen(all) { $0.types = TypeFilter(["offer", "EVENT"]) } == ["a", "b", "d"])
    let both = chosen(all) {
      $0.types = TypeFilter(["offer"])
      $0.priorities = [.low]
    }
    #expect(both == ["d"])
    #expect(chosen(all) { $0.recipients = [RecipientID("bob")] } == [])
    #expect(chosen(all) { $0.priorities = [] } == [])
    #expect(chosen(all) { $0.condition = { $0.id.text > "b" } } == ["c", "d"])
  }

  @Test func `What is not known to be read counts as unread`() {
    #expect(chosen(all) { $0.isUnread = true } == ["a", "c"])
    #expect(chosen(all) { $0.isUnread = false } == ["b", "d"])
  }

  @Test func `A type is found by its label, of its own profile only`() {
    var labels = TypeLabels()
    labels.addLabel("Deals", profile: ProfileName("p"), type: TypeKey(normalizing: "offer"))
    labels.addLabel("Ofertas", profile: ProfileName("p"), type: TypeKey(normalizing: "offer"))
    let others = all + [sample("x", type: "offer", profile: "q")]
    for word in ["deals", "DEALS", "ofertas"] {
      #expect(chosen(others) { $0.types = TypeFilter([word], labels: labels) } == ["a", "d"])
    }
    #expect(chosen(others) { $0.types = TypeFilter(["Offer"], labels: labels) } == ["a", "d", "x"])
    #expect(chosen(others) { $0.types = TypeFilter(["nothing"], labels: labels) } == [])
  }

  @Test func `Search looks in title and message, and in the label of an untitled one`() {
    var untitled = sample("u", type: "milestone")
    untitled.content.title = nil
    untitled.content.body = "Zehn Läufe in Folge"
    let others = all + [untitled]
    #expect(chosen(others) { $0.searches = [SearchText("title B")] } == ["b"])
    #expect(chosen(others) { $0.searches = [SearchText("laufe")] } == ["u"])
    #expect(chosen(others) { $0.searches = [SearchText("Milestone")] } == ["u"])
    var labels = TypeLabels()
    labels.addLabel("Etappen", profile: ProfileName("p"), type: TypeKey(normalizing: "milestone"))
    let labeled = chosen(others) {
      $0.searches = [SearchText("etappe")]
      $0.labels = labels
    }
    #expect(labeled == ["u"])
  }

  @Test func `The beginning of the window is in it, its end is not`() {
    let window = chosen(all) {
      $0.since = noon.adding(seconds: -30)
      $0.until = noon.adding(seconds: -10)
    }
    #expect(window == ["b", "c"])
  }

  @Test func `Deleted, expired and outlived ones are nowhere; the borders are exact`() {
    var deleted = sample("deleted")
    deleted.content.isDeleted = true
    var expiring = sample("expires now")
    expiring.content.expiry = noon
    var later = sample("expires later")
    later.content.expiry = Instant(microseconds: noon.microseconds + 1)
    let month: Int64 = 30 * 86_400
    let old = [sample("exactly", ago: month), sample("older", ago: month + 1)]
    let rules = ProfileRules(profile: ProfileName("p"), retention: month)
    let all = [deleted, expiring, later] + old
    let selected = DigestBuilder(profiles: [rules]).selected(from: all, at: noon)
    #expect(selected.map(\.id.text) == ["expires later", "exactly"])
  }

  @Test func `Up to five minutes ahead is skew, later is upcoming; a mail waits for both`() {
    let all = [sample("now", ago: 0), sample("skewed", ago: -300), sample("upcoming", ago: -301)]
    let shown = digest(all)
    #expect(shown.ids == [[["skewed"], ["now"]], [], []])
    #expect(shown.upcoming == 1)
    #expect(shown.counts.all.total == 2)
    var selection = Selection()
    selection.skew = 0
    #expect(digest(all, selection: selection).ids == [[["now"]], [], []])
    #expect(digest(all, selection: selection).upcoming == 2)
    selection.isUnread = false
    #expect(digest(all, selection: selection).upcoming == 0)
  }
}

struct SearchTextTests {
  @Test(arguments: [
    ("cafe", "Le CAFÉ du coin"), ("CAFÉ", "cafe"), ("café", "cafe\u{301}"),
    ("cafe\u{301}", "CAF\u{C9}"), ("strasse", "Hauptstraße 5"), ("STRAẞE", "strasse"),
    ("istanbul", "İSTANBUL"), ("ISPARTA", "ısparta"), ("σοφος", "ΣΟΦΌΣ"), ("Σοφός", "σοφος"),
    ("елка", "Ёлка"), ("ёлка", "ЕЛКА"), ("tieng viet", "Tiếng Việt"), ("lodz", "Łódź"),
    ("orsted", "Ørsted"), ("شكرا", "شُكْرًا"), ("امل", "أمل"), ("שלום", "שָׁלוֹם"), ("❤", "❤️"),
    ("", "anything"), ("", ""), ("due tomorrow", "Transcript DUE Tomorrow"),
  ])
  func `Words are found whatever the case and the diacritics`(words: String, text: String) {
    #expect(SearchText(words).isFound(in: text))
  }

  @Test(arguments: [
    ("hat", "had"), ("が", "か"), ("は", "ぱ"), ("कि", "की"), ("abc", "ab"), ("a", ""), ("x", "é"),
    ("ab", "a b"),
  ])
  func `Other letters are other letters`(words: String, text: String) {
    #expect(!SearchText(words).isFound(in: text))
  }

  @Test func `Every letter's base is none but itself, the same in lower and upper case`() {
    let letters = (UInt32(0x80)..<0x2000).compactMap(Unicode.Scalar.init)
    let unfinished = letters.filter {
      Diacritics.base(of: Diacritics.base(of: $0)) != Diacritics.base(of: $0)
    }
    #expect(unfinished == [])
    let torn = letters.filter { letter in
      let upper = letter.properties.uppercaseMapping
      // A few letters have an upper case that is another letter's too, such as µ and ſ.
      return upper.lowercased() == String(letter) && SearchText(upper) != SearchText(String(letter))
    }
    #expect(torn == [])
  }
}

struct RecordFactsTests {
  /// What need not be read must be what the whole notification would not be chosen for.
  @Test(arguments: 0..<40)
  func `What may not be chosen changes no digest`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let all = (0..<120).map { number in
      var one = sample(
        "n\(number)", ago: Int64.random(in: -900...1_000_000, using: &random),
        priority: Priority.allCases.randomElement(using: &random) ?? .normal,
        read: [.unread, .read, .unknown].randomElement(using: &random) ?? .unread,
        profile: Bool.random(using: &random) ? "p" : "q")
      one.content.isDeleted = Int.random(in: 0..<8, using: &random) == 0
      if Bool.random(using: &random) {
        one.content.expiry = noon.adding(seconds: Int64.random(in: -500...500, using: &random))
      }
      return one
    }
    var selection = Selection()
    if Bool.random(using: &random) { selection.isUnread = Bool.random(using: &random) }
    if Bool.random(using: &random) { selection.priorities = [.high, .low] }
    if Bool.random(using: &random) { selection.since = noon.adding(seconds: -500_000) }
    if Bool.random(using: &random) { selection.until = noon.adding(seconds: -100) }
    let builder = DigestBuilder(
      profiles: [ProfileRules(profile: ProfileName("q"), retention: 300_000)], selection: selection)
    let read = all.filter { builder.mayChoose(RecordFacts($0), of: $0.profile, at: noon) }
    let chosen = builder.select(from: read, at: noon)
    let expected = builder.select(from: all, at: noon)
    let ids = expected.candidates.map { all[$0.index].id }
    #expect(chosen.candidates.map { read[$0.index].id } == ids)
    #expect(chosen.upcoming == expected.upcoming)
    #expect(read.count == ids.count + expected.upcoming)
  }
}
