import Notifications
import Testing

@testable import Languages

@Suite("Words")
struct LocalizationTests {
  @Test("A key's ordinal is its place among all keys")
  func ordinals() {
    #expect(MessageKey.allCases.map(\.ordinal) == Array(MessageKey.allCases.indices))
    #expect(MessageKey.allCases.count < 256)
  }

  @Test("What was written beforehand is what its message says", arguments: BundledCatalogues.tags)
  func constants(tag: String) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    for key in MessageKey.allCases {
      #expect(words[key] != (try MessageFormat(key.rawValue)))
      #expect(words(key) == words[key].formatted([:], in: words.language))
    }
  }

  @Test("Recent times are those of their messages", arguments: BundledCatalogues.tags + ["ar-EG"])
  func recentTimes(tag: String) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    let now: Int64 = 1_770_563_100
    for age in stride(from: Int64(0), to: 604_800, by: 59) {
      let expected =
        switch age {
        case ..<60: words(.timeNow)
        case ..<3600: words(.timeMinutes, count: Int(age / 60))
        case ..<86_400: words(.timeHours, count: Int(age / 3600))
        default: words(.timeDays, count: Int(age / 86_400))
        }
      #expect(words.relativeTime(now - age, now: now, in: .utc) == expected)
    }
  }

  @Test("A key that no catalogue has stands for itself")
  func missing() {
    let words = Localization(tag: .english, catalogue: .english, messages: [:])
    #expect(words(.itemUnread) == "item.unread")
  }
}
