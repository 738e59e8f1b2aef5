import Foundation

/// The public test data beside the checkout, which tests skip where it is absent.
enum SharedData {
  static let folder: URL? = {
    let environment = ProcessInfo.processInfo.environment["TIDINGS_SHARED"]
    let beside = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../shared")
    let folder = environment.map { URL(filePath: $0) } ?? beside.standardized
    let data = folder.appending(path: "data")
    return FileManager.default.fileExists(atPath: data.path()) ? data : nil
  }()

  static var isAbsent: Bool { folder == nil }

  static func bytes(_ path: String) throws -> Data {
    guard let folder else { return Data() }
    return try Data(contentsOf: folder.appending(path: path))
  }
}
