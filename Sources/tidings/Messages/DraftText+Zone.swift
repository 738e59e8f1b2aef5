import Exports
import Profiles

extension DraftText {
  /// Asks for the zone of times that name none.
  var zone: [String] {
    let count = draft[.time]?.paths.reduce(0) { $0 + $1.zonelessTimes } ?? 0
    if count == 0 { return [] }
    return [
      "# In which zone are the times? \(count) of the first ones \(count == 1 ? "names" : "name") none, and without this they are UTC.",
      "# timeZone: Europe/Berlin", "",
    ]
  }
}
