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
