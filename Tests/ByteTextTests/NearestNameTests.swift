import ByteText
import TestData
import Testing

struct NearestNameTests {
  /// The slow, obvious distance, whole and without an end before the last row.
  private func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var table = [[Int]](
      repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
    for i in 0...left.count {
      for j in 0...right.count {
        guard i > 0, j > 0 else {
          table[i][j] = i + j
          continue
        }
        let replaced = table[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
        table[i][j] = min(replaced, table[i - 1][j] + 1, table[i][j - 1] + 1)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[left.count][right.count]
  }

  private func slowNearest(_ name: String, among known: [String]) -> String? {
    let most = max(1, name.utf8.count / 3)
    return known.filter { edits(Array(name.utf8), Array($0.utf8)) <= most }.min { left, right in
      let (one, other) = (
        edits(Array(name.utf8), Array(left.utf8)), edits(Array(name.utf8), Array(right.utf8))
      )
      return one == other ? left.utf8.lexicographicallyPrecedes(right.utf8) : one < other
    }
  }

  @Test(arguments: 0..<200)
  func `The nearest name is that of the whole table`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let words = (0...40).map { _ in generator.text(of: ["a", "b", "c"], count: 0...9) }
    let (name, known) = (words[0], Array(words.dropFirst()))
    #expect(NearestName.of(name, among: known) == slowNearest(name, among: known))
  }

  @Test(arguments: [
    ("tittle", "title"), ("summery", "summary"), ("mark-raed", "mark-read"), ("xyzzy", nil),
    ("Europe/Berln", "Europe/Berlin"), ("roms", "rooms"),
  ])
  func `A mistyped name is found`(name: String, meant: String?) {
    let known = ["title", "summary", "mark-read", "Europe/Berlin", "Europe/Bern", "rooms", "body"]
    #expect(NearestName.of(name, among: known) == meant)
  }

  @Test func `Names that nobody types are not considered`() {
    let long = String(repeating: "a", count: 65)
    #expect(NearestName.of(long, among: [long]) == nil)
    #expect(NearestName.of("aaa", among: [long]) == nil)
  }
}
