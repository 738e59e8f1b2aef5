import ByteText
import Delivery
import Exports
import Foundation
import Glibc
import Pipeline
import Profiles
import Rendering

/// The files and folders that a command reads and writes, checked before anything is read, so that
/// a mistake in a path never overwrites an input, a report or a ledger.
///
/// Existing files are compared by identity, whatever links lead to them; new ones by folder and
/// name.
struct OutputPaths {
  private typealias Named = [(role: String, path: String)]

  private var inputs: Named = []
  private var files: Named = []
  /// Files that are updated in place, created if missing, with side files.
  private var ledgers: Named = []
  private var outboxes: Named = []
  private var folders: Named = []
  /// Folders in which every file may be read.
  private var sources: Named = []

  /// A single file to write, checked.
  init(writing path: String) throws {
    files = [("the file", path)]
    try check()
  }

  /// Everything that a request reads and writes, checked.
  ///
  /// - Parameters:
  ///   - folder: what the folder is that is none of the plan.
  ///   - writesState: whether the state file is changed.
  init(_ request: Request, folder: String = "", writesState: Bool = false) throws {
    let (plan, inputs) = (request.plan, request.plan.inputs)
    // What it is called: by its option, or as what the configuration file names.
    func role(_ option: String, _ noun: String) -> String {
      request.has(option) ? "--" + option : noun
    }
    for export in inputs.exports where export != .standardInput {
      add("an export", export.name, to: \.inputs)
    }
    for state in inputs.states {
      add(role("state", "a state file"), state, to: writesState ? \.files : \.inputs)
    }
    for path in inputs.joins.values.sorted() {
      add(role("join", "a file of join"), path, to: \.inputs)
    }
    add("the configuration file", inputs.configuration, to: \.inputs)
    let isProfile = inputs.profilesPath.map(ProfileSet.isFile) ?? false
    add(
      role("profiles", "the profiles"), inputs.profilesPath, to: isProfile ? \.inputs : \.sources)
    for file in inputs.recipients {
      add(role("recipients", "a recipients file"), file, to: \.inputs)
    }
    add(role("suppress", "the suppression list"), inputs.suppress, to: \.inputs)
    add(role("templates", "the folder of templates"), plan.templatesFolder, to: \.sources)
    let writesPages = plan.inbox?.folder.isEmpty == false
    if !writesPages {
      add(role("inbox-folder", "the folder of pages"), plan.pagesFolder, to: \.sources)
    }
    add(role("rejected", "rejected"), inputs.rejected, to: \.files)
    add(role("report", "the report"), plan.report, to: \.files)
    add(role("metrics", "metrics"), plan.metrics, to: \.files)
    for stream in plan.streams where !stream.outbox.isEmpty {
      let name = request.has("config") || plan.streams.count > 1 ? " of \(stream.name)" : ""
      add("the outbox\(name)", stream.outbox, to: \.outboxes)
      let ledger = stream.options.ledger ?? stream.outbox + "/" + Ledger.name
      add("the ledger of the outbox\(name)", ledger, to: \.ledgers)
      add("the backup\(name)", stream.options.backup, to: \.files)
    }
    let folders = [
      ("the folder of pages", plan.inbox?.folder), ("the folder of feeds", plan.feeds?.folder),
      ("the folder of digests", plan.digest?.folder), (folder, request.folder),
    ]
    for (role, path) in folders where path?.isEmpty == false { add(role, path, to: \.folders) }
    try check()
  }

  /// Adds a path to a list; does nothing for nil.
  private mutating func add(
    _ role: String, _ path: String?, to list: WritableKeyPath<OutputPaths, Named>
  ) {
    if let path { self[keyPath: list].append((role, path)) }
  }

  // MARK: What is wrong

  /// Throws if a file would overwrite an input or another output.
  private func check() throws {
    let outputs = ledgers + files + outboxes + folders
    if let (role, path) = outputs.first(where: { $0.1 == "-" }) {
      throw Fault.usage(
        "\(role) \(path): standard output cannot stand for it",
        "name a path; one of this name is ./-")
    }
    var taken = takenByInputs
    for (role, path) in ledgers {
      for end in Ledger.sideFiles {
        try take(
          path + end, role, as: end.isEmpty ? "is \(role)" : "belongs to \(role)", in: &taken)
      }
    }
    for (role, path) in files {
      try take(path, role, as: "is what \(role) writes", in: &taken)
      try refuse(path, role, in: outboxes + folders + sources)
    }
    for (role, path) in ledgers { try refuse(path, role, in: folders + sources) }
    for (role, path) in outboxes + folders {
      try take(path, role, as: "is \(role)", in: &taken)
      try refuse(path, role, in: outboxes + sources)
    }
    for (role, path) in folders {
      guard let outbox = ([path] + FileIdentity.folders(around: path)).first(where: Outbox.isOne)
      else { continue }
      throw Fault.usage(
        "\(role) \(path) is inside an outbox, \(outbox)", "choose another folder for it")
    }
  }

  private func refuse(_ path: String, _ role: String, in folders: Named) throws {
    for folder in folders where FileIdentity.lies(path, in: folder.path) {
      throw Fault.usage(
        "\(role) \(path) is inside \(folder.role), \(folder.path)", "choose another folder for it")
    }
  }

