import ByteText
import Foundation
import Testing

@testable import Delivery

struct OutputFolderTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `Documents have their names after a batch or the end; no temporary stays`() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("out"), withIntermediateDirectories: false)
    try scratch.write("torn", to: "out/" + Folder.temporaryName(of: "gone"))
    let output = try OutputFolder(path: scratch.path("out/"), permissions: .owner, batch: 2)
    for (number, name) in ["a", "b", "a", "c", "d"].enumerated() {
      try output.writeDocument(Array("\(number)".utf8), as: name)
    }
    try output.finish()
    #expect(try scratch.tree("out") == ["a": "2", "b": "1", "c": "3", "d": "4"])
    #expect(try output.contents(of: "c", most: 10) == Array("3".utf8))
    #expect(try output.contents(of: "z", most: 10) == nil)
  }

  @Test func `Documents that have no names yet when a run ends early are removed`() throws {
    do {
      let output = try OutputFolder(path: scratch.path("out"), permissions: .owner, batch: 2)
      for name in ["a", "b", "c"] { try output.writeDocument([1], as: name) }
    }
    #expect(try scratch.tree("out") == ["a": "\u{1}", "b": "\u{1}"])
  }

  @Test func `A file of the run's own is private among public pages, and can be read`() throws {
    let output = try OutputFolder(path: scratch.path("pages"), permissions: .everyone)
    let long = Array(repeating: UInt8(ascii: "x"), count: 300_000)
    try output.writeDocument(long, as: ".list", permissions: .owner)
    try output.finish()
    #expect(try scratch.mode("pages/.list") == 0o600)
    #expect(try output.contents(of: ".list") == long)
    #expect(try output.contents(of: "none") == nil)
  }

  @Test func `A document is taken away; a link in its place is refused`() throws {
    let output = try OutputFolder(path: scratch.path("pages"), permissions: .everyone)
    try output.writeDocument([1], as: "page")
    try output.finish()
    try output.remove("page")
    try output.remove("page")
    #expect(try scratch.tree("pages") == [:])
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("pages/link"), withDestinationPath: scratch.path("elsewhere"))
    #expect(throws: Fault.symbolicLink(scratch.path("pages") + "/link")) {
      try output.remove("link")
    }
  }

  @Test(arguments: ["", ".", "..", "a/b", "../x", "a\0b"])
  func `A name that leads elsewhere is refused`(name: String) throws {
    let output = try OutputFolder(path: scratch.path("out"), permissions: .owner)
    #expect(
      failure { try output.writeDocument([1], as: name) }
        == .failed(.createFile, scratch.path("out/" + name), code: EINVAL))
  }
}
