package import ByteText
import Glibc

/// A folder of documents, each replaced as a whole: written beside their names, synced many at a
/// time, then renamed.
///
/// For one writer at a time: another run on the same folder is refused meanwhile. Documents that have
/// no names yet when it goes are removed.
package final class OutputFolder {
  private let folder: Folder
  private let isDryRun: Bool
  private let permissions: Permissions
  private let syncs: Bool
  private let batch: Int
  private var pending: [(temporary: String, name: String)] = []
  private var pendingNames: Set<String> = []
  private var pendingBytes = 0
  private var hasFailed = false

  /// Opens the folder, creates it if it is missing, and removes what an interrupted run left.
  ///
  /// - Parameter batch: how many documents at most wait for one sync; for 10,000 of 2 KB the syncs took
  ///   1.4 s with 1,000 and 0.4 s with 5,000.
  package init(
    path: String, permissions: Permissions, syncs: Bool = true, batch: Int = 5_000
  ) throws(Fault) {
    self.permissions = permissions
    self.syncs = syncs
    self.batch = batch
    isDryRun = false
    folder = try Folder(path: path, creating: permissions.folder)
    let number = folder.descriptor.number
    if uninterrupted({ flock(number, LOCK_EX | LOCK_NB) }) != 0 {
      let code = errno
      throw code == EWOULDBLOCK ? .locked(folder.path) : .failed(.lock, folder.path, code: code)
    }
    for name in try folder.names() where Folder.isTemporary(name) { try folder.remove(name) }
  }

  /// Opens an existing folder for a run that writes nothing; nil if there is none.
  package init?(dryRun path: String) throws(Fault) {
    if try Folder.kind(at: path) == nil { return nil }
    folder = try Folder(path: path, creating: nil)
    isDryRun = true
    permissions = .owner
    syncs = false
    batch = 1
  }

  deinit { for (temporary, _) in pending { try? folder.remove(temporary) } }

  /// Writes a document, which gets its name by the next `finish()` at the latest.
  ///
  /// The name comes from `FileName` or is another name of a single entry.
  ///
  /// - Parameter own: who may read this document; nil means the folder's permissions.
  package func writeDocument(
    _ bytes: [UInt8], as name: String, permissions own: Permissions? = nil
  ) throws(Fault) {
    try whileSound { () throws(Fault) in
      guard Folder.isName(name) else {
        throw .failed(.createFile, folder.path(of: name), code: EINVAL)
      }
      try folder.refuseAllButFile(name)
      if isDryRun { return }
      let temporary = Folder.temporaryName(of: name)
      if pending.count >= batch || pendingBytes > 64 << 20 || pendingNames.contains(name) {
        try publish()
      }
      let file = try folder.createAnew(temporary, permissions: own ?? permissions)
      // Before its content: a full disk leaves half of it.
      pending.append((temporary, name))
      // Errors name the document: its temporary name says nothing to anybody.
      try file.write(bytes, path: folder.path(of: name))
      try file.close(path: folder.path(of: name))
      pendingNames.insert(name)
      pendingBytes += bytes.count
    }
  }

  /// The content of an existing document, or at most its first `most` bytes; nil if there is none.
  package func contents(of name: String, most: Int = .max) throws(Fault) -> [UInt8]? {
    try folder.contents(of: name, most: most)
  }

  /// Whether a file has this name, and not a link or a folder.
  package func holdsFile(_ name: String) throws(Fault) -> Bool {
    try folder.kind(of: name) == .regularFile
  }

  /// The content of a document in a folder that is only read; nil if there is no such folder or
  /// document.
  package static func contents(of name: String, in path: String) throws(Fault) -> [UInt8]? {
    try OutputFolder(dryRun: path)?.contents(of: name)
  }

  /// The names of all files and folders in a folder, sorted; none if there is no such folder.
  package static func names(in path: String) throws(Fault) -> [String] {
    try OutputFolder(dryRun: path)?.folder.names().sorted() ?? []
  }

  /// Removes a document of an earlier run; a missing one is not an error.
  package func remove(_ name: String) throws(Fault) {
    try whileSound { () throws(Fault) in
      try folder.refuseAllButFile(name)
      if !isDryRun { try folder.remove(name) }
    }
  }

  /// Gives all documents their names, durably.
  package func finish() throws(Fault) { try whileSound { () throws(Fault) in try publish() } }

  private func publish() throws(Fault) {
    guard !pending.isEmpty else { return }
    if syncs { try folder.syncFileSystem() }
    for (temporary, name) in pending { try folder.rename(temporary, to: folder, as: name) }
    if syncs { try folder.sync() }
    pending = []
    pendingNames = []
    pendingBytes = 0
  }

  /// After a failure nothing more is written: what was lost is unknown.
  private func whileSound(_ body: () throws(Fault) -> Void) throws(Fault) {
    if hasFailed { throw .stopped(folder.path) }
    do { try body() } catch {
      hasFailed = true
      throw error
    }
  }
}
