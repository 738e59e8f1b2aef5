import CompiledMustache
import Languages
import Pipeline

extension Failure {
  /// The sentence about a folder of templates that cannot be used.
  init(_ error: TemplateFolder.Failure) {
    let (what, advice): (String, String) =
      switch error.reason {
      case .unreadable(let why): ("cannot be read: \(why)", "check the path and its permissions")
      case .unknownFile:
        (
          "is none of the bundled files",
          "tidings templates list names them; a partial of your own is called NAME.partial.md"
        )
      case .tooLarge(let limit): ("has more than \(limit) bytes", "a template is a few kilobytes")
      case .link: ("is neither a file nor a folder", "copy the file itself")
      }
    self.init(status: .usage, message: "\(error.path) \(what)", advice: advice)
  }

  /// The sentence about a catalogue: file, line, column and key.
  init(_ error: CatalogueError) {
    var place = error.file
    if let line = error.line { place += ":\(line):\(error.column ?? 1)" }
    if let key = error.key { place += ": \(key)" }
    self.init(
      status: .usage, message: "\(place): \(error.reason)",
      advice: "compare it with catalogues/en.yaml (tidings templates eject catalogues/en.yaml)")
  }
}
