import ByteText
import CProcess
import Dispatch
import Foundation
import Glibc

@main
enum Program {
  /// Waits on the first thread. Swift's own asynchronous `main` ends that thread by `pthread_exit`, for
  /// which glibc loads libgcc_s.so.1, and the archive's binary runs where there is none.
  static func main() {
    ProcessArguments.holdStandardStreams()
    // Before libdispatch makes a thread.
    do throws(Fault) { try ProcessArguments.checkSystem() } catch {
      Command.report(error)
      exit(error.kind.rawValue)
    }
    // libdispatch asks for a priority that no user may have, and would tell the system's log of each run.
    setenv("LIBDISPATCH_LOG", "NO", 0)
    let end = DispatchSemaphore(value: 0)
    // Detached: the first thread is the main actor, and waits.
    Task.detached {
      await Interruption().during { exit(await Command.run(ProcessArguments.values)) }
      end.signal()
    }
    end.wait()
  }
}

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

  /// Takes the numbers of standard streams that the caller has closed, so that no file of a run gets
  /// one and what is said there. Reading or writing the stream still fails; what its name in /dev leads
  /// to is empty.
  static func holdStandardStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
      // The lowest number that is free.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Throws if `/proc` cannot be read. libdispatch looks up its threads there; if it cannot, it
  /// sometimes ends the process with SIGILL.
  static func checkSystem() throws(Fault) {
    guard access("/proc/self/stat", R_OK) != 0 else { return }
    throw Fault(
      .system, code: "no-proc", "/proc cannot be read, and Swift's threads need it",
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

enum Version {
  /// The only place that names it; packages and archives are called by what the binary says.
  static let number = "1.0.0"

  /// `1.0.0`, with the commit in parentheses where the build was told it.
  static var text: String {
    let commit = String(cString: tidings_commit())
    return commit.isEmpty ? number : "\(number) (\(commit))"
  }
}
