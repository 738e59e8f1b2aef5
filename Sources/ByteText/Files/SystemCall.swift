import Glibc

/// What the system refused.
package struct SystemError: Error, Equatable, Sendable {
  /// The error number.
  package var code: Int32

  package init(code: Int32) { self.code = code }

  static var last: SystemError { SystemError(code: errno) }

  /// A pipe's first byte did not come in time.
  package static let noWriter = SystemError(code: ETIMEDOUT)

  package var isMissingFile: Bool { code == ENOENT }

  /// Whether no file is at a path.
  package static func isMissing(_ path: String) -> Bool {
    do throws(SystemError) {
      _ = try FileState(path: path)
      return false
    } catch { return error.isMissingFile }
  }

  /// The system's words for it, or plainer ones.
  package var words: String {
    switch code {
    case ENOSPC: "the disk is full"
    case Self.noWriter.code: "nobody writes to the pipe"
    default: String(cString: strerror(code))
    }
  }

  /// What to do where this error keeps a file from being read.
  package var advice: String {
    switch code {
    case EACCES, EPERM: "check its permissions"
    case EMFILE, ENFILE, ENOMEM: "close other programs, or raise the limits of this one"
    case ENOTDIR, ELOOP, ENAMETOOLONG: "check the path"
    case EISDIR: "name a file in it"
    case EBADF: "the caller has closed it: name a file, or pipe one in"
    case Self.noWriter.code: "start what writes to it first"
    default: "check the disk or network that it is on"
    }
  }

  /// What `call` answers; what it throws is thrown as an error of the caller's own.
  package static func rethrow<Answer, Failure: Error>(
    _ call: @autoclosure () throws(SystemError) -> Answer, as failure: (SystemError) -> Failure
  ) throws(Failure) -> Answer {
    do throws(SystemError) { return try call() } catch { throw failure(error) }
  }
}

extension Fault {
  /// A file or folder that cannot be opened or read.
  ///
  /// - Parameters:
  ///   - path: nil where the caller adds it.
  ///   - words: why, in other words than the system's.
  ///   - kind: what may be at the path.
  ///   - missing: what to do where nothing is there.
  package static func unreadable(
    _ path: String?, _ error: SystemError, because words: String? = nil, kind: String = "file",
    missing: String = "check the path"
  ) -> Fault {
    error.isMissingFile
      ? Fault(
        .noInput, code: "no-such-file", of: path, "there is no such \(kind)", advice: missing)
      : Fault(
        .noInput, code: "unreadable", of: path, "it cannot be read: \(words ?? error.words)",
        advice: error.advice)
  }
}

/// Repeats a system call for as long as a signal interrupts it before it has done anything (EINTR).
///
/// Not for `close`, which has closed the descriptor even so, nor for `fsync`, whose failures are
/// never retried: the kernel reports a lost write once.
package func uninterrupted<Answer: FixedWidthInteger>(_ call: () -> Answer) -> Answer {
  while true {
    let answer = call()
    if answer != -1 || errno != EINTR { return answer }
  }
}

/// Writes all bytes to an open descriptor, whatever number the system takes at a time, and answers
/// the `errno` of a failure.
///
/// - Parameter offset: where in the file; nil writes where the last write ended.
package func writeAll(_ bytes: RawSpan, to descriptor: CInt, at offset: Int64? = nil) -> CInt? {
  var written = 0
  while written < bytes.byteCount {
    let count = bytes.extracting(written...).withUnsafeBytes { rest in
      uninterrupted {
        offset.map { pwrite(descriptor, rest.baseAddress, rest.count, off_t($0) + written) }
          ?? write(descriptor, rest.baseAddress, rest.count)
      }
    }
    if count < 0 { return errno }
    // No progress is not success: `write` answers 0 for a non-empty buffer on no regular file.
    if count == 0 { return EIO }
    written += count
  }
  return nil
}
