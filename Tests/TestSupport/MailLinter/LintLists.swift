import MailMessages

/// The fields of mailing lists (RFC 2369, RFC 2919, RFC 8058).
enum LintLists {
  static func check(_ fields: [LintField], _ report: inout LintReport) {
    let link = fields.first { $0.name == .listUnsubscribe }
    let post = fields.first { $0.name == .listUnsubscribePost }
    let uris = link.map { bracketedURIs(of: $0, &report) } ?? []
    let holdsHTTPS = uris.contains { $0.asciiLowercased.starts(with: "https://".utf8) }
    if let post {
      if !holdsHTTPS { report.add(.listUnsubscribePostAlone, line: post.line) }
      if post.text != "List-Unsubscribe=One-Click" {
        report.add(.wrongListUnsubscribePost, line: post.line, post.text)
      }
    } else if let link, holdsHTTPS {
      report.add(.missingListUnsubscribePost, line: link.line)
    }
    if let id = fields.first(where: { $0.name == .listID }), !isListID(id.value) {
      report.add(.malformedListID, line: id.line, id.text)
    }
  }

  /// The URIs between angle brackets, separated by commas.
  private static func bracketedURIs(of field: LintField, _ report: inout LintReport) -> [[UInt8]] {
    var uris: [[UInt8]] = []
    for item in field.value.split(separator: 0x2C, omittingEmptySubsequences: false) {
      let trimmed = Array(item.drop { $0 == ASCII.space })
      let uri = Array(trimmed.dropFirst().dropLast())
      let isBracketed =
        trimmed.first == ASCII.less && trimmed.last == ASCII.greater && !uri.isEmpty
        && !uri.contains { $0 == ASCII.less || $0 == ASCII.greater || $0 == ASCII.space }
      if isBracketed {
        uris.append(uri)
      } else {
        report.add(.unbracketedListUnsubscribe, line: field.line, field.text)
      }
    }
    return uris
  }

  private static func isListID(_ value: [UInt8]) -> Bool {
    guard value.last == ASCII.greater, let open = value.lastIndex(of: ASCII.less) else {
      return false
    }
    let text = String(decoding: value[(open + 1)..<(value.count - 1)], as: UTF8.self)
    return (try? ListID(text)) != nil
  }
}
