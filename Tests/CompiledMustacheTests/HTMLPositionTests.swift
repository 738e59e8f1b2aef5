import CompiledMustache
import Testing

/// Where in HTML the strict policy takes a tag. Each template stands within an item.
struct HTMLPositionTests {
  static let allowed = [
    "<p>{{title}}</p>", "<p class=\"a {{title}}\">", "<p class='{{title}}'>",
    "<p title = \"{{title}}\">",
    "<title>{{title}}</title>", "<textarea><b>{{title}}</textarea>", "a < b {{title}}",
    "<!-- a --> {{title}}", "<!---> {{title}}", "<!--> {{title}}", "<!-- a --!>{{title}}",
    "<!doctype html>{{title}}", "<script>a</script>{{title}}", "<style>a</STYLE >{{title}}",
    "<script>{{> code}}</script>{{title}}", "<a href=\"{{link}}\">", "<a href=\"/x?{{title}}\">",
    "<a href=\"#{{count}}\">", "<img src='{{link}}'>", "<td style=\"width:{{count}}%\">",
    "<a{{#unread}} class=\"new\"{{/unread}}>{{title}}</a>",
    "<a {{#unread}}class=\"new\" {{/unread}}href=\"{{link}}\">",
    "<a class=\"{{#unread}}new {{title}}{{/unread}}\">", "<option{{#unread}} selected{{/unread}}>",
    "{{#unread}}<b>{{title}}</b>{{/unread}}{{^unread}}{{title}}{{/unread}}",
    "{{#unread}}<b>{{/unread}}{{title}}{{#unread}}</b>{{/unread}}", "<br/>{{title}}",
    "{{{body}}}", "<p>{{{body}}}</p>", "<?php x ?>{{title}}", "</ >{{title}}",
    "<noscript>{{title}}",
    "<script>a</scriptx></script>{{title}}", "{{! <script> }}{{title}}",
  ]

  @Test(arguments: allowed)
  func `A value is taken where its escape makes it safe`(template: String) {
    let code = ["code": "let a = 1;"]
    #expect(strictError("{{#items}}\(template){{/items}}", partials: code)?.reason == nil)
  }

  static let refused: [(String, UnsafePosition)] = [
    ("<script>{{title}}</script>", .rawText(element: "script")),
    ("<SCRIPT type='a'>'{{title}}'</SCRIPT>", .rawText(element: "script")),
    ("<script>a</scriptx>{{title}}", .rawText(element: "script")),
    ("<script>{{#unread}}a{{/unread}}</script>", .rawText(element: "script")),
    ("<script>{{> title}}</script>", .rawText(element: "script")),
    ("<style>{{color}}</style>", .rawText(element: "style")),
    ("<iframe>{{title}}", .rawText(element: "iframe")),
    ("<!-- {{title}} -->", .comment), ("<!--{{title}}-->", .comment),
    ("<!-- > {{title}} -->", .comment), ("<!--!>{{title}}", .comment),
    ("<!-- --!->{{title}}", .comment), ("<!-- {{#unread}}x{{/unread}} -->", .comment),
    ("<!--[if mso]>{{title}}<![endif]-->", .comment),
    ("<!doctype {{title}}>", .declaration), ("<?x {{title}}?>", .declaration),
    ("<a href={{link}}>", .unquotedAttribute("href")),
    ("<a href= {{link}}>", .unquotedAttribute("href")),
    ("<a class=x{{title}}>", .unquotedAttribute("class")),
    ("<a class={{#unread}}x{{/unread}}>", .unquotedAttribute("class")),
    ("<{{title}}>", .tag), ("</{{title}}>", .tag), ("<a {{title}}>", .tag), ("<a{{title}}>", .tag),
    ("<a x{{title}}>", .tag), ("<a x=\"\"{{title}}>", .tag), ("<a x {{title}}>", .tag),
    ("<a{{#unread}} b{{/unread}}c=\"{{title}}\">", .tag),
    ("<a onclick=\"f('{{title}}')\">", .scriptAttribute("onclick")),
    ("<a ONCLICK='{{count}}'>", .scriptAttribute("onclick")),
    ("<iframe srcdoc=\"{{title}}\">", .scriptAttribute("srcdoc")),
    ("<p style=\"color:{{title}}\">", .styleAttribute),
    ("<a href=\"{{title}}\">", .urlAttribute("href")),
    ("<a href=\"{{#unread}}x{{/unread}}{{title}}\">", .urlAttribute("href")),
    ("<img SRC='{{title}}'>", .urlAttribute("src")),
    ("<a title=\"{{{body}}}\">", .markupOutsideContent),
    ("<title>{{{body}}}</title>", .markupOutsideContent),
  ]

  @Test(arguments: refused.indices)
  func `A value is refused where no escape makes it safe`(index: Int) {
    let (template, position) = Self.refused[index]
    let partials = ["title": "{{title}}"]
    let error = strictError("{{#items}}\(template){{/items}}", partials: partials)
    #expect(error?.reason == .unsafePosition(position), "\(template)")
  }

  @Test(arguments: [
    "{{#unread}}<script>{{/unread}}", "<a class=\"{{#unread}}\">{{/unread}}",
    "{{#unread}}<a {{/unread}}>",
    "<a {{#unread}}class=\"{{/unread}}\">", "{{#unread}}<!--{{/unread}} {{title}} -->",
  ])
  func `A section must end in the place where it began`(template: String) {
    #expect(strictError("{{#items}}\(template){{/items}}")?.reason == .unevenSection)
  }
}
