import ByteText
import Notifications
import Testing

@testable import Languages

/// Compares with Babel, another implementation of CLDR.
@Suite(
  "Judged by Babel",
  .enabled(if: Repository.hasPython("babel"), "skipped: needs python3 with Babel"))
struct JudgedByBabelTests {
  /// Babel's answer for all languages, asked once.
  private static let answer = Result {
    try Repository.python("cldr_words.py", BundledCatalogues.tags)
  }

  /// The lines of Babel's answer that begin with these words, without the first.
  private static func lines(of words: String...) throws -> [[Substring]] {
    let lines = try #require(try answer.get()).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    return lines.filter { $0.starts(with: words) { $0 == $1 } }.map { Array($0.dropFirst()) }
  }

  @Test func `Plural categories are those of every language that has a rule`() throws {
    let lines = try Self.lines(of: "plural")
    #expect(lines.count > 150)
    for line in lines {
      let rule = PluralRule(LanguageTag(String(line[0])))
      for pair in line[1].split(separator: " ") {
        let parts = pair.split(separator: ":")
        let number = try #require(Int(parts[0]))
        #expect(rule.category(of: number).rawValue == parts[1], "\(line[0]) \(number)")
      }
    }
  }

  @Test func `Directions are those of every locale`() throws {
    let lines = try Self.lines(of: "direction")
    #expect(lines.count > 900)
    for line in lines {
      let direction = Language(tag: LanguageTag(String(line[0])), numbers: .english).direction
      #expect(direction.rawValue == line[1], "\(line[0])")
    }
  }

  @Test(arguments: BundledCatalogues.tags)
  func `Lists are joined as CLDR joins them`(tag: String) throws {
    let words = try BundledCatalogues.load().localization(for: tag)
    let line = try #require(try Self.lines(of: "list", tag).first)
    for (count, text) in zip(2...4, line.dropFirst()) {
      #expect(words.list(["a", "b", "c", "d"].prefix(count).map(\.self)) == text)
    }
  }
}
