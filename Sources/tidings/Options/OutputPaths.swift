import Foundation

/// The files that a command writes beside its main output, looked at before anything is read: a
/// mistake in a path must not cost a report, and never an input.
struct OutputPaths {
  /// What is read, by the names that were given; `-` is none.
  var inputs: [String]
  /// The options that name files to write, and the files.
  var outputs: [(option: String, path: String)]

  /// Throws where a file cannot be written, or would replace an input or another output.
  func check() throws {
    var taken: [Identity: String] = [:]
    for input in inputs where input != "-" {
      if let identity = Identity(file: input) { taken[identity] = "an input of this command" }
    }
    for (option, path) in outputs {
      try checkFolder(of: path, option)
      guard let identity = Identity(file: path) ?? Identity(newFile: path) else { continue }
      if let holder = taken[identity] {
        throw Failure.usage("\(option) \(path) is \(holder)", "choose another file")
      }
      taken[identity] = "what \(option) writes"
    }
  }

  private func checkFolder(of path: String, _ option: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    guard isThere, isFolder.boolValue, FileManager.default.isWritableFile(atPath: folder) else {
      throw Failure(
        status: .cannotCreate, message: "\(option) \(path): nothing can be created in its folder",
        advice: "make the folder, or choose another file")
    }
    let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    guard kind ?? .typeRegular == .typeRegular else {
      throw Failure(
        status: .cannotCreate, message: "\(option) \(path) is no regular file",
        advice: "remove it or choose another file")
    }
  }

  /// What tells a file from all others, by whatever path it is reached.
  private enum Identity: Hashable {
    case there(device: Int, number: Int)
    case new(folder: String, name: String)

    init?(file path: String) {
      let resolved = URL(filePath: path).resolvingSymlinksInPath().path
      guard let facts = try? FileManager.default.attributesOfItem(atPath: resolved),
        let device = facts[.systemNumber] as? Int, let number = facts[.systemFileNumber] as? Int
      else { return nil }
      self = .there(device: device, number: number)
    }

    init?(newFile path: String) {
      let url = URL(filePath: path)
      let folder = url.deletingLastPathComponent().resolvingSymlinksInPath().path
      self = .new(folder: folder, name: url.lastPathComponent)
    }
  }
}
