import ByteText
import Foundation
import Pipeline

/// Reads the configuration file.
enum ConfigurationFile {
  /// The file that the command line names, which was read before the arguments were parsed.
  @TaskLocal static var known: Configuration?

  /// Throws a `ConfigurationError` with all faults of the file, or a `Failure` if it cannot be
  /// read.
  static func read(_ path: String) throws -> Configuration {
    if let known, known.file == path { return known }
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try OpenFile.bytes(of: path) } catch {
      if error.isMissingFile {
        throw Failure(
          status: .noInput, message: "\(path): there is no such file",
          advice: "check the path, or write a file with tidings init")
      }
      throw Failure(
        status: .noInput, message: "\(path): it cannot be read", advice: "check its permissions")
    }
    guard let yaml = String(validating: bytes, as: UTF8.self) else {
      throw Failure(status: .usage, message: "\(path): it is not UTF-8", advice: "save it as UTF-8")
    }
    return try Configuration(
      yaml: yaml, file: path, presentFolder: FileManager.default.currentDirectoryPath)
  }
}
