import CompiledMustache

extension Failure {
  /// The message about a template: file, line, column, tag, and the known keys.
  init(_ error: TemplateError) {
    let (what, advice) = TemplateSentence.words(error.reason)
    let tag = error.tag.isEmpty ? "" : " in \(error.tag)"
    self.init(
      status: .usage, message: "\(error.file):\(error.line):\(error.column): \(what)\(tag)",
      advice: advice)
  }
}

/// Says what is wrong with a template, and what to do.
enum TemplateSentence {
  static func words(_ reason: TemplateError.Reason) -> (String, String) {
    switch reason {
    case .notUTF8: ("the file is not UTF-8", "save it as UTF-8")
    case .unclosedTag: ("a tag is never closed", "end it with }}")
    case .badName: ("the name is empty or holds a blank", "name one key")
    case .badDelimiters: ("these are no two delimiters", "write {{=<% %>=}}")
    case .unclosedSection: ("the section is never ended", "add its {{/end}}")
    case .mismatchedEnd(let open, let line):
      ("this does not end {{#\(open)}} of line \(line)", "write {{/\(open)}} first")
    case .unopenedEnd: ("nothing is open here that it could end", "take the tag out")
    case .tooDeep(let limit): ("tags are nested deeper than \(limit)", "flatten the template")
    case .tooLarge: ("the template grows too large", "include fewer partials")
    case .unknownKey(let key, let known, let nearest):
      ("there is no key \(key) here", choice(known, nearest, "keys"))
    case .insideList(let key):
      ("\(key) leads into a list", "open a section over the list, and use the key inside")
    case .unknownPartial(let name, let known, let nearest):
      ("there is no partial \(name)", choice(known, nearest, "partials"))
    case .unknownBlock(let name, let known, let nearest):
      ("the parent has no block \(name)", choice(known, nearest, "blocks"))
    case .recursion(let path):
      ("the partial includes itself: \(path.joined(separator: " → "))", "break the circle")
    case .dynamicName: ("the partial's name is not written out", "name the file")
    case .ignoredInParent: ("only blocks can stand in a parent", "move it into a block")
    case .notMarkup(let type), .notText(let type), .notSection(let type):
      ("a \(type) cannot be used so", "tidings templates keys says how each key is used")
    case .markupEscaped: ("this is markup already", "write it with three braces")
    case .unsafePlace(let place): ("no value is safe \(words(place))", "move the tag")
    case .unevenSection:
      ("the section ends in another place of the HTML than it began", "keep whole tags inside it")
    }
  }

  private static func choice(_ known: [String], _ nearest: String?, _ what: String) -> String {
    let guess = nearest.map { "did you mean \($0)? " } ?? ""
    return guess + "the \(what) here: \(known.joined(separator: ", "))"
  }

  private static func words(_ place: TemplatePlace) -> String {
    switch place {
    case .rawText(let element): "within <\(element)>"
    case .comment: "in a comment"
    case .declaration: "in a declaration"
    case .tag: "in a tag outside of an attribute's value"
    case .unquotedAttribute(let name): "in the unquoted attribute \(name)"
    case .scriptAttribute(let name): "in the attribute \(name)"
    case .styleAttribute: "in a style attribute, but for keywords and integers"
    case .urlAttribute(let name): "at the beginning of \(name), but for a URL"
    case .linkDestination: "at the beginning of a link's destination, but for a URL"
    case .markupOutsideContent: "here in the form of markup"
    }
  }
}
