import ArgumentParser
import Pipeline
import Rendering

/// The format of what a command prints.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case terminal, json

  /// Prints what a command did. If the reader has closed the pipe, the command goes on: its status
  /// and its reports say what was done.
  func print(_ text: @autoclosure () -> [UInt8], json: @autoclosure () -> [UInt8]) throws {
    _ = try StandardStream.output.send(self == .json ? json() : text())
  }

  /// Prints what a command did, in lines or as a document of a schema.
  func print(
    _ lines: @autoclosure () -> String, as schema: String, members: (inout JSONWriter) -> Void
  ) throws {
    try print(
      Array(VisibleText.lines(lines()).utf8), json: JSONWriter.document(schema, members: members))
  }
}
