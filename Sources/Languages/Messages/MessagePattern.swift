/// A text with places for values: `"{count} unread"`.
///
/// A name is made of ASCII letters, digits, `_`, `-` and `.`; a brace of the text itself is written
/// twice: `{{` and `}}`.
package struct MessagePattern: Equatable, Sendable {
  enum Piece: Equatable, Sendable {
    case literal([UInt8])
    case argument(String)
  }

  /// The pattern as it was written.
  package let source: String
  let pieces: [Piece]

  package init(_ source: String) throws(MessageSyntaxError) {
    self.source = source
    pieces = try Self.pieces(of: Array(source.utf8))
  }

  init(pieces: [Piece]) {
    self.pieces = pieces
    source = pieces.map(\.source).joined()
  }

  /// The names between braces.
  package var names: Set<String> {
    Set(
      pieces.compactMap {
        switch $0 {
        case .literal: nil
        case .argument(let name): name
        }
      })
  }

  /// Appends the text with its values to `output` as UTF-8; a name without value stays in braces.
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

  /// The text with its values; a name without value stays in braces.
  package func formatted(_ arguments: MessageArguments, in language: Language) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(source.utf8.count + 32)
    append(arguments, in: language, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The names for which `arguments` hold no value.
  package func missing(in arguments: MessageArguments) -> Set<String> {
    names.filter { arguments[$0] == nil }
  }
}

extension MessagePattern.Piece {
  /// The piece as it is written in a pattern.
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
