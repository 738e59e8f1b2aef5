import Delivery

/// The driver's arguments.
struct DriverOptions {
  enum Control: String {
    case naive, unsynced
  }

  struct Usage: Error {
    var argument: String
  }

  var outbox = ""
  var format = OutboxFormat.maildir
  var count = 0
  var bytes = 2000
  var batch = 20
  var now: Int64 = 1_736_928_000_000_000
  var ledger: String?
  var syncs = true
  var control: Control?
  private let filler: [UInt8]

  init(_ arguments: [String]) throws(Usage) {
    guard arguments.count >= 4, let format = OutboxFormat(rawValue: arguments[2]),
      let count = Int(arguments[3])
    else { throw Usage(argument: "OUTBOX FORMAT COUNT") }
    var options: [String: String] = [:]
    var rest = arguments[4...]
    while let name = rest.popFirst() {
      options[name] = name == "--no-sync" ? "" : rest.popFirst()
    }
    outbox = arguments[1]
    self.format = format
    self.count = count
    bytes = options["--bytes"].flatMap { Int($0) } ?? bytes
    batch = options["--batch"].flatMap { Int($0) } ?? batch
    now = options["--now"].flatMap { Int64($0) }.map { $0 * 1_000_000 } ?? now
    ledger = options["--ledger"]
    syncs = options["--no-sync"] == nil
    control = options["--control"].flatMap { Control(rawValue: $0) }
    let line = [UInt8]("The quick brown fox jumps over the lazy dog, and reads the mail.\r\n".utf8)
    let isLine = format == .jsonl
    filler = (0..<max(bytes, 0)).map { isLine ? UInt8(ascii: "x") : line[$0 % line.count] }
  }

  /// The same bytes for the same number, always.
  func message(_ number: Int) -> [UInt8] {
    let head =
      format == .jsonl
      ? "{\"number\": \(number), \"text\": \""
      : "From: sender@example.org\r\nTo: recipient-\(number)@example.org\r\n"
        + "Subject: Message \(number)\r\n\r\nFrom here on it is filler.\r\n"
    var message = [UInt8](head.utf8)
    message += filler
    if format == .jsonl { message += Array("\"}".utf8) }
    return message
  }
}