  /// The side files that an SQLite database may have.
  private static let databaseSides = ["", "-wal", "-shm", "-journal"]

  private var takenByInputs: [FileIdentity: String] {
    var taken: [FileIdentity: String] = [:]
    for (role, path) in inputs {
      for end in Self.databaseSides {
        guard let identity = FileIdentity(path + end) else { continue }
        taken[identity] = end.isEmpty ? "is \(role) of this command" : "belongs to \(role)"
      }
    }
    for (role, path) in sources {
      if let identity = FileIdentity(path) { taken[identity] = "is \(role) of this command" }
    }
    return taken
  }

  /// Throws if a document to be written to a folder would overwrite an input.
  ///
  /// - Parameter names: the documents' names, known once the exports are read.
  func check(documents names: some Sequence<String>, in folder: String, _ role: String) throws {
    guard FileManager.default.fileExists(atPath: folder) else { return }
    let taken = takenByInputs
    for name in names {
      let path = folder + "/" + name
      guard let identity = FileIdentity(existing: path), let holder = taken[identity] else {
        continue
      }
      throw Fault.usage(
        "\(role): \(path) \(holder)", "choose another folder, or move that file elsewhere")
    }
  }

  private func take(
    _ path: String, _ role: String, as words: String, in taken: inout [FileIdentity: String]
  ) throws {
    guard let identity = FileIdentity(path) else { return }
    if let holder = taken[identity] {
      throw Fault.usage("\(role): \(path) \(holder)", "choose another path")
    }
    taken[identity] = words
  }

  /// Throws if a file cannot be written. By then a job can report it.
  func checkFolders() throws {
    for (option, path) in files {
      let folder = URL(filePath: path).deletingLastPathComponent().path
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
      guard isThere, isFolder.boolValue else {
        throw Fault(
          .cannotCreate, code: "cannot-create",
          "\(option) \(path): cannot create a file in its folder",
          advice: "create the folder, or choose another file")
      }
      guard FileManager.default.isWritableFile(atPath: folder) else {
        throw Fault(
          .cannotCreate, code: "cannot-create",
          "\(option) \(path): no permission to create a file in its folder",
          advice: "check the folder's permissions, or choose another file")
      }
      let kind =
        try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      guard kind ?? .typeRegular == .typeRegular else {
        throw Fault(
          .cannotCreate, code: "cannot-create", "\(option) \(path) is not a regular file",
          advice: "remove it or choose another file")
      }
    }
  }
}

/// The identity of a file or folder, whichever path leads to it.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64
  /// Of a file that does not exist yet the names below its nearest existing folder, in lowercase
  /// because some file systems ignore case.
  private let names: [String]

  /// Nil if no part of the path exists.
  init?(_ path: String) {
    guard let place = ExistingPrefix(path) else { return nil }
    (device, number) = (place.state.device, place.state.inode)
    names = place.names.map { $0.lowercased() }
  }

  /// Nil if nothing exists at the path.
  init?(existing path: String) {
    guard let state = try? FileState(path: path) else { return nil }
    (device, number, names) = (state.device, state.inode, [])
  }

  static func lies(_ path: String, in folder: String) -> Bool {
    guard let wanted = FileIdentity(folder) else { return false }
    return folders(around: path).contains { FileIdentity($0) == wanted }
  }

  /// The folders that a path is in, the innermost first.
  static func folders(around path: String) -> [String] {
    // `a/b/` and `a/b/.` mean `a/b`; a final `..` means the folder above.
    var names = path.split(separator: "/").filter { $0 != "." }
    let goesUp = names.last == ".."
    if goesUp { names.append("..") } else if !names.isEmpty { names.removeLast() }
    let isHere = names.isEmpty && !goesUp && !path.split(separator: "/").contains { $0 != "." }
    if isHere, !path.hasPrefix("/") { names = [".."] }
    let text = (path.hasPrefix("/") ? "/" : "./") + names.joined(separator: "/")
    guard let place = ExistingPrefix(text), let real = realpath(place.path, nil) else { return [] }
    defer { free(real) }
    var above = [([String(cString: real)] + place.names).joined(separator: "/")]
    while let last = above.last, last != "/", let slash = last.lastIndex(of: "/") {
      above.append(slash == last.startIndex ? "/" : String(last[..<slash]))
    }
    return above
  }
}

/// The longest prefix of a path that exists, and the names after it.
private struct ExistingPrefix {
  let path: String
  let state: FileState
  var names: [String] = []

  init?(_ path: String) {
    let parts = path.split(separator: "/").map { String($0) }
    let base = path.hasPrefix("/") ? "/" : "./"
    for count in stride(from: parts.count, through: 0, by: -1) {
      let prefix = base + parts[..<count].joined(separator: "/")
      guard let state = try? FileState(path: prefix) else { continue }
      (self.path, self.state) = (prefix, state)
      for name in parts[count...] where name != "." {
        // Below a missing folder there are no links to follow.
        if name == "..", !names.isEmpty { names.removeLast() } else { names.append(name) }
      }
      return
    }
    return nil
  }
}
