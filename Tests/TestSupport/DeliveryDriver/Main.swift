import ByteText
import Delivery
import Glibc

/// Publishes generated messages into an outbox, for the fault tests to interrupt and measure.
///
///     DeliveryDriver OUTBOX FORMAT COUNT [--bytes N] [--batch N] [--now SECONDS] [--ledger FILE]
///                    [--no-sync] [--control naive|unsynced]
///
/// Exit status as the tool's: 0, 73 to 75, 65. A control is a delivery with a known fault, which the
/// tests must find.
@main
struct DeliveryDriver {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    do {
      let options = try DriverOptions(CommandLine.arguments)
      switch options.control {
      case nil: try deliver(options)
      case .naive: try deliverNaively(options, syncs: true)
      case .unsynced: try deliverNaively(options, syncs: false)
      }
    } catch let error as Fault {
      report(error)
      exit(error.kind.rawValue)
    } catch {
      report(error)
      exit(64)
    }
  }

  private static func report(_ error: any Error) {
    let line = [UInt8]("\(error)\n".utf8)
    _ = writeAll(line.span.bytes, to: 2)
  }

  /// A run as the pipeline makes it: the open run first, then whatever is not closed yet.
  private static func deliver(_ options: DriverOptions) throws {
    let outbox = try Outbox(
      path: options.outbox,
      options: .init(
        format: options.format, ledgerPath: options.ledger, syncs: options.syncs,
        batch: options.batch))
    let now = outbox.openRun?.now ?? options.now
    let run = try outbox.begin(stream: "digest", now: now, fingerprint: Array("driver".utf8))
    for start in stride(from: 0, to: options.count, by: 500) {
      let numbers = start..<min(start + 500, options.count)
      let recipients = numbers.map { Array("recipient-\($0)".utf8) }
      let mailboxes = try outbox.ledger.mailboxes(stream: "digest", recipients: recipients)
      for (offset, number) in numbers.enumerated() {
        if let slot = mailboxes[offset].closedSlot, slot >= run.now { continue }
        try deliver(number, to: recipients[offset], run, outbox, options)
      }
    }
    try outbox.finish()
  }

  private static func deliver(
    _ number: Int, to recipient: [UInt8], _ run: Run, _ outbox: Outbox, _ options: DriverOptions
  ) throws {
    // Every tenth recipient has nothing new.
    if number % 10 == 9 {
      try outbox.record(
        Decision(recipient: recipient, closing: run.now, horizon: run.now, outcome: "nothing new"))
      return
    }
    let key = DeliveryKey(stream: "digest", recipient: recipient, slot: run.now)
    try outbox.publish(
      OutboxMessage(
        recipient: recipient, slot: run.now, horizon: run.now,
        messageID: "<\(key.token)@example.org>", notifications: [UInt64(number), run.id.magnitude],
        counts: Array(#"{"total":1}"#.utf8), bytes: options.message(number)))
  }

  /// What one would write without thinking of kills: each message renamed into place, then noted.
  private static func deliverNaively(_ options: DriverOptions, syncs: Bool) throws {
    for folder in ["", "/tmp", "/new", "/cur"] { mkdir(options.outbox + folder, 0o700) }
    let books = open(options.outbox + "/tmp/books", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    var noted = lseek(books, 0, SEEK_END)
    while noted < options.count {
      let name = "\(options.outbox)/new/\(noted).tidings"
      try AtomicFile.write(options.message(Int(noted)), to: name, syncs: syncs)
      let mark: [UInt8] = [UInt8(ascii: ".")]
      _ = writeAll(mark.span.bytes, to: books)
      if syncs { fsync(books) }
      noted += 1
    }
  }
}
