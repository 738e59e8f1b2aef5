import ByteText
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
    _ = try strict("{{#items}}{{extra.due}}{{#extra.room}}{{extra.due}}{{/extra.room}}{{/items}}")
  }

  private static let keys =
    "the keys here are title, color, link, body, unread, count, extra, heading, recipient, items"
  private static let use = "tidings templates keys says how each key is used"

  /// A template, what is wrong with it, and what to do.
  static let errors = """
    {{#items}}{{titel}}{{/items}} | there is no key titel here in {{titel}} | did you mean title? \(keys)
    {{recipient.nam}} | there is no key recipient.nam here in {{recipient.nam}} | did you mean recipient.name? the keys here are recipient.name
    {{items.title}} | items is inside a list in {{items.title}} | open a section for the list and use the key inside it
    {{title}} | there is no key title here in {{title}} | the keys here are heading, recipient, items
    {{#items}}{{.}}{{/items}} | there is no key . here in {{.}} | \(keys)
    {{> itme }} | there is no partial itme in {{> itme }} | did you mean item? the partials here are a, b, digest, item, layout
    {{> a }} | the partial includes itself: a → b → a in {{> a}} | break the cycle
    {{> digest }} | the partial includes itself: digest → digest in {{> digest }} | break the cycle
    {{>*heading}} | tags that begin with * are not known in {{>*heading}} | use values, sections and partials
    {{<layout}}{{/layout}} | tags that begin with < are not known in {{<layout}} | use values, sections and partials
    {{$title}}{{/title}} | tags that begin with $ are not known in {{$title}} | use values, sections and partials
    {{=<% %>=}} | tags that begin with = are not known in {{=<% %>=}} | use values, sections and partials
    {{{heading}}} | a text cannot be used this way in {{{heading}}} | \(use)
    {{&heading}} | a text cannot be used this way in {{&heading}} | \(use)
    {{#items}}{{{link}}}{{/items}} | a URL cannot be used this way in {{{link}}} | \(use)
    {{#items}}{{body}}{{/items}} | this is already markup in {{body}} | write it with three braces
    {{#items}}{{unread}}{{/items}} | a yes/no cannot be used this way in {{unread}} | \(use)
    {{items}} | a list cannot be used this way in {{items}} | \(use)
    {{recipient}} | a record cannot be used this way in {{recipient}} | \(use)
    {{#items}}{{extra}}{{/items}} | a texts by name cannot be used this way in {{extra}} | \(use)
    {{#items}}{{#extra}}{{/extra}}{{/items}} | a texts by name cannot be used this way in {{#extra}} | \(use)
    """.split(separator: "\n").map { $0.split(separator: " | ").map(String.init) }

  @Test(arguments: errors)
  func `What could be a mistake is an error`(_ row: [String]) {
    let (template, what, advice) = (row[0], row[1], row[2])
    let partials = ["a": "{{> b}}", "b": "{{> a}}", "item": "x", "layout": "<h1></h1>"]
    let error = strictError(template, partials: partials)
    #expect(error?.what == what, "\(template)")
    #expect(error?.advice == advice, "\(template)")
  }

  @Test func `An error says the file, line and column of the offending tag`() {
    let template = "<p>\n  {{> item}}\n</p>\n"
    let error = strictError(template, partials: ["item": "<i>\r\n é{{ nothing }}</i>"])
    #expect(error?.sentence == "item.html:2:3: there is no key nothing here in {{ nothing }}")
  }

  @Test func `A template that does not exist is an error`() {
    let templates = TemplateSet()
    #expect(throws: Fault.self) {
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
    for start in ["", "<", "java", "https://"] {
      #expect(throws: Fault.self) {
        try strict("{{#items}}[x](\(start){{title}}){{/items}}", kind: kind)
      }
    }
  }

  static let components = [
    "https://e.org/?q={{title}}", "/a/{{title}}#{{title}}", "mailto:{{title}}?subject={{title}}",
    "{{link}}&t={{title}}", "{{#unread}}/n{{/unread}}{{^unread}}/{{/unread}}?{{title}}",
    "./{{title}}",
  ]

  /// Escaped for HTML alone, it could give an address parameters, a fragment or another scheme.
  @Test(arguments: components) func `A value inside an address stays one part of it`(
    address: String
  ) throws {
    let expected = address.replacing("{{title}}", with: "a%26b%3D1%23f%20%2F%3A%C3%A9%22-._~")
    let plain = "{{#items}}\(expected){{/items}}"
    let title = "a&b=1#f /:é\"-._~"
    let link = "{{#items}}<a href=\"\(address)\">{{/items}}"
    let values = try rendered(plain, kind: .html())
    #expect(try rendered(link, title: title) == "<a href=\"\(values)\">")
    let kind = TemplateKind.markdown(text: Escape { _, _ in }, destination: .html)
    for (start, end) in [("[x](", ")"), ("[x](<", ">)"), ("![](", " \"title\")")] {
      let link = "{{#items}}\(start)\(address)\(end){{/items}}"
      #expect(try rendered(link, title: title, kind: kind) == "\(start)\(values)\(end)")
    }
  }

  @Test func `Texts by name, keywords and URLs inside an address are parts of it, too`() throws {
    let address = "<a href=\"/{{extra.due}}/{{color}}?{{link}}\">{{extra.due}}"
    #expect(
      try rendered("{{#items}}\(address){{/items}}")
        == "<a href=\"/Friday%20%26%20Saturday/%23b00?https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D%282%29\">"
        + "Friday &amp; Saturday")
  }
}
