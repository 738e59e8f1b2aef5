import ByteText
import Glibc

/// What failed on a file or folder, in the words of a fault.
enum FileOperation: String {
  case createFolder = "the folder cannot be created"
  case openFolder = "the folder cannot be opened"
  case createFile = "the file cannot be created"
  case openFile = "the file cannot be opened"
  case read = "it cannot be read"
  case write = "it cannot be written"
  case rename = "it cannot be renamed"
  case remove = "it cannot be removed"
  case lock = "it cannot be locked"
}

extension Fault {
  /// A system call on the file or folder at `path` failed.
  ///
  /// - Parameter code: its `errno`.
  static func failed(_ operation: FileOperation, _ path: String, code: CInt = errno) -> Fault {
    let kind: Kind =
      switch operation {
      case .createFolder, .openFolder, .createFile, .openFile, .lock:
        code == EIO ? .cannotWrite : .cannotCreate
      case .read: code == EACCES ? .noInput : .cannotWrite
      case .write, .rename, .remove: .cannotWrite
      }
    let advice =
      switch code {
      case EACCES: "check its permissions and those of its folder, then run the command again"
      case EEXIST: "choose another path"
      case ENOSPC, EDQUOT: "free some space, then run the command again"
      default: "check the path, its permissions and the free space, then run the command again"
      }
    return Fault(
      kind, code: "\(operation)", of: path,
      "\(operation.rawValue): \(SystemError(code: code).words)",
      advice: advice)
  }

  static func symbolicLink(_ path: String) -> Fault {
    Fault(
      .cannotCreate, code: "symbolic-link", of: path,
      "it is a symbolic link, which tidings does not follow",
      advice: "remove it or choose another path")
  }

  static func notA(_ kind: String, _ path: String) -> Fault {
    Fault(
      .cannotCreate, code: "other-kind", of: path, "it is not a \(kind)",
      advice: "remove it or choose another path")
  }

  static func locked(_ path: String) -> Fault {
    Fault(
      .busy, code: "locked", of: path, "another run is writing to it",
      advice: "wait until it ends, then run the command again")
  }

  /// After a failure nothing more is written: what was lost is unknown.
  static func stopped(_ path: String) -> Fault {
    Fault(
      .cannotWrite, code: "stopped", of: path, "nothing more was written to it after a failure",
      advice: "run the command again to complete it")
  }
}

/// The time of a run in words, in UTC.
///
/// - Parameters:
///   - microseconds: since 1970.
///   - format: as `strftime(3)` takes it.
func utc(_ microseconds: Int64, _ format: String = "%Y-%m-%dT%H:%M:%SZ") -> String {
  var seconds = time_t(microseconds / 1_000_000)
  var civil = tm()
  gmtime_r(&seconds, &civil)
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { words in
    guard let start = words.baseAddress, strftime(start, 64, format, &civil) > 0 else { return "" }
    return String(cString: start)
  }
}
