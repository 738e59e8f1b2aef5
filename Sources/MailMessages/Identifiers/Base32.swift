/// Bits as lower-case letters and digits, five a character (the alphabet of RFC 4648 section 6).
enum Base32 {
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// The first `letters` characters; fewer when the bytes end before.
  static func text(_ bytes: [UInt8], letters: Int) -> String {
    var characters: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 5, characters.count < letters {
        bitCount -= 5
        characters.append(alphabet[Int(bits >> bitCount & 31)])
      }
      bits &= 1 << bitCount - 1
      if characters.count == letters { break }
    }
    return String(decoding: characters, as: UTF8.self)
  }
}
