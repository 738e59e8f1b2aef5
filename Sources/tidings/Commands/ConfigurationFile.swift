import Foundation
import Pipeline

/// The configuration file on the disk.
enum ConfigurationFile {
  /// The one that the command line names, read before the command line is understood.
  @TaskLocal static var known: Configuration?

  /// Throws a `ConfigurationError` with all that is wrong in it, a `Failure` where it cannot be read.
  static func read(_ path: String) throws -> Configuration {
    if let known, known.file == path { return known }
    guard FileManager.default.fileExists(atPath: path) else {
      throw Failure(
        status: .noInput, message: "\(path): there is no such file",
        advice: "check the path, or write a file with tidings init")
    }
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw Failure(
        status: .noInput, message: "\(path): it cannot be read", advice: "check its permissions")
    }
    guard let yaml = String(validating: data, as: UTF8.self) else {
      throw Failure(status: .usage, message: "\(path): it is not UTF-8", advice: "save it as UTF-8")
    }
    return try Configuration(
      yaml: yaml, file: path, presentFolder: FileManager.default.currentDirectoryPath)
  }
}
