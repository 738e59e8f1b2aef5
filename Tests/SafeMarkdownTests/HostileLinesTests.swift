import Foundation
import Notifications
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

/// Words of our own, one for each construct of CommonMark (by section of version 0.30) and for what
/// else has been taken for more than words, so that a checkout without the public lists judges the
/// escaping as well.
struct ConstructTests {
  private static let constructs: [(String, String)] = [
    ("2.2 tab", "\ta"), ("2.3 NUL", "a\0b"), ("2.4 backslash escape", "\\# \\* \\["),
    ("2.5 entity reference", "&amp; &copy; &#35; &#x22; &nbsp;"), ("2.5 none", "AT&T; &x &#; &#x;"),
    ("4.1 thematic break", "***"), ("4.1 of hyphens", "---"), ("4.1 of underscores", "_ _ _"),
    ("4.2 heading", "# a"), ("4.2 six", "###### a #"), ("4.2 seven", "####### a"),
    ("4.2 empty", "#"), ("4.3 setext", "a\n==="), ("4.3 of the second level", "a\n---"),
    ("4.4 indented code", "    a"), ("4.5 fence", "```\na\n```"), ("4.5 of tildes", "~~~ x\na"),
    ("4.6 HTML of the first kind", "<script>a</script>"), ("4.6 second", "<!-- a -->"),
    ("4.6 third", "<?a?>"), ("4.6 fourth", "<!DOCTYPE a>"), ("4.6 fifth", "<![CDATA[a]]>"),
    ("4.6 sixth", "<div>a</div>"), ("4.6 seventh", "<x-a b=\"c\">"),
    ("4.7 reference definition", "[a]: /b 'c'"), ("4.8 paragraphs", "a\n\nb"),
    ("5.1 quote", "> a"), ("5.1 without a blank", ">a"), ("5.1 in a quote", "> > a"),
    ("5.2 item", "- a"), ("5.2 plus", "+ a"), ("5.2 star", "* a"), ("5.2 number", "1. a"),
    ("5.2 parenthesis", "123456789) a"), ("5.2 empty", "-"), ("5.2 empty number", "1."),
    ("5.3 list", "- a\n- b\n\n- c"), ("6.1 code span", "`a`"), ("6.1 of two", "`` a`b ``"),
    ("6.2 emphasis", "*a* _a_"), ("6.2 strong", "**a** __a__"), ("6.2 both", "***a***"),
    ("6.2 within a word", "a*b*c a_b_c"), ("6.3 link", "[a](b)"), ("6.3 title", "[a](<b> \"c\")"),
    ("6.3 full reference", "[a][b]"), ("6.3 collapsed", "[a][]"), ("6.3 shortcut", "[a]"),
    ("6.4 image", "![a](b)"), ("6.5 autolink", "<http://a.b>"), ("6.5 address", "<a@b.c>"),
    ("6.6 open tag", "a <b c='d'>"), ("6.6 closing tag", "a </b>"), ("6.6 comment", "a <!-- b -->"),
    ("6.7 hard break of spaces", "a  \nb"), ("6.7 of a backslash", "a\\\nb"),
    ("6.8 soft break", "a\nb"), ("GFM table", "| a |\n|---|\n| b |"),
    ("GFM strikethrough", "~~a~~"),
    ("GFM task", "[ ] a"), ("GFM autolink", "www.a.b"), ("footnote", "[^1]: a"),
    ("definition", "a\n: b"), ("mustache", "{{v}} {{{v}}}"), ("front matter", "---\na: b\n---"),
    ("math", "$a$ $$b$$"), ("emoji code", ":a:"), ("mention", "@a #b"),
  ]

  /// What people were hurt by elsewhere.
  private static let naughty: [(String, String)] = [
    ("blank", ""), ("blanks", "   "), ("a no-break space", "\u{A0}"), ("null", "null"),
    ("undefined", "undefined"), ("a shell's", "$(touch /tmp/a) `id` ; rm -rf /"),
    ("SQL", "'; DROP TABLE a; --"), ("a format", "%s%n%x %@ {0} \\(a)"),
    ("a path", "../../etc/passwd"), ("a formula", "=1+1 @SUM(A1) +1 -1"), ("quotes", "\"'`´‘’“”«»"),
    ("XML", "]]><!ENTITY a SYSTEM 'b'>"), ("attribute", "\" onclick=\"a"),
    ("without quotes", " onclick=a x="), ("backquote", "`onclick=a"), ("half a tag", "<b"),
    ("a tag in a tag", "<<b>b>"), ("a broken one", "<b\0>"), ("full width", "＜script＞"),
    ("UTF-7", "+ADw-script+AD4-"), ("a script link", "[a](javascript:b)"),
    ("a data link", "[a](data:text/html,b)"), ("with a tab", "[a](java\tscript:b)"),
    ("header", "a\r\nBcc: b@c.d"), ("encoded word", "=?utf-8?q?a?="), ("SMTP", "a\r\n.\r\nQUIT"),
    ("mbox", "From a@b Thu Jan  1 00:00:00 1970"), ("signature", "-- "),
    ("escape", "\u{1B}[2J\u{1B}]0;a\u{7}"),
    ("C1", "\u{9B}2J\u{9D}0;a\u{9C}"), ("backspace", "ab\u{8}\u{8}c"), ("carriage return", "a\rb"),
    ("right to left", "\u{202E}gnp.exe"), ("isolate", "\u{2066}a"), ("its end", "\u{2069}# a"),
    ("reference", "&\u{2069}#27;[2J"), ("Arabic", "مرحبا (1)"), ("Hebrew", "שלום - 1."),
    ("zero width", "a\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}b"),
    ("byte order mark", "\u{FEFF}# a"), ("marks", "Z\u{35A}\u{338}\u{337}\u{36F}a"),
    ("a quote with a mark", "\"\u{301}<\u{338}"), ("family", "👨‍👩‍👧‍👦"), ("flags", "🇩🇪🇫"),
    ("keycap", "#️⃣ 1️⃣ *️⃣"), ("skin", "👍🏽"), ("tags", "a\u{E0041}\u{E007F}"),
    ("variation", "a\u{FE0F}\u{E0100}"), ("private", "\u{E000}\u{F8FF}"),
    ("noncharacters", "\u{FFFE}\u{1FFFE}\u{10FFFF}"), ("unassigned", "\u{378}\u{2FE0}"),
    ("separators", "a\u{2028}# b\u{2029}> c\u{85}- d"), ("Han", "中文。「引用」"), ("Thai", "ไทย"),
    ("Devanagari", "क्ष"), ("Hangul", "\u{1112}\u{1161}\u{11AB}"), ("dotless", "İıŁß"),
    ("long", "ﷺﷺﷺ"),
  ]

  @Test(arguments: Sinks.Sink.allCases)
  func `Constructs in users' words are words in every sink`(sink: Sinks.Sink) throws {
    let sinks = try Sinks()
    let place = Sinks.Sink.allCases.firstIndex(of: sink) ?? 0
    for (number, (construct, text)) in (Self.constructs + Self.naughty).enumerated() {
      // In each run one of the three, another one in the next sink.
      for (turn, format) in [BodyFormat.plain, .markdown, .html].enumerated()
      where Trials.takes(number + turn, of: 3, from: place) {
        let words = StrangersDigest(words: [text], bodyFormat: format)
        #expect(throws: Never.self, "\(construct)") { try sinks.check(words, in: sink) }
      }
    }
  }
}
