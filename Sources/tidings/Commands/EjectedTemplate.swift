import Delivery
import Foundation

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
