import ByteText
import CompiledMustache

/// A schema as the tool's own are: a list of items in a list of sections.
struct SampleKeys: Sendable {
  struct Item: Sendable {
    let title: TextKey
    let color: TextKey
    let link: TextKey
    let body: MarkupKey
    let unread: FlagKey
    let count: IntegerKey
    let extra: NamedTextsKey
    let schema: RecordSchema

    init() {
      var item = SchemaDeclaration()
      title = item.text("title", "What happened, in one line.")
      color = item.keyword("color", "The badge's colour.")
      link = item.url("link", "Where it leads.")
      body = item.markup("body", "The message in the template's format.")
      unread = item.flag("unread", "Whether it is not yet read | unknown counts as not read.")
      count = item.integer("count", "How many it stands for.")
      extra = item.namedTexts("extra", "Fields of the record that the profile does not know.")
      schema = item.schema
    }
  }

  let item = Item()
  let heading: TextKey
  let recipient: RecordKey
  let recipientName: TextKey
  let items: ListKey
  let schema: RecordSchema

  init() {
    var recipient = SchemaDeclaration()
    recipientName = recipient.text("name", "What they are called.")
    var digest = SchemaDeclaration()
    heading = digest.text("heading", "The title of the document.")
    self.recipient = digest.record("recipient", recipient.schema, documentation: "Who it is for.")
    items = digest.list("items", of: item.schema, "The lines.")
    schema = digest.schema
  }

  /// Values with one item.
  func values(title: String) -> RecordValues {
    var line = RecordValues(item.schema)
    line[item.title] = title
    line[item.link] = "https://example.com/?a=1&b=(2)"
    line[item.body] = Markup(rendered: "<b>bold</b>")
    line[item.color] = "#b00"
    line[item.unread] = true
    line[item.count] = -12_345
    line[item.extra] = [("due", "Friday & Saturday"), ("due", "never")]
    var values = RecordValues(schema)
    values[heading] = "Digest"
    values[items] = [line]
    return values
  }
}

extension TemplateKind {
  /// HTML whose texts are escaped in the obvious way.
  static func html() -> TemplateKind { .html(.html) }
}

extension Escape {
  /// For HTML, in the obvious way.
  static let html = Escape { text, output in
    let escaped = String(decoding: text, as: UTF8.self).unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: String(scalar)
      }
    }
    output += escaped.joined().utf8
  }
}

/// Compiles templates over the sample.
func strict(
  _ template: String, partials: [String: String] = [:], kind: TemplateKind = .html()
) throws(Fault) -> CompiledTemplate {
  var templates = TemplateSet()
  for (name, partial) in partials {
    try templates.add(Array(partial.utf8), named: name, file: "\(name).html")
  }
  try templates.add(Array(template.utf8), named: "digest", file: "digest.html")
  return try templates.compile("digest", schema: SampleKeys().schema, kind: kind)
}

/// The error of a template.
func strictError(_ template: String, partials: [String: String] = [:]) -> Fault? {
  do {
    _ = try strict(template, partials: partials)
    return nil
  } catch {
    return error
  }
}

/// What a template makes of the sample values.
func rendered(
  _ template: String, title: String = "Title", partials: [String: String] = [:],
  kind: TemplateKind = .html()
) throws -> String {
  let values = SampleKeys().values(title: title)
  let bytes = try strict(template, partials: partials, kind: kind).render(values)
  return String(decoding: bytes, as: UTF8.self)
}
