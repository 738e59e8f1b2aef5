import Notifications
import Testing

@testable import Digests

struct TypeIndexTests {
  private static func type(_ profile: String, _ key: String) -> TypeID {
    TypeID(ProfileName(profile), TypeKey(normalizing: key))
  }

  @Test(arguments: [0, 1, 3, 4, 17, 200])
  func `The index finds what a dictionary finds`(count: Int) {
    let types = (0..<count).map { Self.type("p\($0 % 3)", "type_\($0 / 2)") }
    let index = TypeIndex(types)
    var dictionary: [TypeID: Int] = [:]
    for (number, type) in types.enumerated() where dictionary[type] == nil {
      dictionary[type] = number
    }
    for profile in ["p0", "p1", "p2", "other"] {
      for number in 0..<(count + 3) {
        let type = Self.type(profile, "type_\(number)")
        #expect(index[type.profile, type.key] == dictionary[type])
      }
    }
  }

  @Test func `Types are the same when their bytes are`() {
    let index = TypeIndex([Self.type("p", "caf\u{E9}")])
    #expect(index[ProfileName("p"), TypeKey(normalizing: "caf\u{E9}")] == 0)
    #expect(index[ProfileName("p"), TypeKey(normalizing: "cafe\u{301}")] == nil)
  }
}
