/// Styles and scripts of the page without what only their authors need, which made up a third of every
/// page.
extension InboxTheme {
  /// Removes indentation, empty lines and lines that begin with `//`.
  static func dense(_ source: [UInt8]) -> [UInt8] {
    var dense: [UInt8] = []
    for line in source.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if text.isEmpty || text.starts(with: "//".utf8) { continue }
      dense += text
      dense.append(UInt8(ascii: "\n"))
    }
    return dense
  }

  /// Makes a style dense: no rule needs a line of its own.
  static func denseStyle(_ source: [UInt8]) -> [UInt8] {
    var style: [UInt8] = []
    for byte in dense(source) where byte != UInt8(ascii: "\n") || style.last != UInt8(ascii: "}") {
      style.append(byte)
    }
    return style
  }

  /// Makes a script dense, shortens the names that it declares as its own, and removes blanks around
  /// operators. Text in double quotes and backticks and regular expressions, which never span lines, stay
  /// unchanged, as do the blanks of lines with other quotes.
  static func denseScript(_ source: [UInt8]) -> [UInt8] {
    // A line break after these has no meaning.
    let openings = Array(";{,(".utf8)
    let names = ownNames(in: source)
    var script: [UInt8] = []
    for line in dense(source).split(separator: UInt8(ascii: "\n")) {
      let line = names.isEmpty ? Array(line) : shortened(Array(line), names)
      script += line.contains(UInt8(ascii: "'")) ? line : withoutBlanks(line)
      if let last = script.last, openings.contains(last) { continue }
      script.append(UInt8(ascii: "\n"))
    }
    return names.isEmpty ? script : joined(script)
  }

  /// Joins declarations that follow each other: `let a=1;let b=2` becomes `let a=1,b=2`. All brackets
  /// outside of text have partners, also those of regular expressions.
  private static func joined(_ script: [UInt8]) -> [UInt8] {
    let declaration = Array("let ".utf8)
    var joined: [UInt8] = []
    joined.reserveCapacity(script.count)
    // For each open bracket, whether the statement that one is in declares something.
    var declares = [false]
    var quote: UInt8?
    var isStart = true
    var index = 0
    while index < script.count {
      let byte = script[index]
      if isStart, quote == nil {
        let isDeclaration = script[index...].starts(with: declaration)
        if isDeclaration, declares[declares.count - 1], joined.last == UInt8(ascii: ";") {
          joined[joined.count - 1] = UInt8(ascii: ",")
          index += declaration.count
          isStart = false
          continue
        }
        declares[declares.count - 1] = isDeclaration
        isStart = false
      }
      joined.append(byte)
      index += 1
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "`"): quote = byte
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
        declares.append(false)
        isStart = true
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        if declares.count > 1 { declares.removeLast() }
      case UInt8(ascii: ";"): isStart = true
      default: break
      }
    }
    return joined
  }

  /// The names in lines such as `// Own names: state, group`, each with a short one. A script owns a
  /// name if no browser and no data knows it, so that all its uses can be replaced. Single capitals are
  /// nobody else's.
  private static func ownNames(in source: [UInt8]) -> [[UInt8]: [UInt8]] {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    let capitals = letters.count / 2
    let beginning = Array("// Own names: ".utf8)
    var names: [[UInt8]: [UInt8]] = [:]
    for line in source.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      guard text.starts(with: beginning) else { continue }
      for name in text.dropFirst(beginning.count).split(whereSeparator: { !isWord($0) }) {
        let (round, letter) = (names.count + capitals).quotientAndRemainder(
          dividingBy: letters.count)
        let short = [
          [letters[letter]], [UInt8(ascii: "$"), letters[letter]],
          [UInt8(ascii: "$"), letters[letter], letters[max(0, round - 2)]],
        ]
        names[Array(name)] = names[Array(name)] ?? short[min(2, round)]
      }
    }
    if !names.isEmpty {
      for (word, short) in [("const", "let"), ("true", "!0"), ("false", "!1")] {
        names[Array(word.utf8)] = Array(short.utf8)
      }
    }
    return names
  }

  /// Replaces names outside of text; what a template text fills in is no text.
  private static func shortened(_ line: [UInt8], _ names: [[UInt8]: [UInt8]]) -> [UInt8] {
    var result: [UInt8] = []
    var quote: UInt8?
    var depth = 0
    var index = 0
    while index < line.count {
      let byte = line[index]
      if isWord(byte), quote == nil || depth > 0 {
        let end = line[index...].firstIndex { !isWord($0) } ?? line.count
        let word = Array(line[index..<end])
        result += names[word] ?? word
        index = end
        continue
      }
      if quote == UInt8(ascii: "`"), byte == UInt8(ascii: "{"), line[index - 1] == UInt8(ascii: "$")
      {
        depth += 1
      } else if depth > 0, byte == UInt8(ascii: "}") {
        depth -= 1
      } else if depth == 0, byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`") {
        quote = byte
      }
      result.append(byte)
      index += 1
    }
    return result
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// Keeps blanks between two words and between signs that would form another operator.
  private static func withoutBlanks(_ line: [UInt8]) -> [UInt8] {
    func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") }
    var dense: [UInt8] = []
    var quote: UInt8?
    var isEscaped = false
    for (index, byte) in line.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if quote != nil, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == quote {
        quote = nil
      } else if quote == nil, isQuote(byte, after: dense.last) {
        quote = byte
      }
      if byte == UInt8(ascii: " "), quote == nil, let before = dense.last, index + 1 < line.count {
        let after = line[index + 1]
        let isNeeded = isWord(before) && isWord(after) || isSign(before) && isSign(after)
        if !isNeeded { continue }
      }
      if quote == nil { dropNeedless(&dense, before: byte) }
      dense.append(byte)
    }
    return dense
  }

  /// Whether the byte begins a text, or a regular expression: a slash that divides nothing.
  private static func isQuote(_ byte: UInt8, after last: UInt8?) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "`"): true
    case UInt8(ascii: "/"):
      last.map { !isWord($0) && $0 != UInt8(ascii: ")") && $0 != UInt8(ascii: "]") } ?? true
    default: false
    }
  }

  /// Removes what ends the dense line and means nothing before a byte: the last semicolon of a block,
  /// the last comma of a list, the parentheses around a single parameter.
  private static func dropNeedless(_ dense: inout [UInt8], before byte: UInt8) {
    switch (dense.last, byte) {
    case (UInt8(ascii: ";"), UInt8(ascii: "}")), (UInt8(ascii: ","), UInt8(ascii: "}")),
      (UInt8(ascii: ","), UInt8(ascii: "]")), (UInt8(ascii: ","), UInt8(ascii: ")")):
      dense.removeLast()
    case (UInt8(ascii: "="), UInt8(ascii: ">"))
    where dense.dropLast().last == UInt8(ascii: ")"):
      let open = dense.lastIndex(of: UInt8(ascii: "(")) ?? 0
      let name = dense[open...].dropFirst().dropLast(2)
      if name.isEmpty || !name.allSatisfy(isWord) { return }
      dense.replaceSubrange(open..., with: name + [UInt8(ascii: "=")])
    default: break
    }
  }
}
