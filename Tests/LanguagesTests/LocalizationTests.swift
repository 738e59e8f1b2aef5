import Notifications
import Testing

@testable import Languages

struct LocalizationTests {
  @Test func `A key's ordinal is its place among all keys`() {
    #expect(MessageKey.allCases.map(\.ordinal) == Array(MessageKey.allCases.indices))
    #expect(MessageKey.allCases.count < 256)
  }

  @Test(arguments: BundledCatalogues.tags)
  func `What was written beforehand is what its message says`(tag: String) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    for key in MessageKey.allCases {
      #expect(words[key] != (try MessageFormat(key.path)))
      #expect(words(key) == words[key].formatted([:], in: words.language))
    }
  }

  @Test(arguments: BundledCatalogues.tags + ["ar-EG"])
  func `Recent times are those of their messages`(tag: String) throws {
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
}
