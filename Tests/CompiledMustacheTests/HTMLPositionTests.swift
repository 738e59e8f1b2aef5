import ByteText
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
    "<noscript>{{title}}", "<p id=m{{count}} class=a{{count}}>",
    "<script>a</scriptx></script>{{title}}", "{{! <script> }}{{title}}",
  ]

  @Test(arguments: allowed)
  func `A value is taken where its escape makes it safe`(template: String) {
    let code = ["code": "let a = 1;"]
    #expect(strictError("{{#items}}\(template){{/items}}", partials: code)?.code == nil)
  }

  static let refused = [
    ("<script>{{title}}</script>", "within <script>"),
    ("<SCRIPT type='a'>'{{title}}'</SCRIPT>", "within <script>"),
    ("<script>a</scriptx>{{title}}", "within <script>"),
    ("<script>{{#unread}}a{{/unread}}</script>", "within <script>"),
    ("<script>{{> title}}</script>", "within <script>"),
    ("<style>{{color}}</style>", "within <style>"),
    ("<iframe>{{title}}", "within <iframe>"),
    ("<!-- {{title}} -->", "in a comment"), ("<!--{{title}}-->", "in a comment"),
    ("<!-- > {{title}} -->", "in a comment"), ("<!--!>{{title}}", "in a comment"),
    ("<!-- --!->{{title}}", "in a comment"), ("<!-- {{#unread}}x{{/unread}} -->", "in a comment"),
    ("<!--[if mso]>{{title}}<![endif]-->", "in a comment"),
    ("<!doctype {{title}}>", "in a declaration"), ("<?x {{title}}?>", "in a declaration"),
    ("<a href={{link}}>", "in the unquoted attribute href"),
    ("<a href= {{link}}>", "in the unquoted attribute href"),
    ("<a class=x{{title}}>", "in the unquoted attribute class"),
    ("<a class={{count}}>", "in the unquoted attribute class"),
    ("<a class={{#unread}}x{{/unread}}>", "in the unquoted attribute class"),
    ("<{{title}}>", "in a tag outside an attribute's value"),
    ("</{{title}}>", "in a tag outside an attribute's value"),
    ("<a {{title}}>", "in a tag outside an attribute's value"),
    ("<a{{title}}>", "in a tag outside an attribute's value"),
    ("<a x{{title}}>", "in a tag outside an attribute's value"),
    ("<a x=\"\"{{title}}>", "in a tag outside an attribute's value"),
    ("<a x {{title}}>", "in a tag outside an attribute's value"),
    ("<a{{#unread}} b{{/unread}}c=\"{{title}}\">", "in a tag outside an attribute's value"),
    ("<a onclick=\"f('{{title}}')\">", "in the attribute onclick"),
    ("<a ONCLICK='{{count}}'>", "in the attribute onclick"),
    ("<iframe srcdoc=\"{{title}}\">", "in the attribute srcdoc"),
    ("<p style=\"color:{{title}}\">", "in a style attribute, except keywords and integers"),
    ("<a href=\"{{title}}\">", "at the beginning of href, except a URL"),
    ("<a href=\"{{#unread}}x{{/unread}}{{title}}\">", "at the beginning of href, except a URL"),
    ("<img SRC='{{title}}'>", "at the beginning of src, except a URL"),
    ("<a title=\"{{{body}}}\">", "here as markup"),
    ("<title>{{{body}}}</title>", "here as markup"),
  ]

  @Test(arguments: refused.indices)
  func `A value is refused where no escape makes it safe`(index: Int) {
    let (template, position) = Self.refused[index]
    let partials = ["title": "{{title}}"]
    let error = strictError("{{#items}}\(template){{/items}}", partials: partials)
    #expect(
      error?.what.hasPrefix("no value is safe \(position) in {{") == true, "\(template)")
  }

  @Test(arguments: [
    "{{#unread}}<script>{{/unread}}", "<a class=\"{{#unread}}\">{{/unread}}",
    "{{#unread}}<a {{/unread}}>",
    "<a {{#unread}}class=\"{{/unread}}\">", "{{#unread}}<!--{{/unread}} {{title}} -->",
  ])
  func `A section must end in the place where it began`(template: String) {
    #expect(strictError("{{#items}}\(template){{/items}}")?.code == "uneven-section")
  }
}
