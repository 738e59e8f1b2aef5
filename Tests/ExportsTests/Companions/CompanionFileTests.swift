import Notifications
import Testing

@testable import Exports

@Suite("Files beside the exports")
struct CompanionFileTests {
  @Test("A device is refused before it is read", arguments: ["/dev/zero", "/dev/null"])
  func refusesDevices(path: String) {
    #expect(throws: CompanionError(file: path, reason: .isDevice)) {
      try CompanionFile(path: path, limit: 1 << 20)
    }
  }

  @Test(
    "A long name is told cut at a whole character",
    arguments: [
      (String(repeating: "k", count: 10_000), "also." + String(repeating: "k", count: 195)),
      ("kk" + String(repeating: "é", count: 5_000), "also.kk" + String(repeating: "é", count: 96)),
    ])
  func cutsNames(name: String, told: String) throws {
    let reading = try RecipientSupport.read("[{\"id\": 1, \"also\": {\"\(name)\": null}}]")
    let reject = try #require(reading.rejects.first)
    #expect(reject.reason == .wrongType(expected: "a text or number"))
    #expect(reject.field == told)
  }
}
