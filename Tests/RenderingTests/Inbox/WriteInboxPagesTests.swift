import Digests
import Foundation
import Notifications
import Testing

@testable import Rendering

@Suite("Inbox pages for the browser")
struct WriteInboxPagesTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let folder = environment["TIDINGS_WRITE_PAGES"]

  @Test("are written where TIDINGS_WRITE_PAGES names a folder", .enabled(if: folder != nil))
  func pages() throws {
    for locale in ["en", "de", "ar"] {
      try write("typical-\(locale)", try InboxSamples.page(InboxSamples.typical(locale), locale))
      try write("empty-\(locale)", try InboxSamples.page([], locale, pageID: "empty"))
    }
    try write("images", try InboxSamples.page(InboxSamples.typical(), images: true))
    try write("read", try InboxSamples.page([InboxSamples.notification("n-1", read: .read)]))
    try write("limited", try InboxSamples.page(InboxSamples.typical(), limit: 12))
    try write("hundred", try InboxSamples.page(InboxSamples.many(100)))
    try write("ten-thousand", try InboxSamples.page(InboxSamples.many(10_000)))
  }

  @Test("are written of every hostile line, in every place", .enabled(if: folder != nil))
  func hostile() throws {
    let shared = Self.environment["TIDINGS_SHARED"].map { URL(filePath: $0) }
    guard let shared else { return print("skipped: TIDINGS_SHARED names no test data") }
    let naughty = try JSONDecoder().decode(
      [String].self,
      from: Data(contentsOf: shared.appending(path: "data/hostile/naughty-strings.json")))
    let payloads = try String(
      contentsOf: shared.appending(path: "data/hostile/xss-payloads.txt"), encoding: .utf8)
    let lines = naughty + payloads.split(separator: "\n").map { String($0) }
    try write("hostile", try hostilePage(lines, .plain))
    try write("hostile-markdown", try hostilePage(lines, .markdown))
    try write("hostile-html", try hostilePage(lines, .html))
    let broken = String(
      decoding: try hostilePage(["<img src=x onerror=alert(1)>"], .plain), as: UTF8.self)
    try write(
      "hostile-control",
      Array(broken.replacing("&lt;", with: "<").replacing("&gt;", with: ">").utf8))
  }

  private func hostilePage(_ lines: [String], _ format: BodyFormat) throws -> [UInt8] {
    let notifications = lines.enumerated().map { number, line in
      var hostile = InboxSamples.notification(
        "\(number):\(line)", line, line, line, priority: Priority.allCases[number % 3],
        hoursAgo: Double(number) / 20)
      hostile.bodyFormat = format
      hostile.actor = Actor(id: line, name: line, avatarURL: line)
      hostile.subject = Subject(id: line, name: line)
      hostile.link = line
      hostile.actions = [Action(key: line, label: line, url: line)]
      hostile.thumbnails = [Thumbnail(url: line, kind: .photo)]
      return hostile
    }
    var context = try InboxSamples.context(images: true)
    context.recipient.name = lines.joined(separator: " ")
    var digest = InboxSamples.digest(notifications)
    digest.recipient = RecipientID(lines.joined())
    return try InboxSamples.renderer().page(
      of: digest, in: context,
      options: InboxOptions(pageID: "</script><script>alert(1)</script>'\"\u{2028}"))
  }

  private func write(_ name: String, _ page: [UInt8]) throws {
    let folder = URL(filePath: Self.folder ?? "")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(page).write(to: folder.appending(path: name + ".html"))
  }
}
