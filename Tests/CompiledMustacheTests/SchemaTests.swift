import CompiledMustache
import Testing

struct SchemaTests {
  @Test func `The key reference is made from the schema`() {
    let expected = """
      | Inside | Key | Type | Meaning |
      |---|---|---|---|
      |  | `heading` | text | The title of the document. |
      |  | `recipient` | record | Who it is for. |
      | `recipient` | `name` | text | What they are called. |
      |  | `items` | list | The lines. |
      | `items` | `title` | text | What happened, in one line. |
      | `items` | `color` | keyword | The badge's colour. |
      | `items` | `link` | URL | Where it leads. |
      | `items` | `body` | markup | The message in the template's format. |
      | `items` | `unread` | yes/no | Whether it is not yet read \\| unknown counts as not read. |
      | `items` | `count` | integer | How many it stands for. |
      | `items` | `extra` | texts by name | Fields of the record that the profile does not know. |

      """
    #expect(KeyReference.markdown(SampleKeys().schema) == expected)
  }

  @Test func `Values are what was put in and start empty`() {
    let keys = SampleKeys()
    var item = RecordValues(keys.item.schema)
    #expect(item[keys.item.title].isEmpty && item[keys.item.count] == 0)
    #expect(!item[keys.item.unread] && item[keys.item.extra].isEmpty)
    item[keys.item.unread] = true
    item[keys.item.extra] = [("a", "1")]
    #expect(item[keys.item.unread])
    #expect(item[keys.item.extra].map(\.text) == ["1"])
    item[keys.item.unread] = false
    #expect(!item[keys.item.unread])
    var values = RecordValues(keys.schema)
    #expect(values[keys.recipient] == nil)
    var recipient = RecordValues(keys.schema)
    recipient[keys.heading] = "x"
    values[keys.recipient] = recipient
    #expect(values[keys.recipient]?[keys.heading] == "x")
  }

  @Test func `All of sixty-four flags are apart`() throws {
    var declaration = SchemaDeclaration()
    let flags = (0..<64).map { declaration.flag("f\($0)", "A flag.") }
    var templates = TemplateSet()
    let source = (0..<64).map { "{{#f\($0)}}\($0) {{/f\($0)}}" }.joined()
    try templates.add(Array(source.utf8), named: "all")
    let template = try templates.compile("all", schema: declaration.schema, kind: .plain(.plain))
    var values = RecordValues(declaration.schema)
    values[flags[0]] = true
    values[flags[33]] = true
    values[flags[63]] = true
    #expect(String(decoding: template.render(values), as: UTF8.self) == "0 33 63 ")
  }

  @Test(arguments: [0, 7, -7, 10, 1_234_567_890, Int.max, Int.min])
  func `An integer is written in decimal digits, and zero is false`(integer: Int) throws {
    var declaration = SchemaDeclaration()
    let count = declaration.integer("count", "A count.")
    var templates = TemplateSet()
    let source = "{{count}}{{#count}}!{{/count}}{{^count}}?{{/count}}"
    try templates.add(Array(source.utf8), named: "count")
    let template = try templates.compile("count", schema: declaration.schema, kind: .html())
    var values = RecordValues(declaration.schema)
    values[count] = integer
    let expected = "\(integer)\(integer == 0 ? "?" : "!")"
    #expect(String(decoding: template.render(values), as: UTF8.self) == expected)
  }
}
