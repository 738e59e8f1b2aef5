import CSimdJSON
import TestData
import Testing

@testable import Exports

/// A walker that has met other records reads one as a walker does that has not: the keys that came
/// before are a guess, never an answer.
struct RecordRunTests {
  private static let names = ["id", "user_id", "a_much_longer_name_than_eight", "v", "payload"]

  /// An object of members in any order, some of them twice, spelt and spaced in several ways.
  private static func record(_ random: inout SeededGenerator, depth: Int = 0) -> String {
    let spellings = [
      "id", "user_id", "userId", "USERID", "a_much_longer_name_than_eight", "v", "payload", "i", "",
      "aMuchLongerNameThanEight", "idx", "us\\u0065r_id", "a_much_longer_name_than_eighty",
      String(repeating: "long", count: 14),
    ]
    let count = Int.random(in: 0...(random.next() % 50 == 0 ? 80 : 9), using: &random)
    let members = (0..<count).map { _ in
      let name = spellings.randomElement(using: &random) ?? ""
      let space = random.next() % 8 == 0 ? " " : ""
      return "\"\(name)\"\(space):\(space)\(value(&random, depth: depth))\(space)"
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> String {
    let plain = [
      "null", "true", "false", "0", "-1.5e3", "\"\"", "\"text\"", "\"a\\n\\u00e9\"", "[]",
    ]
    switch random.next() % 12 {
    case 0 where depth < 3: return record(&random, depth: depth + 1)
    case 1 where depth < 3: return "[1, \(record(&random, depth: depth + 1))]"
    default: return plain.randomElement(using: &random) ?? "0"
    }
  }

  private func paths() throws -> (RecordPaths, [Slot]) {
    let paths = RecordPaths()
    let slots = Self.names.map { paths.slot(forNames: [$0]) }
    return (paths, slots + [paths.slot(forNames: ["payload", "id"])])
  }

  private func describe(_ walker: RecordWalker, _ slots: [Slot]) -> [String] {
    let fields = walker.fields
    return slots.map { slot in
      let value = fields[slot]
      if value.kind == TIDINGS_JSON_ABSENT { return "-" }
      return "\(value.raw.kind) \(String(validated: value.bytes))"
    }
      + fields.members.map {
        String(validated: FieldValue(raw: $0.name).bytes) + "="
          + String(validated: FieldValue(raw: $0.value).bytes)
      } + ["\(fields.notices.rawValue)"]
  }

  @Test func `What came before changes nothing`() throws {
    let (paths, slots) = try paths()
    var random = SeededGenerator(seed: 77)
    for collects in [false, true] {
      let walker = RecordWalker(paths)
      for _ in 0..<3000 {
        let record = Self.record(&random)
        let (known, fresh) = withSlack(Array(record.utf8)) { bytes in
          let fresh = RecordWalker(paths)
          #expect(walker.walk(bytes, collectingMembers: collects) == nil, "\(record)")
          #expect(fresh.walk(bytes, collectingMembers: collects) == nil)
          return (describe(walker, slots), describe(fresh, slots))
        }
        #expect(known == fresh, "\(record)")
      }
    }
  }

  @Test func `Records of a run are those that stand alone`() throws {
    let (paths, slots) = try paths()
    var random = SeededGenerator(seed: 78)
    for _ in 0..<40 {
      let records = (0..<50).map { _ in Self.record(&random) }
      let run = RecordWalker(paths)
      withSlack(Array(records.joined(separator: "\n").utf8)) { bytes in
        #expect(run.scan(bytes) == nil)
        var start = 0
        for record in records {
          let end = start + record.utf8.count
          #expect(run.walkScanned(from: start, to: end) == nil, "\(record)")
          let alone = RecordWalker(paths)
          withSlack(Array(record.utf8)) { bytes in
            #expect(alone.walk(bytes) == nil)
            #expect(describe(run, slots) == describe(alone, slots), "\(record)")
          }
          start = end + 1
        }
      }
    }
  }

  @Test(arguments: [(0, 7), (0, 9), (1, 8), (0, 17), (9, 16)])
  func `A record of a run ends where it is said to end`(start: Int, end: Int) throws {
    let (paths, _) = try paths()
    let walker = RecordWalker(paths)
    withSlack(Array(#"{"v":1} {"v":2}"#.utf8)) { bytes in
      #expect(walker.scan(bytes) == nil)
      let fits = walker.walkScanned(from: start, to: end) == nil
      #expect(fits == (start == 0 && end == 7))
    }
  }

  @Test(arguments: [
    "", "a", "fifteen bytes..", "sixteen bytes...", "é", "Grüße, 你好 😀 e\u{301}", "\0",
  ])
  func `A string is what decoding makes of valid UTF-8`(text: String) {
    for repeats in 1...4 {
      let bytes = Array(String(repeating: text, count: repeats).utf8)
      let made = bytes.withUnsafeBytes { String(validated: $0) }
      #expect(made == String(decoding: bytes, as: UTF8.self))
      #expect(Array(made.utf8) == bytes)
    }
  }
}
