import ByteText

/// The export of a draft, which is read twice: standard input is copied to a file first.
package struct DraftInput {
  package let source: ExportInput
  /// Holds the copy until reading ends.
  private let folder: TemporaryFolder?

  /// - Parameter file: a path; `-` is standard input.
  package init(_ file: String, temporaryFolder: String) throws(ExportError) {
    guard file == "-" else {
      (source, folder) = (.file(file), nil)
      return
    }
    func failure(_ error: SystemError) -> ExportError {
      ExportError(error, folder: temporaryFolder, of: file)
    }
    let folder = try SystemError.rethrow(TemporaryFolder(in: temporaryFolder), as: failure)
    let path = folder.path + "/export"
    let copy = try SystemError.rethrow(OpenFile(creating: path), as: failure)
    let input = try StoredBytes.standardInput(name: file)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    while case let count = try input.readNext(into: buffer), count > 0 {
      try SystemError.rethrow(
        copy.write(UnsafeRawBufferPointer(rebasing: buffer[..<count])), as: failure)
    }
    (source, self.folder) = (.file(path), folder)
  }
}
