import Foundation
import SinkJudge
import TestData
import Testing

@testable import SafeMarkdown

/// The public lists of hostile strings.
@Suite(.enabled(if: SharedData.hasHostileTexts, "\(SharedData.reasonToSkip)"))
struct HostileLinesTests {
  /// One document for the judge `Tests/Acceptance/documents/hostile_html.py`.
  private struct Case: Encodable {
    var name: String
    var html: String
    /// What a reader must see; nil where the line is Markdown or HTML that has a meaning.
    var text: String?
  }

  private static func cases(_ line: String, _ number: Int) -> [Case] {
    var quoted: [UInt8] = Array("<p title=\"".utf8)
    HTMLEscape.append(line, to: &quoted)
    quoted.append(contentsOf: "\">".utf8)
    HTMLEscape.append(line, to: &quoted)
    quoted.append(contentsOf: "</p>".utf8)
    var message: [UInt8] = Array("- ".utf8)
    UserMarkdown.append(line, indent: 2, to: &message)
    var link = Array("[a](".utf8)
    MarkdownEscape.appendDestination(SafeURL.normalized(line) ?? "", to: &link)
    link.append(UInt8(ascii: ")"))
    return [
      Case(name: "\(number) text", html: html(escaped(line)), text: line),
      Case(name: "\(number) heading", html: html(Array("# ".utf8) + escaped(line)), text: line),
      Case(name: "\(number) quoted", html: string(quoted), text: line),
      Case(name: "\(number) lines", html: html(escaped(line, .kept(indent: 0))), text: line),
      Case(name: "\(number) markdown", html: html(message), text: nil),
      Case(name: "\(number) html", html: html(escaped(HTMLText.plain(line))), text: nil),
      Case(name: "\(number) raw document", html: html(Array(line.utf8)), text: nil),
      Case(name: "\(number) link", html: html(link), text: nil),
    ]
  }

  private static func html(_ markdown: [UInt8]) -> String {
    var output: [UInt8] = []
    Document(markdown).appendHTML(to: &output)
    return string(output)
  }

  @Test func `No hostile line opens an element that was not written for it`() throws {
    let lines = try SharedData.hostileTexts()
    #expect(lines.count > 3000)
    for line in lines {
      let read = Self.html(escaped(line)).utf8
      let isEmpty = read.isEmpty && line.allSatisfy(\.isNewline)
      #expect(isEmpty || read.count { $0 == UInt8(ascii: "<") } == 2, "\(line) as \(read)")
    }
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["TIDINGS_ACCEPTANCE"] != nil,
      "writes documents for a judge: set TIDINGS_ACCEPTANCE to a folder"))
  func `Every hostile line is written in every way for the judge`() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["TIDINGS_ACCEPTANCE"])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var output = Data()
    for (number, line) in try SharedData.hostileTexts().enumerated() {
      for document in Self.cases(line, number) {
        let complaint = WrittenBytes.complaint(of: Array(document.html.utf8))
        #expect(complaint == nil || document.name.hasSuffix("raw document"), "\(document.name)")
        output.append(try encoder.encode(document))
        output.append(UInt8(ascii: "\n"))
      }
    }
    try output.write(to: URL(filePath: folder).appending(path: "hostile-lines.jsonl"))
  }
}
