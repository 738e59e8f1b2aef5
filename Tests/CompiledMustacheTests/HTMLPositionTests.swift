import ByteText
import CompiledMustache
import Testing

/// Where in HTML the strict policy takes a tag. Each template stands within an item.
struct HTMLPositionTests {
  static let allowed = [
    "<p>{{title}}</p>", "<p class=\"a {{title}}\">", "<p class='{{title}}'>",
    "<p title = \"{{title}}\">", "<title>{{title}}</title>", "<textarea><b>{{title}}</textarea>",
    "a < b {{title}}", "<!-- a --> {{title}}", "<!---> {{title}}", "<!--> {{title}}",
    "<!-- a --!>{{title}}", "<!doctype html>{{title}}", "<script>a</script>{{title}}",
    "<style>a</STYLE >{{title}}", "<script>{{> code}}</script>{{title}}", "<a href=\"{{link}}\">",
    "<a href=\"/x?{{title}}\">", "<a href=\"#{{count}}\">", "<img src='{{link}}'>",
    "<td style=\"width:{{count}}%\">", "<a{{#unread}} class=\"new\"{{/unread}}>{{title}}</a>",
    "<a {{#unread}}class=\"new\" {{/unread}}href=\"{{link}}\">",
    "<a class=\"{{#unread}}new {{title}}{{/unread}}\">", "<option{{#unread}} selected{{/unread}}>",
    "{{#unread}}<b>{{title}}</b>{{/unread}}{{^unread}}{{title}}{{/unread}}",
    "{{#unread}}<b>{{/unread}}{{title}}{{#unread}}</b>{{/unread}}", "<br/>{{title}}", "{{{body}}}",
    "<p>{{{body}}}</p>", "<?php x ?>{{title}}", "</ >{{title}}", "<noscript>{{title}}",
    "<p id=m{{count}} class=a{{count}}>", "<script>a</scriptx></script>{{title}}",
    "{{! <script> }}{{title}}", "<a href=\"https://e.org{{#unread}}/new{{/unread}}/{{title}}\">",
    "<a href=\"HTTP:\\e.org/{{extra.due}}\">", "<a href=\"mailto:{{title}}\">",
    "<a href=\"tel:{{title}}\">", "<a href=\"./{{title}}\">", "<a href=\"{{link}}?x={{title}}\">",
    "<a href=\"{{#link}}{{link}}{{/link}}{{^link}}/{{title}}{{/link}}\">",
    "<a href=\"page{{count}}.html\">", "<a href=\"https://{{color}}.e.org:{{count}}/{{link}}\">",
    "<img srcset=\"{{link}} 1x, {{link}} {{count}}x\">", "<meta name=a content=\"{{title}}\">",
    "<meta http-equiv=a content=\"{{color}}\">", "<script src=\"/{{color}}.js\"></script>",
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
    ("<style>{{color}}</style>", "within <style>"), ("<iframe>{{title}}", "within <iframe>"),
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
    ("<img srcset=\"a.png 1x, {{title}} 2x\">", "at the beginning of srcset, except a URL"),
    ("<a href=\"java{{title}}\">", "in the scheme of href"),
    ("<a href=\"java\n{{link}}\">", "in the scheme of href"),
    ("<a href=\"{{#unread}}https://e.org/{{/unread}}x{{title}}\">", "in the scheme of href"),
    ("<a href='JavaScript:f(\"{{title}}\")'>", "after JavaScript: in href"),
    ("<a href='javascript:f(/{{count}}/)'>", "after javascript: in href"),
    ("<img src=\"data:{{link}}\">", "after data: in src"),
    ("<a href=\"https:{{title}}\">", "in the host of href"),
    ("<a href=\"https://e.org{{title}}\">", "in the host of href"),
    ("<a href=\"//{{link}}\">", "in the host of href"),
    ("<script src=\"{{link}}\"></script>", "in the attribute src of <script>"),
    ("<iframe src=\"/{{title}}\"></iframe>", "in the attribute src of <iframe>"),
    ("<object data='{{link}}'>", "in the attribute data of <object>"),
    ("<animate attributeName=href values=\"{{link}}\"/>", "in the attribute values of <animate>"),
    ("<set to=\"{{title}}\"/>", "in the attribute to of <set>"),
    (
      "<meta http-equiv=refresh content=\"0;url={{link}}\">",
      "in the attribute content of a <meta> without a name before it"
    ),
    (
      "<meta name=a><meta content=\"{{title}}\" http-equiv=refresh>",
      "in the attribute content of a <meta> without a name before it"
    ),
    ("<a title=\"{{{body}}}\">", "here as markup"),
    ("<title>{{{body}}}</title>", "here as markup"),
  ]

  @Test(arguments: refused.indices)
  func `A value is refused where no escape makes it safe`(index: Int) {
    let (template, position) = Self.refused[index]
    let partials = ["title": "{{title}}"]
    let error = strictError("{{#items}}\(template){{/items}}", partials: partials)
    #expect(error?.what.hasPrefix("no value is safe \(position) in {{") == true, "\(template)")
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
