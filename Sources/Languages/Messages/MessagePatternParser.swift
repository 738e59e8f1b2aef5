extension MessagePattern {
  /// Cuts a pattern into text and names, on bytes: a combining mark after a brace hides nothing.
  static func pieces(of source: [UInt8]) throws(MessageSyntaxError) -> [Piece] {
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
      guard byte == UInt8(ascii: "{") else {
        throw MessageSyntaxError(reason: .strayBrace, offset: index)
      }
      let name = try name(in: source, from: index + 1)
      if !literal.isEmpty { pieces.append(.literal(literal)) }
      literal.removeAll()
      pieces.append(.argument(name))
      index += name.utf8.count + 2
    }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
    return pieces
  }

  /// The name that begins at `start`, behind its brace.
  private static func name(
    in source: [UInt8], from start: Int
  ) throws(MessageSyntaxError) -> String {
    guard let end = source[start...].firstIndex(of: UInt8(ascii: "}")) else {
      throw MessageSyntaxError(reason: .unclosedBrace, offset: start - 1)
    }
    let name = source[start..<end]
    guard !name.isEmpty, name.allSatisfy(isNameByte) else {
      throw MessageSyntaxError(
        reason: .badName(String(decoding: name, as: UTF8.self)), offset: start)
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
