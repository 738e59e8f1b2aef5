import Exports
import Profiles

extension DraftText {
  /// Says or asks for the zone of times that name none.
  var zoneLines: [String] {
    if let zone { return ["timeZone: \(Self.quoted(zone))", ""] }
    let count = draft.zonelessTimes
    if count == 0 { return [] }
    return [
      "# In which zone are the times? \(count) of the first ones \(count == 1 ? "names" : "name") none, and without this they are UTC.",
      "# timeZone: Europe/Berlin", "",
    ]
  }
}

extension ProfileDraft {
  /// How many of the first times name no zone.
  var zonelessTimes: Int { self[.time]?.paths.reduce(0) { $0 + $1.zonelessTimes } ?? 0 }
}
