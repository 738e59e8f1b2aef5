package import ByteText
internal import CompiledMustache
import FoundationEssentials
internal import Languages
internal import Notifications
internal import Rendering

/// All templates of a run, compiled and checked before anything is read.
package struct DocumentTemplates: Sendable {
  /// - Parameter own: the user's own files by path; each replaces the bundled one.
  package init(own: [String: [UInt8]] = [:]) throws {
    try Catalogues(own: own).check()
    let templates = TemplateCatalogue(own: own)
    _ = try DigestDocuments(templates)
    _ = try InboxRenderer(templates)
    _ = try InboxIndexRenderer(templates)
    _ = try GalleryTheme(templates)
    let options = MailOptions(brand: Brand(name: ""))
    for theme in MailRenderer.themes {
      _ = try MailRenderer(theme: theme, templates, options: options)
    }
  }

  /// The templates that share keys: what they are, their files, the schema of their keys.
  private static var kinds: [(name: String, files: [String], schema: RecordSchema)] {
    var kinds: [(name: String, files: [String], schema: RecordSchema)] = []
    for document in TemplateDocument.all {
      if document.kind == kinds.last?.name {
        kinds[kinds.count - 1].files.append(document.path)
      } else {
        kinds.append((document.kind, [document.path], document.schema))
      }
    }
    return kinds
  }

  /// The keys of each kind of template, in Markdown.
  package static var keyReference: String {
    kinds.map { kind in
      let files = kind.files.map { "`\($0)`" }.joined(separator: ", ")
      return "## Keys of \(kind.name)\n\n\(files)\n\n\(KeyReference.markdown(kind.schema))"
    }.joined(separator: "\n")
  }
}

/// The user's own templates: a folder of files with the paths of the bundled ones that they
/// replace.
package enum TemplateFolder {
  /// The maximum size of a file: larger than any template a person writes.
  package static let sizeLimit = 1 << 20

  /// The files of a folder by their path in it, without hidden files.
  package static func read(_ folder: String) throws(Fault) -> [String: [UInt8]] {
    let bundled = TemplateCatalogue.bundled
    var files: [String: [UInt8]] = [:]
    let paths = try paths(in: folder, below: "")
    if paths.isEmpty {
      throw Fault(
        .noInput, code: "empty-folder", of: folder, "there is no file in it",
        advice:
          "leave it out for the bundled ones, or copy some into it with tidings templates eject")
    }
    for path in paths {
      guard bundled[path] != nil || isAddition(path) else {
        // A misspelled name would silently change nothing.
        throw Fault(
          .usage, code: "unknown-file", of: path, "this is not one of the bundled files",
          advice:
            "tidings templates list shows them; you can add catalogues/TAG.yaml and NAME.partial.md"
        )
      }
      files[path] = try bytes(of: folder + "/" + path)
    }
    return files
  }

  /// Whether a file adds to the bundled ones: a partial of any name, or the catalogue of a language.
  /// Any other file is a mistake.
  private static func isAddition(_ path: String) -> Bool {
    if path.hasSuffix(".partial.md") || path.hasSuffix(".partial.html") { return true }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "catalogues", path.hasSuffix(".yaml") else { return false }
    // A tag that nobody can ask for would never be used.
    let tag = String(parts[1].dropLast(".yaml".utf8.count))
    return LanguageTag(tag).text == tag && tag != "und"
  }

  private static func paths(in folder: String, below: String) throws(Fault) -> [String] {
    let place = below.isEmpty ? folder : folder + "/" + below
    guard !below.isEmpty || FileManager.default.fileExists(atPath: folder) else {
      throw Fault(
        .noInput, code: "no-such-folder", of: folder, "there is no such folder",
        advice: "check the path")
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: place)
    } catch { throw unreadable(place) }
    var paths: [String] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = below.isEmpty ? name : below + "/" + name
      switch try kind(of: folder + "/" + path) {
      case .typeDirectory: paths += try self.paths(in: folder, below: path)
      case .typeRegular: paths.append(path)
      default:
        // A link may lead out of the folder or in circles.
        throw Fault(
          .usage, code: "link", of: folder + "/" + path, "this is neither a file nor a folder",
          advice: "copy the file itself")
      }
    }
    return paths
  }

  private static func kind(of path: String) throws(Fault) -> FileAttributeType {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return attributes[.type] as? FileAttributeType ?? .typeUnknown
    } catch { throw unreadable(path) }
  }

  private static func bytes(of path: String) throws(Fault) -> [UInt8] {
    let bytes = try SystemError.rethrow(OpenFile.bytes(of: path)) { Fault.unreadable(path, $0) }
    if bytes.isEmpty {
      throw Fault(
        .usage, code: "empty", of: path, "the file is empty",
        advice: "remove it to use the bundled file; a line break in it prints nothing")
    }
    guard bytes.count <= sizeLimit else {
      throw Fault(
        .usage, code: "too-large", of: path, "it has more than \(sizeLimit) bytes",
        advice: "a template is a few kilobytes")
    }
    return bytes
  }

  private static func unreadable(_ path: String) -> Fault {
    Fault(
      .noInput, code: "unreadable", of: path, "it cannot be read",
      advice: "check that it is a folder, and its permissions")
  }
}
