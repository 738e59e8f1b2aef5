import Foundation

/// Test data that is not the project's own: beside the checkout, or where `TIDINGS_SHARED` says.
enum Shared {
  static let reasonToSkip = "skipped: needs the hostile texts of the shared test data"

  /// The folder of the lists of hostile texts, nil where they are not there.
  static let hostile: URL? = {
    let beside = URL(filePath: #filePath).appending(path: "../../../../shared").standardized
    let folder =
      ProcessInfo.processInfo.environment["TIDINGS_SHARED"].map { URL(filePath: $0) } ?? beside
    let hostile = folder.appending(path: "data/hostile")
    return FileManager.default.fileExists(atPath: hostile.path) ? hostile : nil
  }()

  /// Every line of the lists; none where they are not there.
  static func hostileTexts() throws -> [String] {
    guard let hostile else { return [] }
    let naughty = try Data(contentsOf: hostile.appending(path: "naughty-strings.json"))
    let payloads = try Data(contentsOf: hostile.appending(path: "xss-payloads.txt"))
    return try JSONDecoder().decode([String].self, from: naughty)
      + String(decoding: payloads, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
