import Foundation
import Glibc

/// The environment of the process, read in this one place.
enum ProcessEnvironment {
  /// Every variable as text, of which bytes that are not UTF-8 are replaced.
  static var values: [String: String] { ProcessInfo.processInfo.environment }

  /// A variable's bytes as they are, UTF-8 or not (POSIX 8.1 asks for none); nil where it is not set.
  static func bytes(of name: String) -> [UInt8]? {
    guard let value = getenv(name) else { return nil }
    return Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }
}
