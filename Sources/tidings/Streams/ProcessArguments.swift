import CProcess
import Foundation
import Glibc

/// The arguments of the process.
enum ProcessArguments {
  /// The arguments without the program's name; bytes that are not UTF-8 are replaced.
  ///
  /// Swift's own list is empty if `/proc` cannot be read, and a command without arguments would
  /// print its help and succeed.
  static var values: [String] {
    let count = tidings_argument_count()
    guard count > 0 else { return Array(CommandLine.arguments.dropFirst()) }
    return (1..<max(count, 1)).compactMap { tidings_argument($0).map { String(cString: $0) } }
  }

  /// Throws if `/proc` cannot be read. libdispatch looks up its threads there; if it cannot, it
  /// sometimes ends the process with SIGILL.
  static func checkSystem() throws(Failure) {
    guard access("/proc/self/stat", R_OK) != 0 else { return }
    throw Failure(
      status: .systemError, message: "/proc cannot be read, and Swift's threads need it",
      advice: "mount it, as with mount -t proc proc /proc")
  }
}

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
