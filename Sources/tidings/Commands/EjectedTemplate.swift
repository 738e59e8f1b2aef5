import Delivery

/// A bundled template copied out, to be changed.
enum EjectedTemplate {
  /// Writes a template under its path in a folder, creating the folders on the way.
  ///
  /// - Throws: a `Failure` where a file is there already and `force` is not given.
  static func write(_ bytes: [UInt8], path: String, to folder: String, force: Bool) throws {
    let parts = path.split(separator: "/")
    let name = parts.last.map { String($0) } ?? path
    let place = ([folder] + parts.dropLast().map { String($0) }).joined(separator: "/")
    let output = try OutputFolder(path: place, permissions: .everyone)
    if !force, try output.beginning(of: name, count: 1) != nil {
      throw Failure(
        status: .cannotCreate, message: "\(place)/\(name) is there already",
        advice: "use --force to replace it, or choose another folder")
    }
    try output.write(bytes, as: name)
    try output.finish()
  }
}
