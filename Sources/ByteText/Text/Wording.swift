extension Int {
  /// `1 mail`, `3 mails`
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension [String] {
  /// `a, b and 3 more`
  package func listed(most: Int = 20) -> String {
    let shown = prefix(most).joined(separator: ", ")
    return count > most ? "\(shown) and \(count - most) more" : shown
  }

  /// `daily, weekly or never`
  package var alternatives: String {
    let last = suffix(1).joined()
    return count < 2 ? last : dropLast().joined(separator: ", ") + " or " + last
  }

  /// `dayly is not daily, weekly or never`: none of these words.
  package func lack(_ text: String) -> String {
    "\(text) is not " + (isEmpty ? "known, as there is nothing to choose from" : alternatives)
  }

  /// `did you mean daily?`; nil if none of the words is close.
  package func guess(_ text: String) -> String? {
    NearestName.of(text.lowercased(), among: self).map { "did you mean \($0)?" }
  }

  /// `dayly is not daily, weekly or never; did you mean daily?`
  package func refusal(of text: String) -> String {
    lack(text) + (guess(text).map { "; \($0)" } ?? "")
  }
}

extension String {
  /// The text, truncated after a whole Unicode scalar to at most `limit` bytes of UTF-8.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    // An offset inside a character means the character's start.
    return String(unicodeScalars[..<utf8.index(utf8.startIndex, offsetBy: limit)])
  }
}
