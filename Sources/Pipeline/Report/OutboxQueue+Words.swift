package import Delivery
internal import Notifications
import Rendering

extension OutboxQueue {
  /// What is waiting and what was refused, one sentence each.
  ///
  /// - Parameter showsAge: whether to add the age of the oldest mail, which comes from the
  ///   machine's clock, not from `--now`.
  package func sentences(showsAge: Bool) -> [String] {
    var sentences: [String] = []
    if waiting > 0 {
      let oldest = showsAge ? oldest : nil
      let since = oldest.map { ", the oldest since \(Instant(seconds: $0).timestamp)" } ?? ""
      sentences.append("\(Self.mails(waiting, "waits", "wait")) for a sender\(since)")
    }
    if refused > 0 {
      sentences.append("\(Self.mails(refused, "was", "were")) refused by the mail server")
    }
    if expired > 0 {
      sentences.append("\(Self.mails(expired, "was", "were")) too old to be sent")
    }
    return sentences
  }

  private static func mails(_ count: Int, _ one: String, _ many: String) -> String {
    count == 1 ? "1 mail \(one)" : "\(count) mails \(many)"
  }
}

extension JSONWriter {
  package mutating func write(_ queue: OutboxQueue, of stream: String? = nil) {
    object { json in
      json.member("stream", ifPresent: stream)
      json.member("waiting", queue.waiting)
      if let oldest = queue.oldest { json.member("oldest") { $0.write(Instant(seconds: oldest)) } }
      json.member("refused", queue.refused)
      json.member("expired", queue.expired)
    }
  }
}
