enum ReportFormat: String, CaseIterable {
  case terminal, json

  /// Prints what a command did. If the reader has closed the pipe, the command goes on: its status
  /// and its reports say what was done.
  func print(_ text: @autoclosure () -> [UInt8], json: @autoclosure () -> [UInt8]) throws {
    _ = try StandardStream.output.send(self == .json ? json() : text())
  }
}
