import Testing

@testable import ByteText

struct ByteTableTests {
  @Test func `Keys have the numbers that a dictionary would give them, each within its group`() {
    var table = ByteTable()
    var oracle: [[UInt8]: Int] = [:]
    var state: UInt64 = 7
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let key = Array(String(state >> 51).utf8)
      let group = UInt32(state >> 40 & 3)
      let name = [UInt8(group)] + key
      let expected = oracle[name]
      #expect(key.withRawBytes { table.number(of: $0.bytes, group: group) } == expected)
      let added = table.addKey(key.span.bytes, group: group)
      #expect(added.isNew == (expected == nil))
      #expect(added.number == expected ?? oracle.count)
      oracle[name] = added.number
    }
    #expect(table.count == oracle.count)
    for (name, number) in oracle {
      #expect(Array(table.key(number)) == Array(name.dropFirst()))
      #expect(table.group(number) == UInt32(name[0]))
    }
  }

  @Test func `A key whose hash is known is found as any other, and its bytes are compared`() {
    var table = ByteTable()
    let keys = (0..<500).map { Array("key-\($0)".utf8) }
    let hashes = keys.map { ByteTable.hash($0.span.bytes) }
    table.reserve(keys.count)
    table.touch(hashes)
    for (key, hash) in zip(keys, hashes) { _ = table.addKey(key.span.bytes, hash: hash) }
    for (number, key) in keys.enumerated() {
      #expect(key.withRawBytes { table.number(of: $0.bytes, hash: hashes[number]) } == number)
      #expect(key.withRawBytes { table.number(of: $0.bytes, group: 1) } == nil)
      #expect(
        key.withRawBytes {
          table.isKey(number, $0.bytes) && !table.isKey(499 - number, $0.bytes)
        })
    }
  }

  @Test func `The empty key is a key`() {
    var table = ByteTable()
    #expect([].withRawBytes { table.number(of: $0.bytes) } == nil)
    let added = [].withRawBytes { table.addKey($0.bytes) }
    #expect(added.isNew)
    #expect([].withRawBytes { table.number(of: $0.bytes) } == 0)
  }
}
