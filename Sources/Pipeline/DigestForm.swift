/// The forms in which a digest can be written.
package enum DigestForm: String, CaseIterable, Sendable {
  case terminal, markdown, html, text, json

  /// What the name of a file of this form ends with.
  package var suffix: String {
    switch self {
    case .terminal, .text: ".txt"
    case .markdown: ".md"
    case .html: ".html"
    case .json: ".json"
    }
  }
}
