import Testing

@testable import ByteText

/// The vectors of RFC 1321, and lengths around the ends of blocks by Python's hashlib.
struct MD5Tests {
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func `The hashes agree with RFC 1321`(text: String, expected: String) {
    #expect(MD5.hash64(Array(text.utf8)) == UInt64(expected.prefix(16), radix: 16))
  }

  @Test(arguments: [
    (55, "6912ee65fff2d9f9ce2508cddf8bcda0"),
    (56, "51fdd1acda72405dfdfa03fcb85896d7"),
    (63, "48a6295221902e8e0938f773a7185e72"),
    (64, "b2d3f56bc197fd985d5965079b5e7148"),
    (65, "8bd7053801c768420faf816fadba971c"),
    (119, "1c772251899a7ff007400b888d6b2042"),
    (120, "b7ba1efc6022e9ed272f00b8831e26e6"),
    (127, "8402b21e7bc7906493bae0dac017f1f9"),
    (128, "37eff01866ba3f538421b30b7cbefcac"),
    (1000, "a24f1e3ef66950e1327f210e3997ba2c"),
  ])
  func `Padding takes one block or two`(length: Int, expected: String) {
    let bytes = (0..<length).map { UInt8($0 % 251) }
    #expect(MD5.hash64(bytes) == UInt64(expected.prefix(16), radix: 16))
  }

  @Test func `The first 8 bytes are a number as SQL engines write it`() {
    #expect(MD5.hash64(Array("abc".utf8)) == 0x9001_5098_3cd2_4fb0)
  }
}
