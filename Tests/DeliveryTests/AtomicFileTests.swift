import ByteText
import Foundation
import Testing

@testable import Delivery

struct AtomicFileTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test func `A file appears whole, for its owner alone, and nothing else is left`() throws {
    try AtomicFile.write(Array("hello".utf8), to: scratch.path("report"))
    #expect(try scratch.text("report") == "hello")
    #expect(try scratch.mode("report") == 0o600)
    #expect(try scratch.names() == ["report"])
  }

  @Test func `A file that is not published leaves the old one as it was`() throws {
    try scratch.write("old", to: "report")
    do {
      let file = try AtomicFile(path: scratch.path("report"))
      try file.append(Array("new".utf8))
    }
    #expect(try scratch.text("report") == "old")
    #expect(try scratch.names() == ["report"])
  }

  @Test func `What an interrupted run left is replaced`() throws {
    try scratch.write("torn", to: Folder.temporaryName(of: "report"))
    try AtomicFile.write(Array("new".utf8), to: scratch.path("report"))
    #expect(try scratch.names() == ["report"])
  }

  @Test func `A symbolic link at the target is refused, and its own target not touched`() throws {
    try scratch.write("victim", to: "victim")
    try scratch.link("report", to: "victim")
    let path = scratch.path("report")
    #expect(failure { try AtomicFile.write([], to: path) } == .symbolicLink(path))
    #expect(try scratch.text("victim") == "victim")
  }

  @Test func `A symbolic link at the temporary is refused`() throws {
    try scratch.write("victim", to: "victim")
    let temporary = Folder.temporaryName(of: "report")
    try scratch.link(temporary, to: "victim")
    #expect(
      failure { try AtomicFile.write([], to: scratch.path("report")) }
        == .symbolicLink(scratch.path(temporary)))
    #expect(try scratch.text("victim") == "victim")
  }

  @Test func `A short write goes on where it stopped`() async throws {
    var ends: [CInt] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (source, target) = (ends[0], ends[1])
    // More than a pipe holds, into a descriptor that is read slowly.
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let reader = Task.detached {
      var all: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 5000)
      while case let count = read(source, &part, part.count), count > 0 { all += part[..<count] }
      return all
    }
    let failure = writeAll(bytes.span.bytes, to: target)
    #expect(failure == nil)
    close(target)
    #expect(await reader.value == bytes)
    close(source)
  }
}

struct FileUpdateTests {
  @Test func `Changes of one file wait for each other, so that none is lost`() async throws {
    let scratch = try Scratch()
    let path = scratch.path("count")
    try scratch.write("0", to: "count")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try FileUpdate.locked(path) {
            let count = Int(try String(contentsOfFile: path, encoding: .utf8)) ?? 0
            try AtomicFile.write(Array("\(count + 1)".utf8), to: path, syncs: false)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "20")
    #expect(try scratch.mode(".count.lock") == 0o600)
  }

  @Test func `A link in the place of the lock is refused`() throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path(".marks.lock"), withDestinationPath: scratch.path("elsewhere"))
    #expect(throws: Fault.symbolicLink(scratch.path("") + ".marks.lock")) {
      try FileUpdate.locked(scratch.path("marks")) {}
    }
  }
}

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
