import ByteText

/// A message as a member of an mbox file (RFC 4155), quoted as `mboxrd` does so that nothing is lost.
package enum MboxEntry {
  /// Appends the `From ` line, the message with LF line ends, and an empty line.
  ///
  /// - Parameters:
  ///   - message: a complete message with CRLF or LF line ends.
  ///   - sender: the envelope sender; nil writes `MAILER-DAEMON`, as for a message without one.
  ///   - date: written in UTC.
  package static func write(
    _ message: [UInt8], sender: EmailAddress?, date: MailDate, into buffer: inout [UInt8]
  ) {
    let sender = sender.map { $0.needsSMTPUTF8 ? "MAILER-DAEMON" : $0.description }
    buffer.append(contentsOf: "From \(sender ?? "MAILER-DAEMON") \(date.ctime)\n".utf8)
    message.withUnsafeBufferPointer { source in
      var start = 0
      while start < source.count {
        let end = source.lineEnd(from: start)
        if needsQuoting(source[start..<end]) { buffer.append(ASCII.greater) }
        let hasCR = end > start && source[end - 1] == ASCII.cr
        let line = source[start..<(hasCR ? end - 1 : end)]
        buffer.append(contentsOf: UnsafeBufferPointer(rebasing: line))
        buffer.append(ASCII.lf)
        start = end + 1
      }
    }
    buffer.append(ASCII.lf)
  }

  /// A line of any number of `>` and `From ` gets one more, which readers take off.
  private static func needsQuoting(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard line.first == ASCII.greater || line.first == 0x46 else { return false }
    return line.drop { $0 == ASCII.greater }.starts(with: "From ".utf8)
  }
}
