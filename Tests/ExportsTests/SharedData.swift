import Foundation

/// Public test data that is not part of the project: the folder that `TIDINGS_SHARED` names, else
/// `../shared` beside the checkout.
enum SharedData {
  static func url(_ path: String) -> URL {
    let root =
      ProcessInfo.processInfo.environment["TIDINGS_SHARED"].map { URL(filePath: $0) }
      ?? URL(filePath: #filePath).appending(path: "../../../../shared").standardized
    return root.appending(path: "data").appending(path: path)
  }

  static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url(path).path)
  }
}
