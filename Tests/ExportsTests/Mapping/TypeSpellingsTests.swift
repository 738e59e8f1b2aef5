import Notifications
import Profiles
import Testing

@testable import Exports

struct TypeSpellingsTests {
  @Test func `Every spelling keeps its key, also past the limit of what is remembered`() throws {
    let profile = try Profile(
      yaml: "name: t\nfields: {id: id, time: at, type: kind}\ntypes: {new_member: A, b: B}",
      file: "t")
    var table = TypeSpellings(profile)
    for round in 0..<2 {
      for number in 0..<(TypeSpellings.limit + 100) {
        let spelling = ["NEW_MEMBER", "newMember", "b", "Other\(number)"][number % 4]
        let entry = Array(spelling.utf8).withUnsafeBytes { table.entry(for: $0) }
        #expect(table.key(of: entry) == TypeKey(normalizing: spelling), "\(round)")
        #expect(entry.index == [0, 0, 1, nil][number % 4])
      }
      for number in 0..<(TypeSpellings.limit + 100) {
        let spelling = "more\(number)"
        let entry = Array(spelling.utf8).withUnsafeBytes { table.entry(for: $0) }
        #expect(table.key(of: entry) == TypeKey(normalizing: spelling))
      }
    }
    #expect(table.key(of: TypeSpellings.untyped) == TypeKey(normalizing: "notification"))
  }
}
