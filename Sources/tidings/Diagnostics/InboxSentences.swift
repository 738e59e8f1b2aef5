import Pipeline

extension Failure {
  /// The message about an inbox folder that cannot be used.
  init(_ error: InboxFolderError) {
    switch error {
    case .damagedKey(let path):
      self.init(
        status: .noUsableData, message: "\(path) is not a key for page names",
        advice: "restore it from a backup; without it every page gets a new name")
    case .damagedList(let path):
      self.init(
        status: .noUsableData, message: "\(path) is not a list of pages",
        advice: "restore it from a backup, or choose another folder")
    }
  }
}
