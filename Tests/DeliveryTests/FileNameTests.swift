import ByteText
import Testing

@testable import Delivery

struct FileNameTests {
  static let hostile: [[UInt8]] = [
    [], [0], Array("..".utf8), Array(".".utf8), Array("../../etc/passwd".utf8),
    Array("a/b".utf8), Array("a\0b".utf8), Array("a".utf8), Array("A".utf8), Array("-rf".utf8),
    Array(".hidden".utf8), Array("\u{E9}".utf8), Array("e\u{301}".utf8), [0xff, 0xfe],
    Array(repeating: 0x61, count: 255), Array(repeating: 0x61, count: 256),
    Array("con".utf8), Array("name.".utf8), Array("a b".utf8), Array("a  b".utf8),
    Array("\u{202E}gpj".utf8), Array("%2e%2e".utf8), Array("\n".utf8), Array("~".utf8),
  ]

  @Test(arguments: hostile)
  func `Any key has a short ASCII name in the folder`(key: [UInt8]) {
    let secret = SipHash.Key(low: 7, high: 8)
    for name in [
      FileName.plain(key, suffix: ".html"), FileName.secret(key, secret: secret, suffix: ".html"),
      DeliveryKey(stream: "s", recipient: key, slot: 1).fileName(in: .eml),
      DeliveryKey(stream: "s", recipient: key, slot: -1).fileName(in: .maildir),
    ] {
      #expect(name.utf8.count <= 100)
      #expect(
        name.utf8.allSatisfy {
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "-._~".utf8.contains($0)
        })
      #expect(!name.hasPrefix(".") && !name.hasPrefix("-"))
    }
  }

  @Test func `As many names as keys, also where case is ignored`() {
    let names = Set(Self.hostile.map { FileName.plain($0, suffix: "").lowercased() })
    #expect(names.count == Self.hostile.count)
  }

  @Test func `A plain key is its own name, and no other key can take it`() {
    #expect(FileName.plain(Array("user-42".utf8), suffix: ".html") == "user-42.html")
    let encoded = FileName.plain(Array("Bob".utf8), suffix: "")
    #expect(encoded.hasPrefix("bob~"))
    #expect(FileName.plain(Array(encoded.utf8), suffix: "") != encoded)
  }

  @Test func `A secret name shows nothing of its key and changes with the secret`() {
    let one = FileName.secret(Array("alice".utf8), secret: .init(low: 1, high: 0), suffix: "")
    let two = FileName.secret(Array("alice".utf8), secret: .init(low: 2, high: 0), suffix: "")
    #expect(one != two)
    #expect(one.count == 32 && !one.contains("alice"))
  }

  @Test func `The token of a message is that of its stream, recipient and slot alone`() {
    let tokens = [
      DeliveryKey(stream: "a", recipient: Array("bc".utf8), slot: 1),
      DeliveryKey(stream: "ab", recipient: Array("c".utf8), slot: 1),
      DeliveryKey(stream: "a", recipient: Array("bc".utf8), slot: 2),
      DeliveryKey(stream: "a", recipient: Array("bd".utf8), slot: 1),
    ].map(\.token)
    #expect(Set(tokens).count == 4)
    // A change here would send every message of an open run again.
    #expect(tokens[0] == "95435089b5be0f3c8cce6aa87610ee3d")
  }
}
