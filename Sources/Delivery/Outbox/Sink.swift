import Glibc

/// The destination of a run's messages. Three steps: it writes them among the temporary files and
/// syncs them; the ledger commits them; it gives them their names.
protocol Sink: AnyObject {
  /// Writes a message among the temporary files.
  func write(_ message: Message, name: String) throws(DeliveryError)
  /// Waits until everything written, and every name given before, is on the disk. Returns the
  /// length of the run's own file, or 0 if each message is a file.
  func settle() throws(DeliveryError) -> Int64
  /// Gives the messages of a batch their names, if each is a file.
  func publish(_ names: [String]) throws(DeliveryError)
  /// Gives the run's own file its name, if there is one, and waits until all names are on the disk.
  func complete() throws(DeliveryError)
}

/// One file per message: Maildir and eml.
final class FileSink: Sink {
  private let temporaries: Folder
  private let target: Folder
  private let syncs: Bool

  init(
    temporaries: consuming Folder, target: consuming Folder, syncs: Bool
  ) {
    self.temporaries = temporaries
    self.target = target
    self.syncs = syncs
  }

  func write(_ message: Message, name: String) throws(DeliveryError) {
    let path = temporaries.path(of: name)
    let file = try temporaries.create(name, mode: Permissions.owner.file)
    try file.write(message.bytes, path: path)
    try file.close(path: path)
  }

  func settle() throws(DeliveryError) -> Int64 {
    // One wait per batch: with one per file, the rate of 8 KB messages was a quarter.
    if syncs { try temporaries.syncFileSystem() }
    return 0
  }

  func publish(_ names: [String]) throws(DeliveryError) {
    for name in names { try temporaries.rename(name, to: target, as: name) }
  }

  func complete() throws(DeliveryError) {
    if syncs { try target.syncFileSystem() }
  }
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
  ) throws(DeliveryError) {
    self.syncs = syncs
    self.frame = frame
    self.name = name
    length = run.length
    if run.length > 0 {
      let path = temporaries.path(of: name)
      guard try temporaries.kind(of: name) != nil else {
        throw .ledger(.temporaryLost(name: name), path: path)
      }
      let rest = try temporaries.open(name, flags: O_WRONLY)
      guard try rest.size(path: path) >= run.length else {
        throw .ledger(.temporaryLost(name: name), path: path)
      }
      try rest.truncate(to: run.length, path: path)
      file = consume rest
    } else {
      file = nil
    }
    self.temporaries = temporaries
    self.target = target
  }

  func write(_ message: Message, name: String) throws(DeliveryError) {
    try frame.append(message, to: &buffer)
    if buffer.count >= 1 << 20 { try drain() }
  }

  private func drain() throws(DeliveryError) {
    guard !buffer.isEmpty else { return }
    if file == nil {
      file = try temporaries.create(name, mode: Permissions.owner.file)
      hasNewEntry = true
    }
    try file?.write(buffer, path: temporaries.path(of: name))
    length += Int64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  func settle() throws(DeliveryError) -> Int64 {
    try drain()
    guard syncs else { return length }
    try file?.sync(path: temporaries.path(of: name))
    if hasNewEntry { try temporaries.sync() }
    hasNewEntry = false
    return length
  }

  func publish(_ names: [String]) throws(DeliveryError) {}

  func complete() throws(DeliveryError) {
    guard let file = file.take() else { return }
    try file.close(path: temporaries.path(of: name))
    try temporaries.rename(name, to: target, as: name)
    if syncs {
      try target.sync()
      try temporaries.sync()
    }
  }
}
