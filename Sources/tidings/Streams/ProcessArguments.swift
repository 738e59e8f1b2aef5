import CProcess
import Glibc

/// What the process was started with.
enum ProcessArguments {
  /// Without the program's name. Bytes that are not UTF-8 are replaced.
  ///
  /// Not Swift's: those are none where `/proc` cannot be read, and a command without arguments prints
  /// its help and succeeds.
  static var values: [String] {
    let count = tidings_argument_count()
    guard count > 0 else { return Array(CommandLine.arguments.dropFirst()) }
    return (1..<max(count, 1)).compactMap { tidings_argument($0).map { String(cString: $0) } }
  }

  /// Ends the program with a sentence where `/proc` cannot be read: libdispatch looks up its threads
  /// there and ends the process with SIGILL, now and then and without a word, where it cannot.
  static func checkSystem() throws(Failure) {
    guard access("/proc/self/stat", R_OK) != 0 else { return }
    throw Failure(
      status: .systemError, message: "/proc cannot be read, and Swift's threads need it",
      advice: "mount it, as with mount -t proc proc /proc")
  }
}
