/// Where the messages of a run go, by the three steps: written among the temporaries and settled on
/// the disk; committed by the ledger, which is not the sink's; given their names.
protocol Sink: AnyObject {
  /// Writes a message among the temporaries.
  func write(_ message: Message, name: String) throws(DeliveryError)
  /// Waits until all that was written, and every name given before, is on the disk. Answers how long
  /// the run's own file is, 0 where each message is a file.
  func settle() throws(DeliveryError) -> Int64
  /// Gives the messages of a batch their names, where each has one.
  func publish(_ names: [String]) throws(DeliveryError)
  /// Gives the run's own file its name, where it has one, and waits until all names are on the disk.
  func complete() throws(DeliveryError)
}
