import ByteText
import Notifications
import Profiles

/// Finds what is around an input's records.
struct JoinReader {
  let plan: ReadingPlan
  let input: OpenedInput

  /// Values of the file's path; joins are still empty.
  func surroundings() -> Surroundings {
    guard plan.needsOutside else { return .none }
    return Surroundings(file: file, joins: [:])
  }

  /// The same with the objects that records of a profile refer to.
  ///
  /// - Throws: an `ExportError` if the profile needs a file that is not given.
  func surroundings(of profile: Profile) throws(ExportError) -> Surroundings {
    guard plan.needsOutside else { return .none }
    var joins: [JoinedObjects] = []
    for join in profile.joins {
      var objects = JoinedObjects(id: join.id)
      switch join.source {
      case .list(let path): try read(path, into: &objects)
      case .file(let name):
        guard let file = plan.options.joins[name] else {
          throw ExportError(file: input.name, reason: .missingJoin(name, profile.name))
        }
        objects = file.objects(id: join.id)
      }
      joins.append(objects)
    }
    return Surroundings(file: file, joins: [profile.name: joins])
  }

  private var file: [ProfileName: [String: String]] {
    plan.options.candidates.profiles.reduce(into: [:]) { files, profile in
      files[profile.name] = profile.filePattern?.values(
        in: input.name, from: plan.options.currentFolder)
    }
  }

  /// Adds the objects of a list beside the records of each of the input's documents.
  private func read(_ path: FieldPath, into objects: inout JoinedObjects) throws(ExportError) {
    if input.format == .sqlite, path.segments.count == 1 {
      for row in input.joinedRows[path.segments[0]] ?? [] {
        row.withUnsafeBytes { bytes in
          if let object = JSONText(bytes) { objects.add(object, key: nil) }
        }
      }
    }
    guard input.format == .json, let first = path.segments.first else { return }
    try input.stream.drain()
    let store = input.stream.store
    func read(
      _ offset: Int64, _ target: UnsafeMutableRawBufferPointer
    ) throws(SideFileError) -> Int {
      do throws(ExportError) {
        return try store.read(at: offset, into: target)
      } catch { throw SideFileError(file: input.name, reason: .changed) }
    }
    var search = EnvelopeMember(named: [first], beside: plan.names.records, read: read)
    do throws(SideFileError) {
      for found in try search.foundInSequence() {
        guard found.range.count <= SideFile.limit else {
          throw SideFileError(file: input.name, reason: .tooLarge(limit: SideFile.limit))
        }
        var bytes = [UInt8](repeating: 0, count: found.range.count)
        let count = try bytes.withMutableRawBytes { (target) throws(SideFileError) in
          try read(found.range.lowerBound, target)
        }
        bytes.withUnsafeBytes { bytes in
          var value = JSONText(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
          for name in path.segments.dropFirst() { value = value?.member(name) }
          if let value { objects.add(list: value) }
        }
      }
    } catch {
      guard case .tooLarge(let limit) = error.reason else {
        throw ExportError(file: input.name, reason: .changed)
      }
      throw ExportError(file: input.name, reason: .joinTooLarge(path.description, limit: limit))
    }
  }
}
