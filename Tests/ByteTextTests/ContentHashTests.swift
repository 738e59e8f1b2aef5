import Testing

@testable import ByteText

@Suite struct ContentHashTests {
  private static let text = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }

  @Test func `The same bytes have the same hash wherever they lie`() {
    for count in 0...100 {
      let bytes = Array(Self.text[3..<(3 + count)])
      #expect(ContentHash.of(bytes) == ContentHash.of(Array(Self.text.dropFirst(3).prefix(count))))
    }
  }

  @Test func `Every bit of a message counts, and so does its length`() {
    for count in [0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100] {
      let bytes = Array(Self.text[..<count])
      var seen: Set<Hash128> = [ContentHash.of(bytes)]
      for place in bytes.indices {
        for bit in 0..<8 {
          var changed = bytes
          changed[place] ^= 1 << UInt8(bit)
          #expect(seen.insert(ContentHash.of(changed)).inserted)
        }
      }
      for zeros in 1...40 {
        let longer = bytes + [UInt8](repeating: 0, count: zeros)
        #expect(seen.insert(ContentHash.of(longer)).inserted)
      }
    }
  }

  @Test func `Halves do not depend on each other`() {
    let hashes = (0..<2000).map { ContentHash.of(Array("message \($0)".utf8)) }
    #expect(Set(hashes.map(\.low)).count == 2000)
    #expect(Set(hashes.map(\.high)).count == 2000)
    #expect(Set(hashes.map { $0.low ^ $0.high }).count == 2000)
  }
}
