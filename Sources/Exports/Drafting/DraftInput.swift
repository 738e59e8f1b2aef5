package import ByteText

/// The export of a draft, which is read twice: a pipe is copied to a file first.
package struct DraftInput {
  package let source: ExportInput
  /// Holds the copy until reading ends.
  private let folder: TemporaryFolder?

  /// Whether it is a pipe, whose path tells nothing.
  package var isPipe: Bool { folder != nil }

  /// - Parameter file: a path; `-` is standard input.
  package init(_ file: String, temporaryFolder: String) throws(Fault) {
    let bytes = try file == "-" ? StoredBytes.standardInput(name: file) : .open(file)
    let isPipe = try bytes.state().kind == .pipe
    guard isPipe || file == "-" else {
      (source, folder) = (.file(file), nil)
      return
    }
    let folder = try SystemError.rethrow(
      TemporaryFolder(in: temporaryFolder),
      as: { Fault.noSpool($0, folder: temporaryFolder, of: file) })
    let path = folder.path + "/export"
    try ByteStream(bytes).copy(to: path, in: temporaryFolder)
    (source, self.folder) = (.file(path), folder)
  }
}
