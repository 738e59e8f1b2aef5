import Glibc

/// Where the messages of a run go, by the three steps: written among the temporaries and settled on
/// the disk; committed by the ledger, which is not the sink's; given their names.
protocol Sink: AnyObject {
  /// Writes a message among the temporaries.
  func write(_ message: Message, name: String) throws(DeliveryError)
  /// Waits until all that was written, and every name given before, is on the disk. Answers how long
  /// the run's own file is, 0 where each message is a file.
  func settle() throws(DeliveryError) -> Int64
  /// Gives the messages of a batch their names, where each has one.
  func publish(_ names: [String]) throws(DeliveryError)
  /// Gives the run's own file its name, where it has one, and waits until all names are on the disk.
  func complete() throws(DeliveryError)
}

/// A file a message: Maildir and eml.
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
    // One wait for the batch: with one for each file, 8 KB messages came to a quarter of the rate.
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

/// A file a run: mbox and JSON Lines. It grows among the temporaries and gets its name at the end.
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

  /// Goes on with the file of `run`, cut off where the ledger's last commit left it.
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
