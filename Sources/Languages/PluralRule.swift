import Notifications

/// The plural categories of CLDR (UTS 35 part 3, Language Plural Rules).
package enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other
}

/// The CLDR cardinal rule of a language for integers.
package struct PluralRule: Sendable {
  /// In the order of trial; a number that fits none is `other`.
  private let clauses: [PluralClause]
  /// Of 0 to 199, the most frequent counts.
  private let small: [PluralCategory]

  /// The rule of a tag such as `pt-PT`; a language that CLDR does not know is counted as English
  /// is.
  init(_ tag: LanguageTag) {
    let known = PluralTable.byTag
    // In CLDR's syntax, its categories in order: `one: n = 1; few: n % 10 = 2..4`.
    let text = known[tag.text] ?? known[tag.language] ?? PluralTable.english
    let clauses = text.split(separator: ";").compactMap(PluralClause.init)
    self.clauses = clauses
    small = (0..<200).map { Self.category(of: $0, clauses) }
  }

  /// The category of a number's absolute value.
  package func category(of number: Int) -> PluralCategory {
    let magnitude = number.magnitude
    return magnitude < 200 ? small[Int(magnitude)] : Self.category(of: magnitude, clauses)
  }

  private static func category(of number: UInt, _ clauses: [PluralClause]) -> PluralCategory {
    clauses.first { $0.holds(for: number) }?.category ?? .other
  }
}

/// A category and its condition: alternatives of relations that must all hold.
private struct PluralClause: Sendable {
  let category: PluralCategory
  private let alternatives: [[Relation]]

  /// Reads `few: n % 10 = 2..4 and n % 100 != 12..14 or n = 0`.
  init?(_ text: Substring) {
    let parts = text.split(separator: ":")
    guard parts.count == 2,
      let category = PluralCategory(rawValue: String(parts[0].filter { $0 != " " }))
    else { return nil }
    self.category = category
    alternatives = parts[1].split(separator: " or ").map { alternative in
      alternative.split(separator: " and ").map(Relation.init)
    }
  }

  func holds(for number: UInt) -> Bool {
    alternatives.contains { $0.allSatisfy { $0.holds(for: number) } }
  }

  /// `n % 10 = 2..4,9` or `n != 1`.
  private struct Relation: Sendable {
    private let modulus: UInt?
    private let ranges: [ClosedRange<UInt>]
    private let isNegated: Bool

    init(_ text: Substring) {
      let words = text.split(separator: " ")
      modulus = words.firstIndex(of: "%").flatMap { UInt(words[$0 + 1]) }
      isNegated = words.contains("!=")
      ranges = (words.last ?? "").split(separator: ",").compactMap { range in
        let ends = range.split(separator: "..").compactMap { UInt($0) }
        guard let first = ends.first, let last = ends.last, first <= last else { return nil }
        return first...last
      }
    }

    func holds(for number: UInt) -> Bool {
      let value = modulus.map { number % $0 } ?? number
      return ranges.contains { $0.contains(value) } != isNegated
    }
  }
}

/// CLDR's cardinal rules (plurals.xml), reduced to integers: what they say of fractions is left out,
/// and so is `other`.
private enum PluralTable {
  static let english = "one: n = 1"

  static let byTag: [String: String] = written.reduce(into: [:]) { byTag, rule in
    for tag in rule.tags.split(separator: " ") { byTag[String(tag)] = rule.rule }
  }

  private static let written: [(tags: String, rule: String)] = [
    (
      "bm bo dz hnj id ig ii ja jbo jv kde kea km ko lkt lo ms my nqo osa root sah ses sg su th to "
        + "tpi vi wo yo yue zh", ""
    ),
    (
      "af an asa ast az bal bem bez bg brx ce cgg chr ckb da de dv ee el en eo et eu fi fo fur fy "
        + "gl gsw ha haw hu ia ie io jgo jmc ka kaj kcg kk kkj kl ks ksb ku ky lb lg lij mas mgo "
        + "ml mn mr nah nb nd ne nl nn nnh no nr ny nyn om or os pap ps rm rof rwk saq sc sd sdh "
        + "seh sn so sq ss ssy st sv sw syr ta te teo tig tk tn tr ts ug ur uz ve vo vun wae xh "
        + "xog yi", english
    ),
    (
      "ak am as bho bn csw doi fa ff gu guw hi hy kab kn kok ln mg nso pa pcm si ti wa zu",
      "one: n = 0..1"
    ),
    ("tzm", "one: n = 0..1,11..99"),
    ("is mk", "one: n % 10 = 1 and n % 100 != 11"),
    ("ceb fil tl", "one: n = 1..3 or n % 10 != 4,6,9"),
    ("lv prg", "zero: n % 10 = 0 or n % 100 = 11..19; one: n % 10 = 1 and n % 100 != 11"),
    ("blo ksh lag", "zero: n = 0; one: n = 1"),
    ("he iu naq sat se sma smi smj smn sms", "one: n = 1; two: n = 2"),
    ("shi", "one: n = 0..1; few: n = 2..10"),
    ("mo ro", "one: n = 1; few: n = 0 or n % 100 = 1..19"),
    ("bs hr sh sr", "one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14"),
    ("fr ht pt", "one: n = 0..1; many: n != 0 and n % 1000000 = 0"),
    ("ca es it lld pt-PT scn vec", "one: n = 1; many: n != 0 and n % 1000000 = 0"),
    ("gd", "one: n = 1,11; two: n = 2,12; few: n = 3..10,13..19"),
    ("dsb hsb sl", "one: n % 100 = 1; two: n % 100 = 2; few: n % 100 = 3..4"),
    ("cs sk", "one: n = 1; few: n = 2..4"),
    ("pl", "one: n = 1; few: n % 10 = 2..4 and n % 100 != 12..14; many: n != 1"),
    (
      "be ru uk",
      "one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14; "
        + "many: n % 10 = 0..1,5..9 or n % 100 = 11..14"
    ),
    (
      "lt", "one: n % 10 = 1 and n % 100 != 11..19; few: n % 10 = 2..9 and n % 100 != 11..19"
    ),
    (
      "sgs",
      "one: n % 10 = 1 and n % 100 != 11; two: n = 2; few: n % 10 = 2..9 and n % 100 != 11..19"
    ),
    (
      "br",
      "one: n % 10 = 1 and n % 100 != 11,71,91; two: n % 10 = 2 and n % 100 != 12,72,92; "
        + "few: n % 10 = 3..4,9 and n % 100 != 10..19,70..79,90..99; "
        + "many: n != 0 and n % 1000000 = 0"
    ),
    ("mt", "one: n = 1; two: n = 2; few: n = 0 or n % 100 = 3..10; many: n % 100 = 11..19"),
    ("ga", "one: n = 1; two: n = 2; few: n = 3..6; many: n = 7..10"),
    ("gv", "one: n % 10 = 1; two: n % 10 = 2; few: n % 100 = 0,20,40,60,80"),
    (
      "kw",
      "zero: n = 0; one: n = 1; two: n % 100 = 2,22,42,62,82 or n % 1000 = 0 and "
        + "n % 100000 = 1000..20000,40000,60000,80000 or n != 0 and n % 1000000 = 100000; "
        + "few: n % 100 = 3,23,43,63,83; many: n != 1 and n % 100 = 1,21,41,61,81"
    ),
    ("ar ars", "zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99"),
    ("cy", "zero: n = 0; one: n = 1; two: n = 2; few: n = 3; many: n = 6"),
  ]
}
