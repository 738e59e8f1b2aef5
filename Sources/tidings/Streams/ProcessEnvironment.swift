import Foundation

/// The environment of the process, read in this one place.
enum ProcessEnvironment {
  static var values: [String: String] { ProcessInfo.processInfo.environment }
}
