import Digests
import Languages
import Notifications

/// The tally of a label: types of one profile that are shown under one name, such as daily and weekly
/// digests, are one row to a reader.
struct LabelledTally: Equatable {
  var look: TypeLook
  var tally: Tally
}

/// The rows of a breakdown by type that a document has room for, and one for all others.
struct TypeBreakdown: Equatable {
  /// In the types' order; the first type of a label gives the look.
  var rows: [LabelledTally]
  /// What the rows leave out.
  var others: Tally

  /// - Parameter most: how many rows there are, that of the others included. An export may name a
  ///   million types: where there are more, these are the largest.
  init(_ counts: Counts, in types: TypeTable, most: Int) {
    rows = counts.labelled(in: types)
    others = Tally()
    guard rows.count > most else { return }
    let largest = rows.indices.sorted {
      (rows[$0].tally.total, $1) > (rows[$1].tally.total, $0)
    }.prefix(most - 1)
    for index in rows.indices { others += rows[index].tally }
    for index in largest {
      others.total -= rows[index].tally.total
      others.unread -= rows[index].tally.unread
    }
    rows = largest.sorted().map { rows[$0] }
  }
}

extension Counts {
  /// The rows of a breakdown by type, in the types' order; the first type of a label gives the look.
  fileprivate func labelled(in types: TypeTable) -> [LabelledTally] {
    var rows: [LabelledTally] = []
    var numbers: [String: Int] = [:]
    for type in byType {
      let look = types[type.type.profile, type.type.key]
      let name = "\(type.type.profile.text)\u{0}\(look.label)"
      if let known = numbers[name] {
        rows[known].tally += type.tally
      } else {
        numbers[name] = rows.count
        rows.append(LabelledTally(look: look, tally: type.tally))
      }
    }
    return rows
  }
}

extension Words {
  /// What the row of all other types is called.
  var otherTypes: String {
    let label = self(.terminalUnknownType)
    return label.prefix(1).uppercased() + label.dropFirst()
  }
}
