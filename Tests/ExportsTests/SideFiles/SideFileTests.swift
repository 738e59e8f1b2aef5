import Notifications
import Testing

@testable import Exports

@Suite("Files beside the exports")
struct SideFileTests {
  @Test("A device is refused before it is read", arguments: ["/dev/zero", "/dev/null"])
  func refusesDevices(path: String) {
    #expect(throws: SideFileError(file: path, reason: .isDevice)) {
      try SideFile(path: path, limit: 1 << 20)
    }
  }
}
