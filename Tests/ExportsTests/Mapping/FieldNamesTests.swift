import ByteText
import Testing

@testable import Exports

struct FieldNamesTests {
  @Test func `A member is found whatever its case and underscores, the last of several`() {
    #"{"a":1,"b":null,"B_":"x"}"#.withRawBytes { bytes in
      let object = JSONText(bytes)
      #expect(object?.member("A")?.text == "1")
      #expect(object?.member("b")?.text == "x")
      #expect(object?.member("c") == nil)
    }
  }

  @Test func `Names match whatever their case and underscores`() {
    for (left, right, isEqual) in [
      ("user_id", "userId", true), ("USERID", "user_id", true), ("_seconds", "seconds", true),
      ("user", "users", false), ("", "_", true), ("a-b", "ab", false), ("é", "É", false),
    ] {
      #expect(FieldNames.match(left.utf8, right.utf8) == isEqual, "\(left) \(right)")
    }
  }
}
