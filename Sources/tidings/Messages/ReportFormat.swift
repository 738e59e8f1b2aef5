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
    let text = lines().split(separator: "\n", omittingEmptySubsequences: false)
      .map { VisibleText.line(String($0)) + "\n" }.joined()
    try print(Array(text.utf8), json: JSONWriter.document(schema, members: members))
  }
}

extension ReportFormat {
  /// Prints what was done with a folder, in a sentence or by the schema `tidings.folder/1`.
  ///
  /// - Parameters:
  ///   - documents: what they are: `pages`.
  ///   - rejected: how many records were rejected.
  ///   - rejectedRecipients: how many entries of the recipients file were.
  func print(
    _ sentence: String, documents: String, _ report: PersonFolderReport, rejected: Int,
    rejectedRecipients: Int
  ) throws {
    try print(sentence, as: "tidings.folder/1") { json in
      json.member("documents", documents)
      json.writeMembers(of: report)
      json.member("rejected", rejected)
      json.member("rejectedRecipients", rejectedRecipients)
    }
  }
}
