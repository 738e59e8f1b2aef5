import Foundation
import Glibc

/// The environment of the process. Nothing else reads it.
enum ProcessEnvironment {
  /// All variables as text; bytes that are not UTF-8 are replaced.
  static var values: [String: String] { ProcessInfo.processInfo.environment }

  /// A variable's raw bytes, which need not be UTF-8; nil if it is not set.
  static func bytes(of name: String) -> [UInt8]? {
    guard let value = getenv(name) else { return nil }
    return Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }
}
