import Foundation

/// Mustache the slow and obvious way: tags are found line by line, names looked up in the data each
/// time. It shares nothing with the compiler and judges it.
///
/// Knows values, sections, inverted sections, comments and partials; lines end in "\n".
struct SlowInterpreter {
  enum Token: Equatable {
    case text(String)
    /// With the white space before it when it is alone on its line.
    case tag(sigil: Character?, name: String, indentation: String?)
  }

  var partials: [String: String]

  func render(_ template: String, _ data: Datum) -> String {
    run(Self.tokens(template)[...], [data])
  }

  // MARK: Tags

  static func tokens(_ template: String) -> [Token] {
    let lines = template.components(separatedBy: "\n")
    return lines.enumerated().flatMap { index, line -> [Token] in
      let isLast = index == lines.count - 1
      let trimmed = line.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
      let inside = tokens(inLine: trimmed)
      if inside.count == 1, case .tag(let sigil?, let name, _) = inside[0], "#^/!>".contains(sigil)
      {
        let indentation = String(line.prefix { $0 == " " || $0 == "\t" })
        return [.tag(sigil: sigil, name: name, indentation: indentation)]
      }
      return tokens(inLine: line) + (isLast ? [] : [.text("\n")])
    }
  }

  private static func tokens(inLine line: String) -> [Token] {
    var tokens: [Token] = []
    var rest = line
    while let start = rest.range(of: "{{") {
      if start.lowerBound > rest.startIndex {
        tokens.append(.text(String(rest[..<start.lowerBound])))
      }
      let isTriple = rest[start.upperBound...].hasPrefix("{")
      guard
        let end = rest.range(of: isTriple ? "}}}" : "}}", range: start.upperBound..<rest.endIndex)
      else { break }
      var name = rest[start.upperBound..<end.lowerBound].trimmingCharacters(in: .whitespaces)
      let sigil = name.first.flatMap { "#^/!>{&".contains($0) ? $0 : nil }
      if sigil != nil { name.removeFirst() }
      tokens.append(
        .tag(sigil: sigil, name: name.trimmingCharacters(in: .whitespaces), indentation: nil))
      rest = String(rest[end.upperBound...])
    }
    return rest.isEmpty ? tokens : tokens + [.text(rest)]
  }

  // MARK: Running

  private func run(_ tokens: ArraySlice<Token>, _ stack: [Datum]) -> String {
    var output = ""
    var rest = tokens
    while let token = rest.popFirst() {
      switch token {
      case .text(let text): output += text
      case .tag(nil, let name, _): output += Self.escaped(Self.text(lookUp(name, stack)))
      case .tag("{", let name, _), .tag("&", let name, _): output += Self.text(lookUp(name, stack))
      case .tag("#", let name, _):
        let body = Self.takeBody(&rest)
        for context in Self.contexts(lookUp(name, stack)) { output += run(body, stack + [context]) }
      case .tag("^", let name, _):
        let body = Self.takeBody(&rest)
        if Self.contexts(lookUp(name, stack)).isEmpty { output += run(body, stack) }
      case .tag(">", let name, let indentation):
        output += run(Self.tokens(Self.indented(partials[name] ?? "", indentation))[...], stack)
      case .tag: break
      }
    }
    return output
  }

  private static func takeBody(_ rest: inout ArraySlice<Token>) -> ArraySlice<Token> {
    let whole = rest
    var depth = 1
    while depth > 0, let token = rest.popFirst() {
      guard case .tag(let sigil, _, _) = token else { continue }
      if sigil == "#" || sigil == "^" { depth += 1 }
      if sigil == "/" { depth -= 1 }
    }
    return whole[..<rest.startIndex].dropLast()
  }

  private static func indented(_ text: String, _ indentation: String?) -> String {
    guard let indentation else { return text }
    let lines = text.components(separatedBy: "\n")
    return lines.enumerated().map { index, line in
      index == lines.count - 1 && line.isEmpty ? line : indentation + line
    }.joined(separator: "\n")
  }

  // MARK: Values

  private func lookUp(_ name: String, _ stack: [Datum]) -> Datum {
    if name == "." {
      if let top = stack.last, case .record = top { return .null }
      return stack.last ?? .null
    }
    let parts = name.components(separatedBy: ".")
    for context in stack.reversed() {
      guard case .record(let members) = context, var found = members[parts[0]] else { continue }
      for part in parts.dropFirst() {
        if case .record(let inner) = found { found = inner[part] ?? .null } else { return .null }
      }
      return found
    }
    return .null
  }

  private static func contexts(_ datum: Datum) -> [Datum] {
    switch datum {
    case .null, .flag(false), .integer(0), .text(""): []
    case .list(let items): items
    case .flag, .integer, .text, .record: [datum]
    }
  }

  private static func text(_ datum: Datum) -> String {
    switch datum {
    case .null, .list, .record: ""
    case .flag(let flag): "\(flag)"
    case .integer(let integer): "\(integer)"
    case .text(let text): text
    }
  }

  private static func escaped(_ text: String) -> String {
    let references: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]
    return text.unicodeScalars.map { references[$0] ?? String($0) }.joined()
  }
}
