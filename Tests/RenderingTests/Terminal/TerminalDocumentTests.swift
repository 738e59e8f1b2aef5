import Languages
import Notifications
import TestData
import Testing

@testable import Digests
@testable import Rendering

struct TerminalDocumentTests {
  private static let widths = [40, 80, 120, 200]

  private static let styles: [(name: String, style: TerminalStyle)] = widths.flatMap { columns in
    [
      ("\(columns).txt", TerminalStyle(columns: columns)),
      ("\(columns).16.ansi", TerminalStyle(columns: columns, hasColor: true)),
      ("\(columns).ascii.txt", TerminalStyle(columns: columns, isUTF8: false)),
    ]
  }

  @Test func `Digest and summary are as they were, at every width and in every style`() throws {
    let context = try Samples.context()
    let documents: [(String, Digest)] = [
      (
        "digest",
        Samples.digest(of: Samples.everyday, limit: 4, previous: Samples.everydayPrevious)
      ),
      ("hostile", Samples.digest(of: Samples.hostile)),
    ]
    for (name, style) in Self.styles {
      for (document, digest) in documents {
        try Golden.expect(
          TerminalDocument.digest(digest, in: context, style: style),
          "terminal/\(document).\(name)")
      }
      try Golden.expect(
        TerminalDocument.summary(Samples.summary, in: context, style: style),
        "terminal/summary.\(name)")
    }
  }

