/// The profile of a file's records, as an index into the plan's.
struct FileProfile: Sendable {
  var index = 0
  /// Whether only its records' types identified the file.
  var isByTypes = false
}
