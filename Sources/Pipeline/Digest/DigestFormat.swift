/// The output formats of a digest.
package enum DigestFormat: String, CaseIterable, Sendable {
  case terminal, markdown, html, text, json

  static let files = allCases.filter { $0 != .terminal }

  /// The file name extension.
  package var suffix: String {
    switch self {
    case .terminal, .text: ".txt"
    case .markdown: ".md"
    case .html: ".html"
    case .json: ".json"
    }
  }
}
