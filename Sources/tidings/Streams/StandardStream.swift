import Glibc

/// Standard output or standard error, written as bytes.
struct StandardStream {
  let descriptor: Int32

  static let output = StandardStream(descriptor: STDOUT_FILENO)
  static let error = StandardStream(descriptor: STDERR_FILENO)

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The terminal's width in columns; nil if it is not a terminal or does not say.
  var columns: Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of `bytes`. If the reader has closed the pipe (`head -1`), the process exits with
  /// status 0. Throws `ExitStatus.cannotWrite` for any other failure, so that a full disk never
  /// looks like success.
  func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = Glibc.write(
          descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
        if count >= 0 {
          written += count
        } else if errno == EPIPE {
          exit(0)
        } else if errno != EINTR {
          throw Failure(
            status: .cannotWrite,
            message: "cannot write to standard output: \(String(cString: strerror(errno)))",
            advice: "free some space or choose another destination, then run the command again")
        }
      }
    }
  }
}
