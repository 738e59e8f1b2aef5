/// How an outbox holds its messages.
package enum OutboxFormat: String, CaseIterable, Sendable {
  /// A Maildir: `tmp`, `new`, `cur`; each message a file in `new`.
  case maildir
  /// Each message a file that ends in `.eml`.
  case eml
  /// A file in mboxrd form a run.
  case mbox
  /// A file with a line a message a run.
  case jsonl
}
