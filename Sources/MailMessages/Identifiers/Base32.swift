/// Bits as lower-case letters and digits, five a character (the alphabet of RFC 4648 section 6).
enum Base32 {
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// Appends the first `letters` characters; fewer when the bytes end before.
  static func append(_ bytes: [UInt8], letters: Int, to buffer: inout [UInt8]) {
    var left = letters
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 5, left > 0 {
        bitCount -= 5
        left -= 1
        buffer.append(alphabet[Int(bits >> bitCount & 31)])
      }
      bits &= 1 << bitCount - 1
      if left == 0 { break }
    }
  }
}
