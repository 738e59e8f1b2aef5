package import ByteText

/// A text with named arguments: `"{count} unread"`.
///
/// Names have ASCII letters, digits and `_-.[]*@`, and anything else in single quotes. A brace of the text itself is doubled: `{{`
/// and `}}`.
package struct MessagePattern: Equatable, Sendable {
  package enum Piece: Equatable, Sendable {
    case literal([UInt8])
    case argument(String)

    /// The piece as written in a pattern.
    fileprivate var source: String {
      switch self {
      case .literal(let bytes):
        var doubled: [UInt8] = []
        for byte in bytes {
          doubled.append(byte)
          if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { doubled.append(byte) }
        }
        return String(decoding: doubled, as: UTF8.self)
      case .argument(let name): return "{\(name)}"
      }
    }
  }

  /// The pattern as written.
  package let source: String
  /// The pattern's own words and its arguments, in their order.
  package let pieces: [Piece]

  package init(_ source: String) throws(Fault) {
    self.source = source
    pieces = try Self.pieces(of: Array(source.utf8))
  }

  init(pieces: [Piece]) {
    self.pieces = pieces
    source = pieces.map(\.source).joined()
  }

  /// The names of all arguments.
  package var names: Set<String> {
    Set(pieces.compactMap { if case .argument(let name) = $0 { name } else { nil } })
  }

  /// Appends the text with its arguments; a name without a value stays in braces.
  package func append(
    _ arguments: MessageArguments, in language: Language, to output: inout [UInt8]
  ) {
    for piece in pieces {
      switch piece {
      case .literal(let bytes): output += bytes
      case .argument(let name):
        switch arguments[name] {
        case .text(let text)?: output += text.utf8
        case .integer(let number)?: language.numbers.append(number, to: &output)
        case nil: output += "{\(name)}".utf8
        }
      }
    }
  }

  /// The text with its arguments; a name without a value stays in braces.
  package func formatted(_ arguments: MessageArguments, in language: Language) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(source.utf8.count + 32)
    append(arguments, in: language, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Splits a pattern into literals and names. Works on bytes, so that a combining mark after a
  /// brace hides nothing.
  static func pieces(of source: [UInt8]) throws(Fault) -> [Piece] {
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    var index = 0
    while index < source.count {
      let byte = source[index]
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
        literal.append(byte)
        index += 1
        continue
      }
      if index + 1 < source.count, source[index + 1] == byte {
        literal.append(byte)
        index += 2
        continue
      }
      guard byte == UInt8(ascii: "{") else { throw Fault(brace: "a } closes nothing", at: index) }
      let name = try name(in: source, from: index + 1)
      if !literal.isEmpty { pieces.append(.literal(literal)) }
      literal.removeAll()
      pieces.append(.argument(name))
      index += name.utf8.count + 2
    }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
    return pieces
  }

  /// The name that begins at `start`, after its brace.
  private static func name(in source: [UInt8], from start: Int) throws(Fault) -> String {
    guard let end = source[start...].firstIndex(of: UInt8(ascii: "}")) else {
      throw Fault(brace: "a { is never closed", at: start - 1)
    }
    let name = source[start..<end]
    var isQuoted = false
    let isName = name.allSatisfy { byte in
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      return isQuoted || byte == UInt8(ascii: "'") || byte.isASCIILetterOrDigit
        || "_-.[]*@".utf8.contains(byte)
    }
    guard !name.isEmpty, isName, !isQuoted else {
      throw Fault(
        brace:
          "{\(String(decoding: name, as: UTF8.self))} is not a name of letters, digits and _-.[]*@",
        at: start)
    }
    return String(decoding: name, as: UTF8.self)
  }
}

extension Fault {
  /// - Parameter offset: where in the text the fault begins, in UTF-8 bytes.
  fileprivate init(brace what: String, at offset: Int) {
    self.init(
      .usage, code: "message", "\(what) (byte \(offset))",
      advice:
        "write a literal brace twice: {{, and quotes around a name with other characters: {'Due Date'}"
    )
  }
}
