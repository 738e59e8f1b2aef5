// The fuzz target of the reader: any bytes, split, walked, indexed and read again, must neither trap
// nor give other records when they are read in small pieces than when they are read at once.
//
//   TIDINGS_FUZZ=1 swift build -c release --product ReaderFuzz --sanitize=fuzzer \
//     -Xswiftc -sanitize=fuzzer,address -Xswiftc -parse-as-library -Xswiftc -enable-testing
//   SWIFT_BACKTRACE=enable=no .build/release/ReaderFuzz -runs=500000 -max_len=4096 CORPUS
//
// What it found stays in FailCases/reader, which the tests of Exports read again.
// (`--sanitize=fuzzer --sanitize=address` builds without coverage and without an error: look for
// `cov:` above 0.)
import ByteText
import Glibc
import Languages
import Notifications
import Profiles

@testable import Exports

/// What is made once for all runs.
private struct Bench {
  let plan: ReadingPlan
  let reader: BatchReader
  let notifications: NotificationReader
  let file: StoredBytes

  init() throws {
    let profiles = try ProfileSet.bundled()
    var options = ReadingOptions(profiles: profiles, temporaryFolder: "/tmp", memoryBudget: 1)
    options.owner = RecipientID("me")
    plan = ReadingPlan(options)
    reader = BatchReader(plan)
    notifications = NotificationReader(plan)
    file = try Spool(folder: "/tmp", name: "fuzz").bytes
  }

  /// The records in the file, each by its place and length, with the losses.
  func records(chunkSize: Int, home: Int) throws -> [String] {
    lseek(file.file.descriptor, 0, SEEK_SET)
    var found: [String] = []
    let home = FileProfile(index: home)
    reader.home = home
    var splitter = reader.splitter(ByteWindow(ByteStream(file), capacity: chunkSize), .document)
    var number = 0
    var stores = RecordStores()
    try stores.append(file, name: "fuzz", count: 1 << 30)
    let buffer = RecordBuffer(stores)
    while let batch = try splitter.nextBatch() {
      let input = BatchReader.Input(
        home: home, owner: RecipientID("me"), isUnowned: true, offset: 0)
      let result = reader.read(batch, number: number, of: input)
      number += 1
      for entry in result.entries {
        found.append("\(entry.offset)+\(entry.length)")
        try decode(entry, buffer)
      }
    }
    return found
  }

  /// A record that was taken must be one when it is read again.
  private func decode(_ entry: IndexEntry, _ buffer: RecordBuffer) throws {
    let types = plan.types.entries
    let context = RecordContext(recipient: RecipientID("me"))
    let isRead = try buffer.withRecord(of: entry) { record, key throws(Fault) in
      var context = context
      context.key = key
      let notification = try? notifications.notification(
        record, profile: types[Int(entry.type)].profile, context: context, language: .english)
      return notification != nil
    }
    precondition(isRead, "a record of the index cannot be read again")
  }
}

private nonisolated(unsafe) let bench = try? Bench()

/// libFuzzer's entrance. The first byte says how small the pieces are and which profile is at home.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzReader(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  guard let bench, let start, count > 1 else { return 0 }
  let choice = Int(start.load(as: UInt8.self))
  ftruncate(bench.file.file.descriptor, 0)
  pwrite(bench.file.file.descriptor, start + 1, count - 1, 0)
  let home = choice % bench.plan.records.profiles.count
  guard let whole = try? bench.records(chunkSize: 1 << 14, home: home),
    let pieces = try? bench.records(chunkSize: 64 + choice, home: home)
  else { abort() }
  precondition(whole == pieces, "the size of the pieces makes a difference")
  return 0
}
