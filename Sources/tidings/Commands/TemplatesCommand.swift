import ArgumentParser
import CompiledMustache
import Delivery
import Foundation
import Languages
import Pipeline
import Rendering

/// `tidings templates`
struct TemplatesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates",
    abstract: "Lists, shows, copies and checks the templates of documents.",
    subcommands: [
      List.self, Eject.self, Check.self, Keys.self, GalleryCommand.self,
    ], defaultSubcommand: List.self)

  /// `tidings templates list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "Lists the bundled templates, stylesheets, catalogues and JSON schemas.")

    @OptionGroup var pager: PagerOption

    func run() async throws {
      try await Command.run { environment in
        let paths = TemplateCatalogue.bundled.keys.sorted()
        try pager.show(Array(paths.map { $0 + "\n" }.joined().utf8), environment)
        return .done
      }
    }
  }

  /// `tidings templates eject`
  struct Eject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "eject",
      abstract: "Copies bundled templates to a folder, to be changed there.",
      discussion: """
        A folder given with --templates needs only the files that differ from the bundled ones. \
        A folder's name stands for all files in it.

        EXAMPLES
          tidings templates eject digest/item.md -o my-templates
          tidings templates eject schemas -o json
          tidings templates eject -o all-templates
        """)

    @Argument(help: "The templates; default: all.")
    var paths: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("The folder.", valueName: "dir"))
    var output: String

    @Flag(help: "Replace existing files.")
    var force = false

    func run() async throws {
      try await Command.run { _ in
        let bundled = TemplateCatalogue.bundled
        func isIn(_ path: String, _ file: String) -> Bool {
          file == path || file.hasPrefix(path.hasSuffix("/") ? path : path + "/")
        }
        for path in paths where !bundled.keys.contains(where: { isIn(path, $0) }) {
          throw Failure.noTemplate(path, known: bundled.keys)
        }
        let chosen =
          paths.isEmpty
          ? bundled : bundled.filter { file, _ in paths.contains { isIn($0, file) } }
        var outputs = OutputPaths()
        outputs.write(folder: output, "the folder")
        try outputs.check()
        try EjectedTemplate.write(chosen, to: output, force: force)
        return .done
      }
    }
  }

  /// `tidings templates check`
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Checks a folder of templates; errors name the file, the line and the known keys.",
      discussion: """
        EXAMPLES
          tidings templates check my-templates
        """)

    @Argument(help: "The folder.") var folder: String

    func run() async throws {
      try await Command.run { _ in
        let own = try TemplateFolder.read(folder)
        _ = try DocumentTemplates(own: own)
        let what = own.count == 1 ? "1 file is" : "\(own.count) files are"
        try StandardStream.output.say("\(what) fine")
        return .done
      }
    }
  }

  /// `tidings templates keys`
  struct Keys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "keys",
      abstract: "Prints the keys that templates may use, as Markdown tables.")

    @OptionGroup var pager: PagerOption

    func run() async throws {
      try await Command.run { environment in
        try pager.show(Array(DocumentTemplates.keyReference.utf8), environment)
        return .done
      }
    }
  }
}

/// Copies bundled templates to a folder, to be changed there.
enum EjectedTemplate {
  /// Writes templates to a folder by their paths, creating subfolders.
  ///
  /// - Throws: a `Failure` if one of the files exists and `force` is false; nothing is written
  ///   then.
  static func write(_ templates: [String: [UInt8]], to folder: String, force: Bool) throws {
    let paths = templates.keys.sorted()
    let existing = paths.map { "\(folder)/\($0)" }
      .first { FileManager.default.fileExists(atPath: $0) }
    if !force, let existing {
      throw Failure(
        status: .cannotCreate, message: "\(existing) already exists",
        advice: "use --force to replace it, or choose another folder")
    }
    for path in paths {
      let parts = path.split(separator: "/").map { String($0) }
      let place = ([folder] + parts.dropLast()).joined(separator: "/")
      let output = try OutputFolder(path: place, permissions: .everyone)
      try output.write(templates[path] ?? [], as: parts.last ?? path)
      try output.finish()
    }
  }
}
