import Digests
import Notifications

/// The tally of a label: types of one profile that are shown under one name, such as daily and weekly
/// digests, are one row to a reader.
struct LabelledTally: Equatable {
  var look: TypeLook
  var tally: Tally
}

extension Counts {
  /// The rows of a breakdown by type, in the types' order; the first type of a label gives the look.
  func labelled(in types: TypeTable) -> [LabelledTally] {
    var rows: [LabelledTally] = []
    var profiles: [String] = []
    for type in byType {
      let look = types[type.profile, type.type]
      let known = rows.indices.first {
        rows[$0].look.label == look.label && profiles[$0] == type.profile.text
      }
      if let known {
        rows[known].tally.total += type.tally.total
        rows[known].tally.unread += type.tally.unread
      } else {
        rows.append(LabelledTally(look: look, tally: type.tally))
        profiles.append(type.profile.text)
      }
    }
    return rows
  }
}
