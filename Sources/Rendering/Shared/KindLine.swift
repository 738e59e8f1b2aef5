import CompiledMustache
import Digests
import Languages

/// How many there are of each kind, most first, as templates tell it on one line.
enum KindLine {
  static let keys = TemplateRecord { kind in
    (
      isLater: kind.flag("isLater", "Whether another one comes before it."),
      emoji: kind.text(
        "emoji", "The type's emoji; without one nothing, or `🔹` where lines begin with that."),
      words: kind.text("words", "The type's label and the number: `Deadlines 4`.")
    )
  }

  /// - Parameter sign: what lines of a kind without an emoji begin with.
  static func values(
    of types: LabeledTypes, most: Int, in words: Localization, sign: String = ""
  ) -> [RecordValues] {
    types.told(most, in: words, sign: sign).enumerated().map { index, kind in
      keys.values { values, key in
        values[key.isLater] = index > 0
        values[key.emoji] = kind.emoji
        // Words that stay together: a line breaks between kinds.
        values[key.words] = words.unbroken(kind.words)
      }
    }
  }
}

extension LabeledTypes {
  /// At most so many kinds, the last of them for all others. A kind without an emoji has the sign. None
  /// where they tell no more than the lines: of a single kind, or of one notification each.
  func told(
    _ most: Int, in words: Localization, sign: String
  ) -> [(emoji: String, words: String)] {
    if self.rows.count < 2 || self.rows.allSatisfy({ $0.tally.total < 2 }) { return [] }
    let (rows, others) = largest(most)
    let told = rows.map { row in
      let label = row.look.shortLabel(of: row.tally.total)
      return (row.look.emoji ?? sign, words.kind(label, count: row.tally.total))
    }
    if others.total == 0 { return told }
    return told + [("", words.kind(words(.typeOthers), count: others.total))]
  }
}
