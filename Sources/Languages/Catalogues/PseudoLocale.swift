/// The pseudo-locale `en-XA`: English with every letter accented, in brackets, so that a test sees
/// words that do not come from a catalogue, and a reader still understands it.
enum PseudoLocale {
  private static let accented: [Character: Character] = Dictionary(
    uniqueKeysWithValues: zip(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "áƀçđéƒğĥíĵķĺɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĹṀÑÓÞɊŔŠŢÚṼŴẊÝŽ"))

  static func message(_ message: Message) -> Message {
    switch message {
    case .pattern(let pattern): .pattern(Self.pattern(pattern))
    case .plural(let plural): .plural(plural.map(Self.pattern))
    }
  }

  private static func pattern(_ pattern: MessagePattern) -> MessagePattern {
    let open = MessagePattern.Piece.literal(Array("[".utf8))
    let close = MessagePattern.Piece.literal(Array("]".utf8))
    return MessagePattern(pieces: [open] + pattern.pieces.map(piece) + [close])
  }

  private static func piece(_ piece: MessagePattern.Piece) -> MessagePattern.Piece {
    switch piece {
    case .literal(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      return .literal(Array(String(text.map { accented[$0] ?? $0 }).utf8))
    case .argument: return piece
    }
  }
}
