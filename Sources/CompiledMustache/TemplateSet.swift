package import ByteText

/// Templates by name, with the partials that they include.
///
/// They are Mustache for people who edit: what may be a mistake or unsafe is an error when they are
/// compiled. Parents, blocks, dynamic partials and other delimiters are no tags.
///
///     var templates = TemplateSet()
///     try templates.add(bytes, named: "item", file: "digest/item.md")
///     try templates.add(more, named: "digest", file: "digest/digest.md")
///     let digest = try templates.compile("digest", schema: keys.schema, kind: kind)
///     digest.render(values, into: &output)
package struct TemplateSet: Sendable {
  private var templates: [String: ParsedTemplate] = [:]

  package init() {}

  /// Adds or replaces a template.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8; a byte order mark is dropped.
  ///   - file: the name in errors; the template's name by default.
  /// - Throws: A fault of its tags.
  package mutating func add(
    _ bytes: [UInt8], named name: String, file: String? = nil
  ) throws(Fault) {
    let byteOrderMark = Array("\u{FEFF}".utf8)
    let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
    let source = SourceText(file: file ?? name, bytes: text)
    guard String(validating: text, as: UTF8.self) != nil else {
      throw source.fault("not-utf8", "the file is not UTF-8", advice: "save it as UTF-8", at: 0..<0)
    }
    templates[name] = try TemplateParser.parse(source)
  }

  /// Compiles a template with everything it includes.
  ///
  /// - Throws: A fault for anything that may be a mistake or unsafe.
  package func compile(
    _ name: String, schema: RecordSchema, kind: TemplateKind
  ) throws(Fault) -> CompiledTemplate {
    let program = try Compiler.compile(name, of: templates, schema: schema, kind: kind)
    return CompiledTemplate(program: program, kind: kind)
  }
}

/// A compiled template; rendering cannot fail.
package struct CompiledTemplate: Sendable {
  let program: Program
  let kind: TemplateKind

  /// Appends the template filled with values of its schema.
  package func render(_ values: RecordValues, into output: inout [UInt8]) {
    var executor = Executor(program, kind, values: values)
    executor.run(into: &output)
  }

  /// The template filled with values of its schema.
  package func render(_ values: RecordValues) -> [UInt8] {
    var output: [UInt8] = []
    // Most of a page is its style and script: an array that grows to them by doubling copies them twice.
    output.reserveCapacity(
      values.texts.reduce(program.literals.count) { $0 + $1.utf8.count } * 5 / 4)
    render(values, into: &output)
    return output
  }
}

/// A template's format, which decides how values are escaped and what is checked.
package struct TemplateKind: Sendable {
  /// What is known of a format.
  enum Syntax: Sendable { case html, markdown, plain }

  let syntax: Syntax
  let text: Escape
  /// For URLs in a link's destination.
  let destination: Escape

  /// HTML (`.html`).
  package static func html(_ escape: Escape) -> TemplateKind {
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
  package static func plain(_ escape: Escape) -> TemplateKind {
    TemplateKind(syntax: .plain, text: escape, destination: escape)
  }
}

/// Limits that no honest template reaches; a hostile one fails with an error.
enum TemplateLimit {
  /// Nested tags and partials together.
  static let depth = 128
  /// Sections and partials, those of each use.
  static let opened = 1 << 16
  static let instructions = 1 << 20
  static let literalBytes = 1 << 26
}

/// Makes text safe for where it is written: takes UTF-8 bytes, appends UTF-8 bytes.
///
/// It works on bytes, not on `Character`s: a quote followed by a combining mark is one `Character`
/// and equals no quote. The function may look at the end of the output.
package struct Escape: Sendable {
  package typealias Function = @Sendable (UnsafeBufferPointer<UInt8>, inout [UInt8]) -> Void

  package let append: Function

  package init(_ append: @escaping Function) { self.append = append }

  /// For plain text. C0 and C1 controls become U+FFFD, CR and CRLF become LF, VT, FF and NEL a
  /// space.
  package static let plain = Escape { text, output in
    var copied = 0
    var index = 0
    while index < text.count {
      let start = index
      let next = start + 1 < text.count ? text[start + 1] : 0
      let replacement: [UInt8]
      index += 1
      switch text[start] {
      case 0x0D: replacement = next == 0x0A ? [] : [0x0A]
      case 0x0B, 0x0C: replacement = [0x20]
      case 0x00..<0x09, 0x0E..<0x20, 0x7F: replacement = ScalarBytes.replacement
      case 0xC2 where (0x80...0x9F).contains(next):
        replacement = next == 0x85 ? [0x20] : ScalarBytes.replacement
        index += 1
      default: continue
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<start]))
      output.append(contentsOf: replacement)
      copied = index
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
  }

  /// For a part of an address in any format: what it leaves as it is means nothing in HTML and Markdown.
  static let component = Escape { PercentEncoding.append(component: $0.span, to: &$1) }

  func append(_ text: String, to output: inout [UInt8]) { text.withBytes { append($0, &output) } }
}
