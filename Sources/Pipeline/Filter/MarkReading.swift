import Exports
import Marks
import Notifications

/// Reads the marks of groups; for one thread.
struct MarkReading {
  private let reader: MarkReader

  /// Nil if there is no memory.
  init?() {
    guard let reader = MarkReader() else { return nil }
    self.reader = reader
  }

  /// Adds marks to a table; returns those that cannot be understood.
  ///
  /// - Parameter owner: whose they are if they do not say.
  func read(
    _ lines: [FilterGroup.Line], of owner: PersonID, into table: inout MarkTable
  ) -> [SideFileReject] {
    var rejects: [SideFileReject] = []
    for line in lines {
      let padded = line.bytes + repeatElement(0, count: RecordWalker.slack)
      padded.withUnsafeBytes { bytes in
        do throws(FieldFault) {
          let record = UnsafeRawBufferPointer(rebasing: bytes[..<line.bytes.count])
          table.merge(try reader.mark(record, of: owner))
        } catch {
          rejects.append(
            SideFileReject(
              file: ExportInput.standardInput.name, place: .line(line.number), fault: error))
        }
      }
    }
    return rejects
  }
}
