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
}
