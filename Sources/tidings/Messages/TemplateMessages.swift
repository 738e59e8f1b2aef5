import CompiledMustache
import Languages
import Pipeline
import YAML

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
    case .unknownTag(let sign):
      ("tags that begin with \(sign) are not known", "use values, sections and partials")
    case .unclosedSection: ("the section is never closed", "add its {{/end}}")
    case .mismatchedEnd(let open, let line):
      ("this does not close {{#\(open)}} of line \(line)", "write {{/\(open)}} first")
    case .unopenedEnd: ("no section is open that it could close", "remove the tag")
    case .tooDeep(let limit): ("tags are nested deeper than \(limit)", "flatten the template")
    case .tooLarge: ("the template is too large", "include fewer partials")
    case .unknownKey(let key, let known, let nearest):
      ("there is no key \(key) here", choice(known, nearest, of: "keys"))
    case .insideList(let key):
      ("\(key) is inside a list", "open a section for the list and use the key inside it")
    case .unknownPartial(let name, let known, let nearest):
      ("there is no partial \(name)", choice(known, nearest, of: "partials"))
    case .recursion(let path):
      ("the partial includes itself: \(path.joined(separator: " → "))", "break the cycle")
    case .notMarkup(let type), .notText(let type), .notSection(let type):
      ("a \(type) cannot be used this way", "tidings templates keys says how each key is used")
    case .markupEscaped: ("this is already markup", "write it with three braces")
    case .unsafePosition(let position): ("no value is safe \(words(position))", "move the tag")
    case .unevenSection:
      (
        "the section ends at another position in the HTML than it began",
        "keep whole tags inside it"
      )
    }
  }

  private static func choice(_ known: [String], _ nearest: String?, of what: String) -> String {
    let guess = nearest.map { "did you mean \($0)? " } ?? ""
    return guess + "the \(what) here are \(known.joined(separator: ", "))"
  }

  private static func words(_ position: UnsafePosition) -> String {
    switch position {
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

extension Failure {
  /// The message about a templates folder that cannot be used.
  init(_ error: TemplateFolder.Failure) {
    let (what, advice): (String, String) =
      switch error.reason {
      case .noSuchFolder: ("there is no such folder", "check the path")
      case .unreadable: ("it cannot be read", "check that it is a folder, and its permissions")
      case .unknownFile:
        (
          "this is not one of the bundled files",
          "tidings templates list shows them; you can add catalogues/TAG.yaml and NAME.partial.md"
        )
      case .tooLarge(let limit):
        ("it has more than \(limit) bytes", "a template is a few kilobytes")
      case .empty:
        (
          "the file is empty",
          "remove it to use the bundled file; a line break in it prints nothing"
        )
      case .link: ("this is neither a file nor a folder", "copy the file itself")
      }
    let isUnread = error.reason == .noSuchFolder || error.reason == .unreadable
    self.init(
      status: isUnread ? .noInput : .usage, message: "\(error.path): \(what)", advice: advice)
  }

  /// The message about a catalogue: file, line, column and key.
  init(_ error: CatalogueError) {
    var place = error.file
    if let line = error.line { place += ":\(line):\(error.column ?? 1)" }
    if let key = error.key { place += ": \(key)" }
    self.init(
      status: .usage, message: "\(place): \(Self.words(error.reason))",
      advice: Self.advice(error.reason))
  }

  private static func advice(_ reason: CatalogueError.Reason) -> String {
    guard case .unknownKey(let nearest, let group, let known) = reason else {
      return "compare it with catalogues/en.yaml (tidings templates eject catalogues/en.yaml)"
    }
    let guess = didYouMean(nearest).map { $0 + " " } ?? ""
    return guess + (group.isEmpty ? "the groups are " : "the keys of \(group) are ")
      + known.joined(separator: ", ")
  }

  private static func words(_ reason: CatalogueError.Reason) -> String {
    switch reason {
    case .notYAML(let why): "this is not YAML: \(why)"
    case .notUTF8: "the file is not UTF-8"
    case .tooLarge: "the file has more than 1 MiB"
    case .tooDeep: "keys are nested too deeply"
    case .anchor: "anchors and aliases (& and *) are not supported"
    case .notAMap: "this must be a map of keys"
    case .notAMessage: "this must be a text or a map of plural forms"
    case .repeatedKey: "the key already exists"
    case .unknownKey: "there is no such key"
    case .empty: "the text is empty"
    case .syntax(let error): MessageSentence.of(error)
    case .unknownName(let name, known: []):
      "{\(name)} is not a value here; this message takes no values"
    case .unknownName(let name, let known):
      "{\(name)} is not a value here; the values are \(known.map { "{\($0)}" }.joined(separator: ", "))"
    case .badTag(let tag): "\(tag) is not a language tag such as de or pt-BR"
    case .noEnglish: "there is no catalogue for English, which the others fall back to"
    }
  }
}

/// Says what is wrong with a message of a catalogue or profile.
enum MessageSentence {
  static func of(_ error: MessageSyntaxError) -> String {
    let form = error.form.map { ", form \($0)" } ?? ""
    return "\(words(error.reason)) (byte \(error.offset)\(form))"
  }

  private static func words(_ reason: MessageSyntaxError.Reason) -> String {
    switch reason {
    case .unclosedBrace: "a { is never closed"
    case .strayBrace: "a } closes nothing"
    case .badName(let name): "{\(name)} is not a name of letters, digits and _-.[]*@"
    case .unknownForm(let form): "\(form) is not a plural form"
    case .repeatedForm(let form): "the form \(form) occurs twice"
    case .missingOther: "the form other is missing"
    }
  }
}
