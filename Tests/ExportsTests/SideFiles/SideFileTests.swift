import Foundation
import InputSupport
import Notifications
import Testing

@testable import Exports

struct SideFileTests {
  @Test(arguments: ["/dev/zero", "/dev/null"])
  func `A device is refused before it is read`(path: String) {
    #expect(faultCode { try ObjectFile(path: path, limit: 1 << 20) } == "device")
  }

  @Test func `A pipe has what it is given now, not what one of its name had before`() throws {
    let scratch = try Scratch()
    for text in ["[1]", "[2]"] {
      let pipe = try scratch.pipe("pipe", Array(text.utf8))
      let read = try ObjectFile.text(of: pipe.name).withBytes { Array($0) }
      #expect(read == Array(text.utf8))
      try FileManager.default.removeItem(atPath: pipe.name)
    }
  }
}
