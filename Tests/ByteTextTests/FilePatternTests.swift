import ByteText
import Foundation
import Testing

struct FilePatternTests {
  @Test func `A pattern finds files in the order of bytes, and a quoted one only itself`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/pattern-\(UUID())[a]"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["feed-2.json", "feed-10.json", "Feed.json", "feed-ä.json", "feed.txt", "a*b"] {
      try Data().write(to: URL(filePath: folder + "/" + name))
    }
    func names(_ pattern: String) -> [String] {
      FilePattern.paths(FilePattern.quoted(folder + "/") + pattern)
        .map { String($0.dropFirst(folder.count + 1)) }
    }
    #expect(names("feed-*.json") == ["feed-10.json", "feed-2.json", "feed-ä.json"])
    #expect(names("feed-[2-9].json") == ["feed-2.json"])
    #expect(names("none-*") == [])
    #expect(names(FilePattern.quoted("a*b")) == ["a*b"])
    #expect(FilePattern.isOne("feed-*.json") && !FilePattern.isOne("feed.json"))
  }
}
