import ByteText
import Glibc

/// The destination of a run's messages. Three steps: it writes them among the temporary files and
/// syncs them; the ledger commits them; it gives them their names.
protocol Sink: AnyObject {
  func writeMessage(_ message: OutboxMessage, name: String) throws(Fault)
  /// Waits until everything written, and every name given before, is on the disk. Returns the
  /// length of the run's own file, or 0 if each message is a file.
  func settle() throws(Fault) -> Int64
  /// Gives the messages of a batch their names, if each is a file.
  func publish(_ names: [String]) throws(Fault)
  /// Gives the run's own file its name, if there is one, and waits until all names are on the disk.
  func complete() throws(Fault)
}

/// One file per message: Maildir and eml.
final class FileSink: Sink {
  private let temporaries: Folder
  private let target: Folder
  private let syncs: Bool

  init(temporaries: consuming Folder, target: consuming Folder, syncs: Bool) {
    self.temporaries = temporaries
    self.target = target
    self.syncs = syncs
  }

  func writeMessage(_ message: OutboxMessage, name: String) throws(Fault) {
    let path = temporaries.path(of: name)
    let file = try temporaries.create(name, mode: Permissions.owner.file)
    try file.write(message.bytes, path: path)
    try file.close(path: path)
  }

  func settle() throws(Fault) -> Int64 {
    // One wait per batch: with one per file, the rate of 8 KB messages was a quarter.
    if syncs { try temporaries.syncFileSystem() }
    return 0
  }

  func publish(_ names: [String]) throws(Fault) {
    for name in names { try temporaries.rename(name, to: target, as: name) }
  }

  func complete() throws(Fault) { if syncs { try target.syncFileSystem() } }
}

/// One file per run: mbox and JSON Lines. It grows among the temporary files and gets its name at
/// the end.
final class RunFileSink: Sink {
  private let temporaries: Folder
  private let target: Folder
  private let syncs: Bool
  private let name: String
  private let frame: RunFileFrame
  private var file: Descriptor?
  private var length: Int64
  private var buffer: [UInt8] = []
  private var hasNewEntry = false

  /// Continues the file of `run`, truncated to the ledger's last commit.
  init(
    temporaries: consuming Folder, target: consuming Folder, syncs: Bool, run: Run,
    frame: RunFileFrame, name: String
  ) throws(Fault) {
    self.syncs = syncs
    self.frame = frame
    self.name = name
    length = run.length
    if run.length > 0 {
      let path = temporaries.path(of: name)
      let lost = Fault(
        .unusable, code: "temporary-lost", of: path,
        "the unfinished message \(name) is missing from the outbox's tmp folder",
        advice: "restore it, or forget its recipient with tidings ledger forget")
      if try temporaries.kind(of: name) == nil { throw lost }
      let rest = try temporaries.open(name, flags: O_WRONLY)
      if try rest.size(path: path) < run.length { throw lost }
      try rest.truncate(to: run.length, path: path)
      file = consume rest
    } else {
      file = nil
    }
    self.temporaries = temporaries
    self.target = target
  }

  func writeMessage(_ message: OutboxMessage, name: String) throws(Fault) {
    try frame.append(message, to: &buffer)
    if buffer.count >= 1 << 20 { try drain() }
  }

  private func drain() throws(Fault) {
    guard !buffer.isEmpty else { return }
    if file == nil {
      file = try temporaries.create(name, mode: Permissions.owner.file)
      hasNewEntry = true
    }
    try file?.write(buffer, path: temporaries.path(of: name))
    length += Int64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  func settle() throws(Fault) -> Int64 {
    try drain()
    guard syncs else { return length }
    try file?.sync(path: temporaries.path(of: name))
    if hasNewEntry { try temporaries.sync() }
    hasNewEntry = false
    return length
  }

  func publish(_ names: [String]) throws(Fault) {}

  func complete() throws(Fault) {
    guard let file = file.take() else { return }
    try file.close(path: temporaries.path(of: name))
    try temporaries.rename(name, to: target, as: name)
    if syncs {
      try target.sync()
      try temporaries.sync()
    }
  }
}

/// The frame around each message in a run's own file.
enum RunFileFrame: Sendable {
  /// mboxrd: the line is the separator that begins with `From `.
  case mbox(separator: [UInt8])
  case lines

  /// The frame of a run with this `now`, in microseconds since 1970; nil if each message is a file.
  init?(format: OutboxFormat, now: Int64) {
    switch format {
    case .maildir, .eml: return nil
    case .jsonl: self = .lines
    case .mbox: self = .mbox(separator: Self.separator(now: now))
    }
  }