  @Test func `A summary of several systems has a bar for each, the largest first`() throws {
    var summary = Samples.summary
    for (system, total) in [("rooms", 40), ("rooms", 2_000), ("lendair", 3)] {
      summary.counts.byType.append(
        TypeTally(
          type: TypeID(ProfileName(system), TypeKey(normalizing: "t\(total)")),
          tally: Tally(total: total, unread: 1)))
    }
    let document = TerminalDocument.summary(
      summary, in: try Samples.context(), style: TerminalStyle())
    let bars = lines(document).filter {
      $0.contains("█") && !$0.contains("…") && !$0.contains("unread")
    }
    #expect(
      bars.compactMap { $0.split(separator: " ").first }.prefix(3)
        == ["rooms", "recruiting-compass", "lendair"])
    #expect(!bars.contains { $0.contains("Follow-ups") })
  }

  @Test(arguments: [(1, "█ unread ░ read"), (0, "█ unread")])
  func `The shades of a summary's bars are named, but not for what is scheduled`(
    read: Int, key: String
  ) throws {
    var summary = Samples.summary
    summary.upcoming = summary.counts.all.total - summary.counts.all.unread - read
    let document = text(
      TerminalDocument.summary(summary, in: try Samples.context(), style: TerminalStyle()))
    #expect(document.contains(" \(key)\n"))
  }

  @Test(arguments: Array(20...60) + [79, 80, 100, 119, 120, 121, 200])
  func `No line but an address is wider than the terminal, whatever it holds`(columns: Int) throws {
    let context = try Samples.context()
    let digest = Samples.digest(of: Samples.everyday + Samples.hostile, limit: 9)
    for isUTF8 in [true, false] {
      let style = TerminalStyle(columns: columns, isUTF8: isUTF8)
      let documents = [
        TerminalDocument.digest(digest, in: context, style: style),
        TerminalDocument.summary(Samples.summary, in: context, style: style),
      ]
      let lines = documents.flatMap { self.lines($0) }
      let tooWide = lines.filter {
        DisplayWidth.columns(of: $0) > columns && !$0.contains("://")
      }
      #expect(tooWide == [])
      #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
    }
  }

  @Test func `Color changes nothing but color, and keeps the blank behind a badge`() throws {
    let context = try Samples.context()
    let digest = Samples.digest(of: Samples.everyday + Samples.hostile)
    for columns in Self.widths {
      let plain = TerminalDocument.digest(
        digest, in: context, style: TerminalStyle(columns: columns))
      let colored = TerminalDocument.digest(
        digest, in: context, style: TerminalStyle(columns: columns, hasColor: true))
      #expect(colored != plain)
      let badge = Array("Urgent ".utf8)
      #expect(withoutColor(colored).contains(badge))
      let lines = withoutColor(colored).split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let trimmed = lines.map { $0.reversed().drop { $0 == UInt8(ascii: " ") }.reversed() }
      #expect(Array(trimmed.joined(separator: [UInt8(ascii: "\n")])) == plain)
    }
  }

  @Test func `What is left out is said, with how many are urgent and where they are`() throws {
    let all = (0..<6).map {
      Samples.notification("\($0)", "offer", ago: $0 + 1, "Title \($0)", priority: .high)
    }
    let document = try text(
      TerminalDocument.digest(
        Samples.digest(of: all, limit: 2), in: Samples.context(), style: TerminalStyle()))
    #expect(document.contains("and 4 more, 4 of them urgent: Offers\u{A0}4"))
    #expect(document.contains("https://inbox.example.org/user-1"))
  }

  @Test func `A line of several says how many, unless its title tells their sum`() throws {
    let all = (1...3).map { number in
      var payment = Samples.notification(
        "\(number)", "offer", ago: Int64(number) * 3_600, "Payment received")
      payment.content.amount = Amount("250", currency: "USD")
      return payment
    }
    func document(_ digest: Digest) throws -> String {
      text(TerminalDocument.digest(digest, in: try Samples.context(), style: TerminalStyle()))
    }
    #expect(
      try document(Samples.digest(of: all)).contains("Payment received ×3  since 7:05\u{A0}AM "))
    var rules = Samples.rules
    rules.lineTitle = { merged, _, _ in
      merged.amount.map {
        (words: "$\($0.units) in 3 payments", tellsCount: true, tellsSum: true)
      }
    }
    let sum = try document(Samples.digest(of: all, rules: rules))
    #expect(sum.contains("$750 in 3 payments") && !sum.contains("×") && !sum.contains("since"))
  }

  @Test(arguments: [
    (80, "Disk full  harbor/infra · Ana · Strange   1h ago\n    Now."),
    (44, "Disk full  1h ago\n    harbor/infra · Ana · Strange\n    Now."),
  ])
  func `Facts stand together beside the title or below it, and an address alone`(
    columns: Int, lines: String
  ) throws {
    var alert = Samples.notification("1", "strange", ago: 3_600, "Disk full", "Now.")
    alert.content.subject = Subject(name: "harbor/infra")
    alert.content.actor = Actor(name: "Ana")
    alert.content.link = "https://example.org/1"
    let document = text(
      TerminalDocument.digest(
        Samples.digest(of: [alert]), in: try Samples.context(),
        style: TerminalStyle(columns: columns)))
    let told = document.replacing(#/ {3,}1h/#, with: columns == 80 ? "   1h" : "  1h")
    #expect(told.contains(lines + "\n    https://example.org/1\n"))
  }

  @Test func `Right-to-left words keep to themselves`() throws {
    let digest = Samples.digest(of: Samples.everyday)
    let document = try text(
      TerminalDocument.digest(digest, in: Samples.context("ar"), style: TerminalStyle()))
    for line in document.split(separator: "\n") {
      let scalars = line.unicodeScalars
      let isolates = scalars.count { $0 == "\u{2068}" }
      #expect(isolates == scalars.count { $0 == "\u{2069}" })
      #expect(isolates > 0 || !scalars.contains { (0x600...0x6FF).contains($0.value) })
    }
    #expect(document.contains("\u{2068}"))
  }

  @Test func `A million types are twenty rows, and their numbers still add up`() throws {
    var counts = Counts()
    counts.byType = (0..<1000).map {
      TypeTally(
        type: TypeID(Samples.recruiting, TypeKey(normalizing: "type_\($0)")),
        tally: Tally(total: $0 + 1))
    }
    counts.all.total = counts.byType.reduce(0) { $0 + $1.tally.total }
    var page = TerminalPage(TerminalStyle(columns: 80))
    page.addTypes(counts, try Samples.context())
    let rows = text(page.bytes).split(separator: "\n")
    #expect(rows.count == 20)
    let shown = rows.compactMap { row in
      row.split(separator: " ").last.flatMap { Int($0.filter(\.isNumber)) }
    }
    #expect(shown.reduce(0, +) == counts.all.total)
  }

  @Test func `A title is a hyperlink where a terminal has them; nothing else changes`() throws {
    let context = try Samples.context()
    var linked = Samples.notification("1", "offer", ago: 60, "Read this")
    linked.content.link = "https://example.org/a b"
    var refused = Samples.notification("2", "offer", ago: 120, "Not this")
    refused.content.link = "javascript:alert(1)"
    var hostile = Samples.notification("3", "offer", ago: 180, "Nor this")
    hostile.content.link = "https://example.net/\u{1B}]8;;"
    let digest = Samples.digest(of: [linked, refused, hostile])
    let plain = text(TerminalDocument.digest(digest, in: context, style: TerminalStyle()))
    var style = TerminalStyle()
    style.hasLinks = true
    let shown = text(TerminalDocument.digest(digest, in: context, style: style))
    let start = "\u{1B}]8;;https://example.org/a%20b\u{1B}\\"
    #expect(shown.contains(start + "Read this\u{1B}]8;;\u{1B}\\"))
    #expect(
      !shown.contains("javascript") && !shown.contains("example.net") && !plain.contains("\u{1B}"))
    // Without them, the address stands below it, and that of the inbox behind its words.
    let without = shown.replacing(#/\x{1B}\]8;;[^\x{1B}]*\x{1B}\\/#, with: "")
    let told = plain.replacing("    https://example.org/a%20b\n", with: "")
    #expect(without == told.replacing(": https://inbox.example.org/user-1", with: ""))
    #expect(told != plain)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Takes out SGR sequences, and only those.
  private func withoutColor(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x1B, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "["),
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "m")),
        bytes[(index + 2)..<end].allSatisfy({ (0x30...0x3B).contains($0) })
      {
        index = end + 1
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return plain
  }
}
