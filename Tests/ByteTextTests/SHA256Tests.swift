import Testing

@testable import ByteText

struct SHA256Tests {
  // FIPS 180-4 examples, and lengths around the padding.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000),
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ])
  func `SHA-256 gives the published hashes`(_ text: String, _ hash: String) {
    #expect(SHA256.hash(Array(text.utf8)).hexadecimal == hash)
  }

  // RFC 4231 section 4, test cases 1, 2 and 6.
  @Test(arguments: [
    (
      Array(repeating: UInt8(0x0B), count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      Array(repeating: UInt8(0xAA), count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `HMAC gives the published hashes`(_ key: [UInt8], _ text: String, _ hash: String) {
    #expect(SHA256.hmac(Array(text.utf8), key: key).hexadecimal == hash)
  }
}
