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
    case .badName: ("the name is empty or contains a space", "name one key")
    case .badDelimiters: ("these are not two delimiters", "write {{=<% %>=}}")
    case .unclosedSection: ("the section is never closed", "add its {{/end}}")
    case .mismatchedEnd(let open, let line):
      ("this does not close {{#\(open)}} of line \(line)", "write {{/\(open)}} first")
    case .unopenedEnd: ("no section is open that it could close", "remove the tag")
    case .tooDeep(let limit): ("tags are nested deeper than \(limit)", "flatten the template")
    case .tooLarge: ("the template is too large", "include fewer partials")
    case .unknownKey(let key, let known, let nearest):
      ("there is no key \(key) here", choice(known, nearest, "keys"))
    case .insideList(let key):
      ("\(key) is inside a list", "open a section for the list and use the key inside it")
    case .unknownPartial(let name, let known, let nearest):
      ("there is no partial \(name)", choice(known, nearest, "partials"))
    case .unknownBlock(let name, let known, let nearest):
      ("the parent has no block \(name)", choice(known, nearest, "blocks"))
    case .recursion(let path):
      ("the partial includes itself: \(path.joined(separator: " → "))", "break the cycle")
    case .dynamicName: ("the partial's name is dynamic", "name the file")
    case .ignoredInParent: ("only blocks are allowed in a parent", "move it into a block")
    case .notMarkup(let type), .notText(let type), .notSection(let type):
      ("a \(type) cannot be used this way", "tidings templates keys says how each key is used")
    case .markupEscaped: ("this is already markup", "write it with three braces")
    case .unsafePlace(let place): ("no value is safe \(words(place))", "move the tag")
    case .unevenSection:
      (
        "the section ends at another position in the HTML than it began",
        "keep whole tags inside it"
      )
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
    case .tag: "in a tag outside an attribute's value"
    case .unquotedAttribute(let name): "in the unquoted attribute \(name)"
    case .scriptAttribute(let name): "in the attribute \(name)"
    case .styleAttribute: "in a style attribute, except keywords and integers"
    case .urlAttribute(let name): "at the beginning of \(name), except a URL"
    case .linkDestination: "at the beginning of a link's destination, except a URL"
    case .markupOutsideContent: "here as markup"
    }
  }
}
