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
