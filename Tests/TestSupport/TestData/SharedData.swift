package import Foundation

/// Public test data that is no part of the project: in the folder that `TIDINGS_SHARED` names, else in
/// `shared` beside the checkout. Tests skip what is not there.
package enum SharedData {
  package static let reasonToSkip = "skipped: no shared test data; set TIDINGS_SHARED"

  package static func url(_ path: String) -> URL {
    let root =
      ProcessInfo.processInfo.environment["TIDINGS_SHARED"].map { URL(filePath: $0) }
      ?? URL(filePath: #filePath).appending(path: "../../../../../shared").standardized
    return root.appending(path: "data").appending(path: path)
  }

  package static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url(path).path)
  }

  package static func data(_ path: String) throws -> Data { try Data(contentsOf: url(path)) }

  package static let hasHostileTexts = has("hostile")

  /// Every line of the lists of hostile texts.
  package static func hostileTexts() throws -> [String] {
    let payloads = String(decoding: try data("hostile/xss-payloads.txt"), as: UTF8.self)
    return try JSONDecoder().decode([String].self, from: data("hostile/naughty-strings.json"))
      + payloads.split(separator: "\n").map(String.init)
  }
}
