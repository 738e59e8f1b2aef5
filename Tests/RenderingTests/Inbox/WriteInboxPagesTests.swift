import Digests
import Foundation
import Notifications
import SinkJudge
import TestData
import Testing

@testable import Rendering

struct WriteInboxPagesTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let folder = environment["TIDINGS_WRITE_PAGES"]

  @Test(.enabled(if: folder != nil))
  func `Inbox pages for the browser are written where TIDINGS_WRITE_PAGES names a folder`() throws {
    for locale in ["en", "de", "es", "fr", "pt-BR", "ja", "zh-Hans", "ar", "he", "ru"] {
      try write("typical-\(locale)", try InboxSamples.page(InboxSamples.typical(locale), locale))
      try write("empty-\(locale)", try InboxSamples.page([], locale, pageID: "empty"))
    }
    try write("images", try InboxSamples.page(InboxSamples.typical(), images: true))
    try write("read", try InboxSamples.page([InboxSamples.notification("n-1", read: .read)]))
    try write("plain", try InboxSamples.page(InboxSamples.plain()))
    try write("limited", try InboxSamples.page(InboxSamples.typical(), limit: 12))
    try write("hundred", try InboxSamples.page(InboxSamples.many(100)))
    try write("ten-thousand", try InboxSamples.page(InboxSamples.many(10_000)))
  }

  @Test(
    .enabled(if: folder != nil),
    .enabled(if: SharedData.hasHostileTexts, "\(SharedData.reasonToSkip)"))
  func `Inbox pages for the browser are written of every hostile line, in every place`() throws {
    let lines = try SharedData.hostileTexts()
    try write("hostile", try hostilePage(lines, .plain))
    try write("hostile-markdown", try hostilePage(lines, .markdown))
    try write("hostile-html", try hostilePage(lines, .html))
    // A page that is broken on purpose, for the browser's judge.
    let broken = String(
      decoding: try hostilePage(["<img src=x onerror=alert(1)>"], .plain), as: UTF8.self)
    let control = broken.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
    #expect(control.contains("<img src=x"))
    try Data(control.utf8).write(to: file("hostile-control"))
  }

  private func hostilePage(_ lines: [String], _ format: BodyFormat) throws -> [UInt8] {
    let notifications = lines.enumerated().map { number, line in
      var hostile = InboxSamples.notification(
        "\(number):\(line)", line, line, line, priority: Priority.allCases[number % 3],
        hoursAgo: Double(number) / 20)
      hostile.content.bodyFormat = format
      hostile.content.actor = Actor(id: line, name: line, avatarURL: line)
      hostile.content.subject = Subject(id: line, name: line)
      hostile.content.link = line
      hostile.content.actions = [Action(key: line, label: line, url: line)]
      hostile.content.thumbnails = [Thumbnail(url: line, kind: .photo)]
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

  /// Writes a page that holds nothing which no page may hold.
  private func write(_ name: String, _ page: [UInt8]) throws {
    #expect(WrittenBytes.complaint(of: page) == nil, "\(name)")
    #expect(page.starts(with: "<!doctype html>".utf8) && page.count > 10_000, "\(name)")
    try Data(page).write(to: file(name))
  }

  private func file(_ name: String) throws -> URL {
    let folder = URL(filePath: Self.folder ?? "")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appending(path: name + ".html")
  }
}
