import ByteText
import Notifications
import Profiles

/// What was assumed of who is one person.
extension ExportIndex {
  /// That ids are rather several people, nobody, all, or another one's in another spelling: of each the
  /// first.
  var oddRecipients: [Guess] {
    var found: [(first: Int, oddity: Guess.Oddity, alike: Int)] = []
    func add(_ index: Int, _ oddity: Guess.Oddity) {
      let known = found.firstIndex { $0.oddity.isLike(oddity) }
      if let known {
        found[known].alike += 1
      } else {
        found.append((index, oddity, 0))
      }
    }
    var spellings: [String: RecipientID] = [:]
    for index in 0..<recipientCount {
      let id = recipient(at: index)
      if id.text.isPlain { continue }
      if isSeveral(id.text) { add(index, .several) }
      guard let usual = id.text.usualSpelling else { continue }
      let other = spellings[usual] ?? (has(RecipientID(usual)) ? RecipientID(usual) : nil)
      if let other { add(index, .spelling(other)) } else { spellings[usual] = id }
    }
    for (words, oddity) in [(Self.nobodies, Guess.Oddity.nobody), (Self.everybodies, .everybody)] {
      for word in words {
        if let index = position(of: RecipientID(word)) { add(index, oddity) }
      }
    }
    return found.compactMap { first, oddity, alike in
      guard let entry = contents.entries(of: first).first else { return nil }
      let profile = contents.plan.records.profiles[contents.types[Int(entry.type)].profile].name
      return Guess(
        subject: .oddRecipient(recipient(at: first), oddity, alike: alike), profile: profile,
        count: count(of: first), weight: .danger)
    }
  }

  private static let nobodies = spellings(
    FieldValue.nulls.map { String(decoding: $0, as: UTF8.self) }
      + ["nan", "NaN", "undefined", "n/a", "[object Object]"])

  private static let everybodies = spellings([
    "*", "all", "everyone", "everybody", "broadcast", "@everyone",
  ])

  /// The words as they are, with a capital and in capitals; each once, in an order that stays.
  private static func spellings(_ words: [String]) -> [String] {
    Set(words.flatMap { [$0, $0.prefix(1).uppercased() + $0.dropFirst(), $0.uppercased()] })
      .sorted()
  }

  /// Whether an id has commas between what has digits or `@`, or is somebody's own; or is an array of
  /// PostgreSQL.
  private func isSeveral(_ id: String) -> Bool {
    guard id.contains(",") || id.contains(";") else { return false }
    if id.hasPrefix("{"), id.hasSuffix("}") { return true }
    let parts = id.split { ",; ".contains($0) }.map(String.init)
    func isKnown(_ part: String) -> Bool { position(of: RecipientID(part)) != nil }
    let areIDs = parts.allSatisfy { part in
      part.contains { $0 == "@" || $0.isNumber } || isKnown(part)
    }
    // A name may have a comma as well, but a space behind it.
    return parts.count > 1 && (areIDs || !id.contains(" ") && parts.contains(where: isKnown))
  }
}

extension Guess.Oddity {
  fileprivate func isLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.spelling, .spelling): true
    default: self == other
    }
  }
}

extension String {
  /// Whether it has neither blanks nor capitals, nor what parts ids or encloses one, as nearly all ids.
  fileprivate var isPlain: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { byte in
        // `,`, `;` and `<`. A search in a text for each byte took longer than all else here.
        byte > 0x20 && !(0x41...0x5A ~= byte) && byte != 0x2C && !(0x3B...0x3C ~= byte)
      }
    } ?? false
  }

  /// An address or a name without blanks around it, in small letters, or the address of `Ana <a@b.c>`; nil
  /// if it is written so, or may be an id in which capitals count.
  fileprivate var usualSpelling: String? {
    var text = self[...]
    if text.last == ">", text.contains("@"), let start = text.lastIndex(of: "<") {
      text = text[text.index(after: start)...].dropLast()
    }
    text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    let isUUID = text.utf8.count == 36 && text.count { $0 == "-" } == 4
    let mayFold = isUUID || text.contains("@") || !text.contains(where: \.isNumber)
    let usual = mayFold ? text.lowercased() : String(text)
    return usual == self ? nil : usual
  }
}
