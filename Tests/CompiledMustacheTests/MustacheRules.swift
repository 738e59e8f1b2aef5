import Testing

/// Templates of our own, one for each rule of the Mustache specification, so that a checkout without
/// the official suite judges the engine as well. (Lambdas are code in data: there is no way to hand one
/// over.)
enum MustacheRules {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var template: String
    /// JSON.
    var data: String
    var expected: String
    var partials: [String: String]

    init(
      _ rule: String, _ template: String, _ data: String, _ expected: String,
      _ partials: [String: String] = [:]
    ) {
      self.rule = rule
      self.template = template
      self.data = data
      self.expected = expected
      self.partials = partials
    }

    var testDescription: String { rule }
  }

  static let comments = [
    Case("a comment is nothing", #"a{{! note }}b"#, #"{}"#, #"ab"#),
    Case("a comment may span lines", #"a{{! one\#ntwo }}b"#, #"{}"#, #"ab"#),
    Case(
      "a comment alone on its line takes the line with it", #"a\#n{{! x }}\#nb\#n"#, #"{}"#,
      #"a\#nb\#n"#),
    Case("so does an indented one", #"a\#n  {{! x }}\#nb\#n"#, #"{}"#, #"a\#nb\#n"#),
    Case("and one that ends in CR LF", #"a\#r\#n{{! x }}\#r\#nb"#, #"{}"#, #"a\#r\#nb"#),
    Case("and one in the first line", #" {{! x }}\#na"#, #"{}"#, #"a"#),
    Case("and one in the last line without an end", #"a\#n  {{! x }}"#, #"{}"#, #"a\#n"#),
    Case("and one of several lines", #"a\#n{{!\#nx\#n}}\#nb\#n"#, #"{}"#, #"a\#nb\#n"#),
    Case("beside other text blanks stay", #"1 {{! x }} 2"#, #"{}"#, #"1  2"#),
    Case("and so does the line", #"  12 {{! 34 }}\#n"#, #"{}"#, #"  12 \#n"#),
  ]

  static let interpolation = [
    Case("text without tags is itself", #"Hello {v} } {"#, #"{}"#, #"Hello {v} } {"#),
    Case(
      "a variable is escaped", #"{{v}}"#, #"{"v":"& \" < > '"}"#, #"&amp; &quot; &lt; &gt; &#39;"#),
    Case("three braces do not escape", #"{{{v}}}"#, #"{"v":"& \" < >"}"#, #"& " < >"#),
    Case("nor does an ampersand", #"{{&v}}"#, #"{"v":"& \" < >"}"#, #"& " < >"#),
    Case("what comes out is no template", #"{{v}}"#, #"{"v":"{{w}}","w":"no"}"#, #"{{w}}"#),
    Case("an integer is its digits", #"{{v}} {{{v}}} {{&v}}"#, #"{"v":85}"#, #"85 85 85"#),
    Case("a fraction is its digits", #"{{v}}"#, #"{"v":1.5}"#, #"1.5"#),
    Case("null is nothing", #"({{v}}{{{v}}}{{&v}})"#, #"{"v":null}"#, #"()"#),
    Case("what is missing is nothing", #"({{v}}{{{v}}}{{&v}})"#, #"{}"#, #"()"#),
    Case("names are told apart by case", #"({{V}})"#, #"{"v":"x"}"#, #"()"#),
    Case("a dotted name goes down", #"{{a.b}} {{{a.b}}} {{&a.b}}"#, #"{"a":{"b":"x"}}"#, #"x x x"#),
    Case("however deep", #"{{a.b.c.d}}"#, #"{"a":{"b":{"c":{"d":"x"}}}}"#, #"x"#),
    Case("and is nothing where a part is missing", #"({{a.b.c}})"#, #"{"a":{"d":"x"}}"#, #"()"#),
    Case(
      "its later parts are looked for nowhere else", #"({{a.b}})"#, #"{"a":{"c":"x"},"b":"no"}"#,
      #"()"#),
    Case(
      "its first part is the innermost of that name", #"{{#a}}({{b.c}}){{/a}}"#,
      #"{"a":{"b":{"d":"x"}},"b":{"c":"no"}}"#, #"()"#),
    Case("a dot is the value itself", #"{{.}}"#, #""x""#, #"x"#),
    Case("escaped as any", #"{{#l}}{{.}}{{/l}}"#, #"{"l":["<",">"]}"#, #"&lt;&gt;"#),
    Case("or not", #"{{#l}}{{{.}}}{{&.}}{{/l}}"#, #"{"l":["<"]}"#, #"<<"#),
    Case("blanks inside a tag are nothing", #"{{ v }}{{{ v }}}{{& v }}"#, #"{"v":"x"}"#, #"xxx"#),
    Case("blanks around one stay", #"[ {{v}} ]"#, #"{"v":"x"}"#, #"[ x ]"#),
    Case("alone on a line it leaves the line", #"  {{v}}\#n"#, #"{"v":"x"}"#, #"  x\#n"#),
  ]

  static let sections = [
    Case("true shows", #"{{#s}}x{{/s}}"#, #"{"s":true}"#, #"x"#),
    Case("false does not", #"({{#s}}x{{/s}})"#, #"{"s":false}"#, #"()"#),
    Case("nor null", #"({{#s}}x{{/s}})"#, #"{"s":null}"#, #"()"#),
    Case("nor what is missing", #"({{#s}}x{{/s}})"#, #"{}"#, #"()"#),
    Case("a record is the context inside", #"{{#s}}{{v}}{{/s}}"#, #"{"s":{"v":"x"}}"#, #"x"#),
    Case(
      "names outside are seen as well", #"{{#s}}{{v}}{{w}}{{/s}}"#, #"{"s":{"v":"x"},"w":"y"}"#,
      #"xy"#),
    Case(
      "the innermost of a name counts", #"{{#s}}{{v}}{{/s}}{{v}}"#, #"{"s":{"v":"x"},"v":"y"}"#,
      #"xy"#),
    Case("a list repeats", #"{{#l}}{{v}},{{/l}}"#, #"{"l":[{"v":1},{"v":2},{"v":3}]}"#, #"1,2,3,"#),
    Case("an empty list does not show", #"({{#l}}x{{/l}})"#, #"{"l":[]}"#, #"()"#),
    Case(
      "lists stand in lists", #"{{#l}}{{n}}{{#m}}{{v}}{{/m}};{{/l}}"#,
      #"{"l":[{"n":"a","m":[{"v":1},{"v":2}]},{"n":"b","m":[{"v":3}]}]}"#, #"a12;b3;"#),
    Case(
      "lists of lists are gone through by dots", #"{{#l}}({{#.}}{{.}}{{/.}}){{/l}}"#,
      #"{"l":[[1,2],[3]]}"#, #"(12)(3)"#),
    Case("the same name may come twice", #"{{#s}}a{{/s}}-{{#s}}b{{/s}}"#, #"{"s":true}"#, #"a-b"#),
    Case("and inside itself", #"{{#s}}a{{#s}}b{{/s}}c{{/s}}"#, #"{"s":true}"#, #"abc"#),
    Case("or not at all", #"({{#s}}a{{#s}}b{{/s}}c{{/s}})"#, #"{"s":false}"#, #"()"#),
    Case("a dotted name", #"{{#a.b}}x{{/a.b}}"#, #"{"a":{"b":true}}"#, #"x"#),
    Case("that is false", #"({{#a.b}}x{{/a.b}})"#, #"{"a":{"b":false}}"#, #"()"#),
    Case("or broken", #"({{#a.b.c}}x{{/a.b.c}})"#, #"{"a":{"d":true}}"#, #"()"#),
    Case(
      "tags alone on their lines take the lines", #"a\#n{{#s}}\#nb\#n{{/s}}\#nc\#n"#,
      #"{"s":true}"#, #"a\#nb\#nc\#n"#),
    Case(
      "indented ones too", #"a\#n  {{#s}}\#nb\#n  {{/s}}\#nc\#n"#, #"{"s":true}"#, #"a\#nb\#nc\#n"#),
    Case(
      "with CR LF", #"a\#r\#n{{#s}}\#r\#nb\#r\#n{{/s}}\#r\#nc"#, #"{"s":true}"#, #"a\#r\#nb\#r\#nc"#
    ),
    Case("in the first line", #"  {{#s}}\#na\#n  {{/s}}\#nb"#, #"{"s":true}"#, #"a\#nb"#),
    Case("in the last line", #"a\#n{{#s}}\#nb\#n  {{/s}}"#, #"{"s":true}"#, #"a\#nb\#n"#),
    Case("beside other text blanks stay", #"[ {{#s}} x {{/s}} ]"#, #"{"s":true}"#, #"[  x  ]"#),
    Case("blanks inside a tag are nothing", #"{{# s }}x{{/ s }}"#, #"{"s":true}"#, #"x"#),
  ]

  static let inverted = [
    Case("false shows", #"{{^s}}x{{/s}}"#, #"{"s":false}"#, #"x"#),
    Case("so does null", #"{{^s}}x{{/s}}"#, #"{"s":null}"#, #"x"#),
    Case("and an empty list", #"{{^l}}x{{/l}}"#, #"{"l":[]}"#, #"x"#),
    Case("and what is missing", #"{{^s}}x{{/s}}"#, #"{}"#, #"x"#),
    Case("true does not", #"({{^s}}x{{/s}})"#, #"{"s":true}"#, #"()"#),
    Case("nor a record", #"({{^s}}x{{/s}})"#, #"{"s":{"v":1}}"#, #"()"#),
    Case("nor a list", #"({{^l}}x{{/l}})"#, #"{"l":[{"v":1}]}"#, #"()"#),
    Case("a dotted name", #"({{^a.b}}x{{/a.b}}{{^a.c}}y{{/a.c}})"#, #"{"a":{"b":true}}"#, #"(y)"#),
    Case("the same name twice", #"{{^s}}a{{/s}}{{^s}}b{{/s}}"#, #"{"s":false}"#, #"ab"#),
    Case("inside itself", #"{{^s}}a{{^s}}b{{/s}}{{/s}}"#, #"{"s":false}"#, #"ab"#),
    Case(
      "tags alone on their lines take the lines", #"a\#n  {{^s}}\#nb\#n{{/s}}\#nc\#n"#,
      #"{"s":false}"#, #"a\#nb\#nc\#n"#),
    Case(
      "with CR LF", #"a\#r\#n{{^s}}\#r\#nb\#r\#n{{/s}}\#r\#nc"#, #"{"s":false}"#,
      #"a\#r\#nb\#r\#nc"#),
    Case("blanks inside a tag are nothing", #"{{^ s }}x{{/ s }}"#, #"{"s":false}"#, #"x"#),
  ]

  static let partials = [
    Case("a partial is put in", #"[{{>p}}]"#, #"{}"#, #"[x]"#, ["p": #"x"#]),
    Case("one that is missing is nothing", #"[{{>q}}]"#, #"{}"#, #"[]"#),
    Case("it sees the context", #"[{{>p}}]"#, #"{"v":"x"}"#, #"[x]"#, ["p": #"{{v}}"#]),
    Case(
      "it may put in others", #"[{{>p}}]"#, #"{"v":"x"}"#, #"[(x)]"#,
      ["p": #"({{>q}})"#, "q": #"{{v}}"#]),
    Case(
      "and itself", #"{{>p}}"#, #"{"v":"x","l":[{"v":"y","l":[]}]}"#, #"x<y<>>"#,
      ["p": #"{{v}}<{{#l}}{{>p}}{{/l}}>"#]),
    Case(
      "beside other text its lines are not indented", #"  {{v}}  {{>p}}\#n"#, #"{"v":"x"}"#,
      #"  x  1\#n2\#n"#, ["p": #"1\#n2"#]),
    Case(
      "alone on its line they are", #"a\#n  {{>p}}\#nb"#, #"{}"#, #"a\#n  1\#n  2\#nb"#,
      ["p": #"1\#n2\#n"#]),
    Case(
      "but not those of a value", #"a\#n {{>p}}\#nb"#, #"{"v":"1\n2"}"#, #"a\#n 1\#n2\#nb"#,
      ["p": #"{{{v}}}\#n"#]),
    Case("with CR LF", #"a\#r\#n{{>p}}\#r\#nb"#, #"{}"#, #"a\#r\#nxb"#, ["p": #"x"#]),
    Case("in the first line", #"  {{>p}}\#nb"#, #"{}"#, #"  xb"#, ["p": #"x"#]),
    Case("in the last line", #"a\#n  {{>p}}"#, #"{}"#, #"a\#n  x"#, ["p": #"x"#]),
    Case("blanks inside a tag are nothing", #"[{{> p }}]"#, #"{}"#, #"[x]"#, ["p": #"x"#]),
  ]

  static let all = [comments, interpolation, sections, inverted, partials]
}
