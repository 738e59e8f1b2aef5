import CompiledMustache
import Testing

struct StrictPolicyTests {
  @Test func `Every type of value is written by its rule`() throws {
    let template = """
      {{heading}}{{#recipient}}, {{name}}{{/recipient}}{{^recipient}} (nobody){{/recipient}}
      {{#items}}
      <a href="{{link}}" style="color:{{color}}">{{title}}</a> {{count}} {{{body}}} {{&body}}
      {{#unread}}new {{/unread}}{{extra.due}}{{extra.none}}{{^extra.none}}.{{/extra.none}}
      {{/items}}

      """
    let expected = """
      Digest (nobody)
      <a href="https://example.com/?a=1&amp;b=(2)" style="color:#b00">A &amp; B</a> -12345 \
      <b>bold</b> <b>bold</b>
      new Friday &amp; Saturday.

      """
    #expect(try rendered(template, title: "A & B") == expected)
  }

  @Test func `The names that texts by name are asked for are known`() throws {
    _ = try strict(
      "{{#items}}{{extra.due}}{{#extra.room}}{{extra.due}}{{/extra.room}}{{/items}}")
  }

  static let errors: [(String, TemplateError.Reason)] = [
    (
      "{{#items}}{{titel}}{{/items}}",
      .unknownKey(
        "titel",
        known: [
          "title", "color", "link", "body", "unread", "count", "extra", "heading", "recipient",
          "items",
        ], nearest: "title")
    ),
    (
      "{{recipient.nam}}",
      .unknownKey(
        "recipient.nam", known: ["recipient.name"], nearest: "recipient.name")
    ),
    ("{{items.title}}", .insideList("items")),
    ("{{title}}", .unknownKey("title", known: ["heading", "recipient", "items"], nearest: nil)),
    (
      "{{#items}}{{.}}{{/items}}",
      .unknownKey(
        ".",
        known: [
          "title", "color", "link", "body", "unread", "count", "extra", "heading", "recipient",
          "items",
        ], nearest: nil)
    ),
    (
      "{{> itme }}",
      .unknownPartial(
        "itme", known: ["a", "b", "digest", "item", "layout"], nearest: "item")
    ),
    ("{{> a }}", .recursion(["a", "b", "a"])),
    ("{{> digest }}", .recursion(["digest", "digest"])),
    ("{{>*heading}}", .unknownTag("*")), ("{{<layout}}{{/layout}}", .unknownTag("<")),
    ("{{$title}}{{/title}}", .unknownTag("$")), ("{{=<% %>=}}", .unknownTag("=")),
    ("{{{heading}}}", .notMarkup(type: "text")),
    ("{{&heading}}", .notMarkup(type: "text")),
    ("{{#items}}{{{link}}}{{/items}}", .notMarkup(type: "URL")),
    ("{{#items}}{{body}}{{/items}}", .markupEscaped),
    ("{{#items}}{{unread}}{{/items}}", .notText(type: "yes/no")),
    ("{{items}}", .notText(type: "list")),
    ("{{recipient}}", .notText(type: "record")),
    ("{{#items}}{{extra}}{{/items}}", .notText(type: "texts by name")),
    ("{{#items}}{{#extra}}{{/extra}}{{/items}}", .notSection(type: "texts by name")),
  ]

  @Test(arguments: errors.indices)
  func `What could be a mistake is an error`(index: Int) {
    let (template, reason) = Self.errors[index]
    let partials = [
      "a": "{{> b}}", "b": "{{> a}}", "item": "x", "layout": "<h1></h1>",
    ]
    #expect(strictError(template, partials: partials)?.reason == reason, "\(template)")
  }

  @Test func `An error says the file, line and column of the offending tag`() {
    let template = "<p>\n  {{> item}}\n</p>\n"
    let error = strictError(template, partials: ["item": "<i>\r\n é{{ nothing }}</i>"])
    #expect(error?.file == "item.html")
    #expect(error?.line == 2)
    #expect(error?.column == 3)
    #expect(error?.tag == "{{ nothing }}")
  }

  @Test func `A template that does not exist is an error`() {
    let templates = TemplateSet()
    #expect(throws: TemplateError.self) {
      try templates.compile("digest", schema: RecordSchema(), kind: .plain(.plain))
    }
  }

  @Test func `Partials are put in place with their indentation`() throws {
    let template = "<ul>\n  {{#items}}\n  {{> item}}\n  {{/items}}\n</ul>\n"
    #expect(
      try rendered(template, partials: ["item": "<li>\n  {{title}}\n</li>\n"])
        == "<ul>\n  <li>\n    Title\n  </li>\n</ul>\n")
  }

  @Test func `In Markdown a URL after the opening of a destination has its own escape`() throws {
    let stars = Escape { text, output in output.append(contentsOf: text.map { $0 | 0x20 }) }
    let bars = Escape { text, output in output.append(contentsOf: text.prefix(5) + [0x21]) }
    let kind = TemplateKind.markdown(text: stars, destination: bars)
    let template = "{{#items}}[{{title}}]({{link}}) {{link}}{{/items}}"
    #expect(
      try rendered(template, title: "ABC", kind: kind)
        == "[abc](https!) https://example.com/?a=1&b=(2)")
    #expect(throws: TemplateError.self) {
      try strict("{{#items}}[x]({{title}}){{/items}}", kind: kind)
    }
    #expect(throws: TemplateError.self) {
      try strict("{{#items}}[x](<{{title}}>){{/items}}", kind: kind)
    }
  }
}