  func append(_ message: OutboxMessage, to buffer: inout [UInt8]) throws(Fault) {
    switch self {
    case .mbox(let separator):
      buffer += separator
      Self.appendQuoted(message.bytes, to: &buffer)
    case .lines:
      // A line break would split the record.
      if message.bytes.contains(UInt8(ascii: "\n")) {
        let recipient = String(decoding: message.recipient, as: UTF8.self)
        throw Fault(
          .unusable, code: "line-break", "the message to \(recipient) contains a line break",
          advice: "this is a bug in tidings; please report it")
      }
      buffer += message.bytes
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  /// RFC 4155, appendix A: the sender, and the time in UTC as `asctime` writes it.
  private static func separator(now: Int64) -> [UInt8] {
    [UInt8](("From MAILER-DAEMON " + utc(now, "%a %b %e %H:%M:%S %Y") + "\n").utf8)
  }

  /// Lines end in a line feed, as mbox readers expect. A line that begins with `From `, after any
  /// number of `>`, gets one more `>`. An empty line ends the message.
  private static func appendQuoted(_ message: [UInt8], to buffer: inout [UInt8]) {
    // A quoted line has at least five bytes and gets one more.
    buffer.append(addingCapacity: message.count + message.count / 5 + 2) { span in
      span.withUnsafeMutableBufferPointer { target, written in
        message.withUnsafeBytes {
          written = copyQuoted($0, to: UnsafeMutableRawBufferPointer(target))
        }
      }
    }
  }

  /// Copies the lines in bulk into a target with enough room; returns the number of bytes written.
  private static func copyQuoted(
    _ message: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer
  ) -> Int {
    guard let beginning = target.baseAddress else { return 0 }
    var written = beginning
    if var line = message.baseAddress {
      let end = line + message.count
      while line < end {
        let feed = memchr(line, 0x0a, end - line)
        let lineEnd = feed.map { UnsafeRawPointer($0) } ?? end
        if needsQuote(line, lineEnd) {
          written.storeBytes(of: UInt8(ascii: ">"), as: UInt8.self)
          written += 1
        }
        var kept = lineEnd - line
        if kept > 0, line.load(fromByteOffset: kept - 1, as: UInt8.self) == UInt8(ascii: "\r") {
          kept -= 1
        }
        memcpy(written, line, kept)
        written += kept
        written.storeBytes(of: UInt8(ascii: "\n"), as: UInt8.self)
        written += 1
        line = lineEnd + 1
      }
    }
    written.storeBytes(of: UInt8(ascii: "\n"), as: UInt8.self)
    return written + 1 - beginning
  }

  @inline(__always)
  private static func needsQuote(_ line: UnsafeRawPointer, _ end: UnsafeRawPointer) -> Bool {
    guard line < end else { return false }
    let first = line.load(as: UInt8.self)
    guard first == UInt8(ascii: "F") || first == UInt8(ascii: ">") else { return false }
    var cursor = line
    while cursor < end, cursor.load(as: UInt8.self) == UInt8(ascii: ">") { cursor += 1 }
    return end - cursor >= 5 && memcmp(cursor, "From ", 5) == 0
  }
}

/// The messages of a run's own file: the lines of JSON Lines, or the entries of an mbox.
struct RunFileMessages {
  private let bytes: [UInt8]
  private(set) var ranges: [Range<Int>] = []

  init(_ bytes: [UInt8], format: OutboxFormat) {
    self.bytes = bytes
    var start = 0
    while start < bytes.count {
      let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
      let end = feed.map { $0 + 1 } ?? bytes.count
      // A line of an mbox belongs to the previous message unless it separates them.
      let begins = format == .jsonl || bytes[start..<end].starts(with: "From ".utf8)
      if begins || ranges.isEmpty {
        ranges.append(start..<end)
      } else {
        ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<end
      }
      start = end
    }
  }

  var count: Int { ranges.count }

  /// Whether a message that contains a text is none of these, which are named by the SHA-256 of their
  /// bytes in hexadecimal digits.
  func hold(_ text: [UInt8], besides named: [ArraySlice<UInt8>]) -> Bool {
    let named = Set(named)
    return ranges.contains { range in
      guard ByteSearch.isFound(text, in: bytes[range]) else { return false }
      return !named.contains(Array(SHA256.hash(Array(bytes[range])).hexadecimal.utf8)[...])
    }
  }

  /// The file without the messages that contain one of these texts; nil if none does.
  func without(_ texts: [[UInt8]]) -> [UInt8]? {
    let kept = ranges.filter { range in
      !texts.contains { ByteSearch.isFound($0, in: bytes[range]) }
    }
    return kept.count == ranges.count ? nil : kept.flatMap { bytes[$0] }
  }
}
