/// The format a template is written in: it decides how values are escaped and what is checked.
package struct TemplateKind: Sendable {
  /// What the strict policy knows of a format.
  enum Syntax: Sendable {
    case html, markdown, plain
  }

  let syntax: Syntax
  let text: Escape
  /// For URLs that stand where a link's destination is.
  let destination: Escape

  /// HTML (`.html`), with the escape of this module unless another is given.
  package static func html(_ escape: Escape = .html) -> TemplateKind {
    TemplateKind(syntax: .html, text: escape, destination: escape)
  }

  /// CommonMark (`.md`).
  ///
  /// - Parameters:
  ///   - text: makes any text literal.
  ///   - destination: writes a URL between `](` and `)`.
  package static func markdown(text: Escape, destination: Escape) -> TemplateKind {
    TemplateKind(syntax: .markdown, text: text, destination: destination)
  }

  /// Plain text (`.txt`).
  package static func plain(_ escape: Escape = .plain) -> TemplateKind {
    TemplateKind(syntax: .plain, text: escape, destination: escape)
  }
}

/// What the compiler makes of what is missing or unsafe.
package enum TemplatePolicy: Sendable {
  /// The Mustache specification to the letter: what is missing is empty, partials may recurse.
  case specification
  /// For templates that people change: whatever could be a mistake or unsafe is an error.
  case strict
}

/// Bounds that no honest template meets, so that a hostile one ends in an error.
enum TemplateLimit {
  /// Of tags inside tags, partials inside partials, and both together.
  static let depth = 128
  static let delimiterLength = 16
  static let instructions = 1 << 20
  static let literalBytes = 1 << 26
  /// Of recursive partials in one rendering, under the specification's policy.
  static let calls = 100_000
}
