package import ByteText
package import Exports
import Languages
package import Notifications
import Profiles
import Recipients

/// The files that keep marks beside an export.
///
///     {"schema":"tidings.state/1","marks":[
///     {"profile":"rooms","recipient":"7","id":"n-1","mark":"read","time":"2026-02-08T22:30:00Z"}
///     ]}
///
/// It also reads marks alone, as JSON Lines, an array, CSV, or the table `marks` of a database.
package enum StateFile {
  /// The required `schema`.
  package static let schema = "tidings.state/1"

  /// The marks of several files, and the rejected entries.
  package struct Reading: Sendable {
    package var marks = MarkTable()
    package var rejects: [SideFileReject] = []

    package init() {}
  }

  /// Reads files; of two marks of one kind the later one wins, in any order of files.
  package static func read(
    _ paths: [String], temporaryFolder: String = "/tmp"
  ) throws(Fault) -> Reading {
    var reading = Reading()
    for path in paths {
      try read(ObjectFile(path: path), into: &reading, temporaryFolder: temporaryFolder)
    }
    return reading
  }

  static func read(
    _ file: ObjectFile, into reading: inout Reading, temporaryFolder: String = "/tmp"
  ) throws(Fault) {
    try file.refuseBlank()
    let reader = MarkReader()
    let layout = ObjectFile.Layout(
      shape: EntryShape(identifying: ["mark", "id"], lists: ["marks"]),
      temporaryFolder: temporaryFolder
    ) { [(table: try $0.onlyTable(or: "marks", advice: "name the table marks"), name: nil)] }
    var holdsAnything = false
    try file.visit(
      layout,
      inspect: { (object) throws(Fault) in
        try checkSchema(of: object, file: file.path)
        holdsAnything = true
      },
      { entry in
        holdsAnything = true
        do throws(Fault) {
          if let fault = entry.fault { throw fault }
          reading.marks.merge(try reader.mark(entry.bytes))
        } catch {
          reading.rejects.append(SideFileReject(error, of: file.path, at: entry.place))
        }
      })
    // Otherwise all marks would be lost without a word.
    guard holdsAnything else { throw wrongSchema(nil, of: file.path) }
  }

  /// Throws if the object around marks has another schema: a newer one may mean something else.
  private static func checkSchema(of object: UnsafeRawBufferPointer, file: String) throws(Fault) {
    let found: String?
    // Its lines are counted from the object's first, which is the file's first if nothing precedes it.
    do throws(Fault) { found = try schema(of: object) } catch { throw error.of(file) }
    guard let found, found.utf8.elementsEqual(schema.utf8) else {
      throw wrongSchema(found, of: file)
    }
  }

  private static func wrongSchema(_ found: String?, of file: String) -> Fault {
    Fault(
      .unusable, code: "wrong-schema", of: file, "its schema is \(found ?? "missing")",
      advice: "this version of tidings reads \(schema)")
  }

  /// The last top-level member `schema` of an object, as text.
  private static func schema(of object: UnsafeRawBufferPointer) throws(Fault) -> String? {
    var values = JSONScanner(sequence: object)
    guard let value = try values.next() else { return nil }
    var members = JSONScanner(of: value, in: object)
    var found: String?
    while let member = try members.next() {
      guard let name = member.name, object[name].elementsEqual("schema".utf8) else { continue }
      found = JSONText(UnsafeRawBufferPointer(rebasing: object[member.range]))?.text
    }
    return found.map { String(decoding: $0.utf8.prefix(64), as: UTF8.self) }
  }

  /// A file with the marks of a table, sorted, one per line: equal tables make equal bytes.
  package static func bytes(of marks: MarkTable) -> [UInt8] {
    var output = Array("{\"schema\":\"\(schema)\",\"marks\":[".utf8)
    output.reserveCapacity(marks.count * 160)
    let begin = output.count
    marks.forEachSorted { profile, recipient, id, state in
      for kind in Mark.Kind.listed {
        guard let time = state[kind] else { continue }
        output += (output.count == begin ? "\n" : ",\n").utf8
        output += "{\"profile\":".utf8
        JSONEscape.appendString(profile, to: &output)
        output += ",\"recipient\":".utf8
        JSONEscape.appendString(recipient, to: &output)
        output += ",\"id\":".utf8
        JSONEscape.appendString(id, to: &output)
        output += ",\"mark\":\"\(kind.rawValue)\",\"time\":\"\(time.text)\"}".utf8
      }
    }
    output += "\n]}\n".utf8
    return output
  }
}

/// Reads marks from JSON, one walk each; for one thread.
package final class MarkReader {
  private let walker: RecordWalker
  private let profile: [Slot]
  private let recipient: [Slot]
  private let id: [Slot]
  private let kind: [Slot]
  private let time: [Slot]

  package init() {
    let paths = RecordPaths()
    profile = [paths.slot(forNames: ["profile"])]
    recipient = [paths.slot(forNames: ["recipient"])]
    id = [paths.slot(forNames: ["id"])]
    kind = [paths.slot(forNames: ["mark"])]
    time = [paths.slot(forNames: ["time"])]
    walker = RecordWalker(paths)
  }

  /// The mark in a record with the slack of a walk behind it.
  ///
  /// - Parameter owner: whose mark it is if the record does not say.
  package func mark(
    _ record: UnsafeRawBufferPointer, of owner: PersonID? = nil
  ) throws(Fault) -> Mark {
    if let damage = walker.walk(record) { throw Fault.damaged(damage) }
    if walker.fields.notices.contains(.duplicateKey) {
      throw .repeatedKey(RepeatedKey.name(in: record))
    }
    let word = try text(kind, "mark")
    guard let kind = Mark.Kind(rawValue: word) else {
      throw .malformed("mark", word, expected: "read, deleted or later")
    }
    return Mark(
      profile: ProfileName(try text(profile, "profile", or: owner?.profile.text)),
      recipient: RecipientID(try text(recipient, "recipient", or: owner?.recipient.text)),
      notification: NotificationID(try text(id, "id")), kind: kind, time: try instant())
  }

  private func text(
    _ slots: [Slot], _ name: String, or other: String? = nil
  ) throws(Fault) -> String {
    guard let text = try walker.fields.id(slots, name) ?? other else { throw .missing(name) }
    return text
  }

  private func instant() throws(Fault) -> Instant {
    guard let value = walker.fields.first(time) else { throw .missing("time") }
    do throws(TimestampError) { return try value.instant(epoch: .unix) } catch {
      throw .malformed("time", value.anyText ?? "", expected: "a time such as 2026-02-08T22:30:00Z")
    }
  }
}
