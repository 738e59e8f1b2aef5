import Testing

@testable import Digests

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
