/// Templates by name: those that are compiled, and the partials and parents that they include.
///
///     var templates = TemplateSet(policy: .strict)
///     try templates.add(bytes, named: "item", file: "digest/item.md")
///     try templates.add(more, named: "digest", file: "digest/digest.md")
///     let digest = try templates.compile("digest", schema: keys.schema, kind: kind)
///     digest.render(values, into: &output)
package struct TemplateSet: Sendable {
  private let policy: TemplatePolicy
  private var templates: [String: ParsedTemplate] = [:]

  package init(policy: TemplatePolicy) { self.policy = policy }

  /// The names, sorted.
  package var names: [String] { templates.keys.sorted() }

  /// Adds a template, or puts another in its place.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8; a byte order mark is dropped.
  ///   - file: what errors call it; its name unless given.
  /// - Throws: a `TemplateError` when its tags are not well formed.
  package mutating func add(
    _ bytes: [UInt8], named name: String, file: String? = nil
  ) throws(TemplateError) {
    let byteOrderMark = Array("\u{FEFF}".utf8)
    let text = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
    let source = SourceText(file: file ?? name, bytes: text)
    guard String(validating: text, as: UTF8.self) != nil else {
      throw source.error(.notUTF8, at: 0..<0)
    }
    templates[name] = try TemplateParser.parse(source, policy: policy)
  }

  /// Compiles a template with all that it includes.
  ///
  /// - Throws: a `TemplateError` for whatever the set's policy refuses.
  package func compile(
    _ name: String, schema: RecordSchema, kind: TemplateKind
  ) throws(TemplateError) -> CompiledTemplate {
    let program = try Compiler.compile(
      name, of: templates, schema: schema, kind: kind, policy: policy)
    return CompiledTemplate(program: program, kind: kind)
  }
}

/// A template that is ready to render; rendering cannot fail.
package struct CompiledTemplate: Sendable {
  let program: Program
  let kind: TemplateKind

  /// The names that it looks up in texts by name.
  package var namesUsed: [String] { program.names }

  /// Appends the template, filled with values of the schema it was compiled for.
  package func render(_ values: RecordValues, into output: inout [UInt8]) {
    var executor = Executor(program, kind, values)
    executor.run(into: &output)
  }

  /// The template filled with values of the schema it was compiled for.
  package func render(_ values: RecordValues) -> [UInt8] {
    var output: [UInt8] = []
    render(values, into: &output)
    return output
  }
}
