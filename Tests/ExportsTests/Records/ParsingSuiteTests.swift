import CSimdJSON
import Foundation
import TestData
import Testing

@testable import Exports

/// The files of JSONTestSuite: `y_` must parse, `n_` must not, `i_` may do either.
struct ParsingSuiteTests {
  static let path = "hostile/json/parsing"

  @Test(.enabled(if: SharedData.has(path), "skipped: the shared test data is not here"))
  func `Every value ends as its name says`() throws {
    let folder = SharedData.url(Self.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.count > 300)
    let walker = RecordWalker(try #require(RecordPaths()))
    for name in names {
      let value = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      // What is whole by itself is whole as a member's value, and the other way round.
      let record = Array("{\"v\":".utf8) + value + Array("}".utf8)
      let damage = withSlack(record) { walker.walk($0) }
      switch name.prefix(2) {
      case "y_": #expect(damage == nil, "\(name)")
      case "n_": #expect(damage != nil, "\(name)")
      default: break
      }
    }
  }
}
