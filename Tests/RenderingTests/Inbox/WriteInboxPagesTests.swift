import Digests
import Foundation
import Notifications
import SinkJudge
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
