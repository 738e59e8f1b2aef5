import ByteText
import CompiledMustache
import Delivery
import Foundation
import Languages
import Pipeline
import Rendering

extension Command {
  /// `tidings templates`
  static let templates = Command(
    name: "templates", abstract: "Lists, shows, copies and checks the templates of documents.",
    commands: [templatesList, templatesEject, templatesCheck, templatesKeys, gallery],
    standard: "list")

  private static let templatesList = Command(
    name: "list",
    abstract: "Lists the bundled templates, stylesheets, catalogues and JSON schemas.",
    options: { [OptionGroup("Output", [Options.pager])] },
    run: { request in
      let paths = TemplateCatalogue.bundled.keys.sorted()
      try request.show(Array(paths.map { $0 + "\n" }.joined().utf8))
      return .done
    })

  private static let templatesEject = Command(
    name: "eject", abstract: "Copies bundled templates to a folder, to be changed there.",
    about: """
      A folder given with --templates needs only the files that differ from the bundled ones. A \
      folder's name stands for all files in it.
      """,
    examples: """
      tidings templates eject digest/item.md -o my-templates
      tidings templates eject schemas -o json
      tidings templates eject -o all-templates
      """,
    options: {
      [
        OptionGroup("Input", [Options.operands("paths", "The templates; default: all.")]),
        OptionGroup(
          "Output", [Options.folder("The folder."), Options.force("Replaces existing files.")]),
      ]
    },
    run: { request in
      let (paths, bundled) = (request.operands, TemplateCatalogue.bundled)
      try request.need(request.folder)
      func isIn(_ path: String, _ file: String) -> Bool {
        file == path || file.hasPrefix(path.hasSuffix("/") ? path : path + "/")
      }
      for path in paths where !bundled.keys.contains(where: { isIn(path, $0) }) {
        throw Fault.usage(
          "there is no template \(path)",
          Fault.didYouMean(NearestName.of(path, among: bundled.keys))
            ?? "tidings templates list shows them all")
      }
      let chosen =
        paths.isEmpty ? bundled : bundled.filter { file, _ in paths.contains { isIn($0, file) } }
      _ = try OutputPaths(request, folder: "the folder")
      try EjectedTemplate.write(chosen, to: request.folder, force: request.isForced)
      return .done
    })

  private static let templatesCheck = Command(
    name: "check",
    abstract: "Checks a folder of templates; errors name the file, the line and the known keys.",
    examples: "tidings templates check my-templates",
    options: { [OptionGroup("Input", [Options.operand("folder", "The folder.")])] },
    run: { request in
      guard let folder = request.operands.first else {
        throw Fault.usage("there is no folder", "name the folder of your templates")
      }
      let own = try TemplateFolder.read(folder)
      _ = try DocumentTemplates(own: own)
      let what = own.count == 1 ? "1 file is" : "\(own.count) files are"
      try StandardStream.output.say("\(what) fine")
      return .done
    })

  private static let templatesKeys = Command(
    name: "keys", abstract: "Prints the keys that templates may use, as Markdown tables.",
    options: { [OptionGroup("Output", [Options.pager])] },
    run: { request in
      try request.show(Array(DocumentTemplates.keyReference.utf8))
      return .done
    })
}

/// Copies bundled templates to a folder, to be changed there.
enum EjectedTemplate {
  /// Writes templates to a folder by their paths, creating subfolders.
  ///
  /// - Throws: a `Fault` if one of the files exists and `force` is false; nothing is written
  ///   then.
  static func write(_ templates: [String: [UInt8]], to folder: String, force: Bool) throws {
    let paths = templates.keys.sorted()
    let existing = paths.map { "\(folder)/\($0)" }
      .first { FileManager.default.fileExists(atPath: $0) }
    if !force, let existing {
      throw Fault(
        .cannotCreate, code: "exists", "\(existing) already exists",
        advice: "use --force to replace it, or choose another folder")
    }
    for path in paths {
      let parts = path.split(separator: "/").map { String($0) }
      let place = ([folder] + parts.dropLast()).joined(separator: "/")
      let output = try OutputFolder(path: place, permissions: .everyone)
      try output.writeDocument(templates[path] ?? [], as: parts.last ?? path)
      try output.finish()
    }
  }
}
