import Foundation

/// Public test data beside the checkout, or where `TIDINGS_SHARED` says.
enum SharedData {
  static let folder: URL? = {
    if let path = ProcessInfo.processInfo.environment["TIDINGS_SHARED"] {
      return URL(filePath: path).appending(path: "data")
    }
    let checkout = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let beside = checkout.deletingLastPathComponent().appending(path: "shared/data")
    return FileManager.default.fileExists(atPath: beside.path) ? beside : nil
  }()

  static let reasonToSkip = "skipped: no test data; set TIDINGS_SHARED"

  static func read(_ path: String) throws -> Data {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    return try Data(contentsOf: folder.appending(path: path))
  }
}
