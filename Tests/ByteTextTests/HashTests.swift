import Testing

@testable import ByteText

struct FastHashTests {
  private func hash(_ bytes: [UInt8], salt: Int = 0) -> UInt64 {
    FastHash()(bytes.span.bytes, salt: salt)
  }

  @Test func `Equal bytes have one hash; another length, byte or salt has another`() {
    var seen: Set<UInt64> = []
    var count = 0
    for length in 0...70 {
      let bytes = (0..<length).map { UInt8($0) }
      #expect(hash(bytes) == hash(Array(bytes)))
      seen.insert(hash(bytes))
      seen.insert(hash(bytes, salt: 1))
      count += 2
      for place in 0..<length {
        for bit in 0..<8 {
          var other = bytes
          other[place] ^= 1 << UInt8(bit)
          seen.insert(hash(other))
          count += 1
        }
      }
    }
    #expect(seen.count == count)
  }

  @Test func `Hashes fill their lower bits evenly, as tables need it`() {
    var buckets = [Int](repeating: 0, count: 256)
    for number in 0..<25_600 { buckets[Int(hash(Array("user-\(number)".utf8)) & 255)] += 1 }
    #expect(buckets.allSatisfy { (40...180).contains($0) })
  }
}

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

/// The vectors of the reference implementation: key 00…0f, message 00, 01, … of each length.
struct SipHashTests {
  let hash = SipHash(key: .init(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908))

  @Test(
    arguments: [
      (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (7, 0xab02_00f5_8b01_d137),
      (8, 0x93f5_f579_9a93_2462), (15, 0xa129_ca61_49be_45e5),
    ] as [(Int, UInt64)])
  func `64 bits agree with the reference implementation`(length: Int, expected: UInt64) {
    #expect(hash.hash64((0..<length).map { UInt8($0) }) == expected)
  }

  @Test(arguments: [
    (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
    (2, "8177228da4a45dc7fca38bdef60affe4"),
  ])
  func `128 bits agree with the reference implementation`(length: Int, expected: String) {
    #expect(hash.hash128((0..<length).map { UInt8($0) }).hexadecimal == expected)
  }
}
