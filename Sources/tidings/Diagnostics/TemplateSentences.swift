import CompiledMustache
import Languages
import Pipeline

extension Failure {
  /// The message about a templates folder that cannot be used.
  init(_ error: TemplateFolder.Failure) {
    let (what, advice): (String, String) =
      switch error.reason {
      case .noSuchFolder: ("does not exist", "check the path of the folder of templates")
      case .unreadable: ("cannot be read", "check that it is a folder, and its permissions")
      case .unknownFile:
        (
          "is not one of the bundled files",
          "tidings templates list shows them; name a partial of your own NAME.partial.md"
        )
      case .tooLarge(let limit): ("has more than \(limit) bytes", "a template is a few kilobytes")
      case .link: ("is neither a file nor a folder", "copy the file itself")
      }
    self.init(status: .usage, message: "\(error.path) \(what)", advice: advice)
  }

  /// The message about a catalogue: file, line, column and key.
  init(_ error: CatalogueError) {
    var place = error.file
    if let line = error.line { place += ":\(line):\(error.column ?? 1)" }
    if let key = error.key { place += ": \(key)" }
    self.init(
      status: .usage, message: "\(place): \(Self.words(error.reason))",
      advice: "compare it with catalogues/en.yaml (tidings templates eject catalogues/en.yaml)")
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
    case .syntax(let error): MessageSentence.of(error)
    case .unknownName(let name, let known):
      "{\(name)} is not a value here; the values are \(known.map { "{\($0)}" }.joined(separator: ", "))"
    case .badTag(let tag): "\(tag) is not a language tag such as de or pt-BR"
    case .noEnglish: "there is no catalogue for English, which the others fall back to"
    }
  }
}
