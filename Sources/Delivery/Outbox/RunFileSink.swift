import Glibc

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
