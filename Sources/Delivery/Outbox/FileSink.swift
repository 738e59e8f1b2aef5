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
