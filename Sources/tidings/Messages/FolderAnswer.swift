import Pipeline
import Rendering

/// What was done with a folder of documents.
struct FolderAnswer {
  /// What the documents are: `pages`.
  let documents: String
  let folder: String
  let report: PersonFolderReport
  /// How many records were rejected.
  let rejected: Int
  /// How many entries of the recipients file were rejected.
  let rejectedRecipients: Int
}

extension ReportFormat {
  /// Prints what was done with a folder, in a sentence or by the schema `tidings.folder/1`.
  func print(_ sentence: String, _ answer: FolderAnswer) throws {
    try print(sentence, as: "tidings.folder/1") { json in
      json.member("documents", answer.documents)
      json.member("folder", answer.folder)
      json.writeMembers(of: answer.report)
      json.member("rejected", answer.rejected)
      json.member("rejectedRecipients", answer.rejectedRecipients)
    }
  }
}
