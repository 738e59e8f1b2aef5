import ByteText
import Notifications

/// What was assumed of records, and what to write so that it is known.
extension Guess {
  /// One line: what was assumed, then what to do.
  package var sentence: String { what + (what.hasSuffix("?") ? " " : "; ") + advice }

  /// What was assumed.
  package var what: String {
    let profile = profile.text
    let records = count.counted("record")
    let all = "all \(count.counted("notification")) are yours (me)"
    let isOne = count == 1
    switch subject {
    case .recipient(let columns, true) where columns.isEmpty:
      return "\(all), as nothing in them says whose they are"
    case .recipient(let columns, true):
      return columns.count == 1
        ? "\(all): does \(columns[0]) say whose they are?"
        : "\(all): which of \(columns.listed(most: 5)) says whose they are?"
    case .recipient(_, false):
      return "profile \(profile): \(records) \(isOne ? "has" : "have") no recipient, so "
        + "\(isOne ? "it belongs" : "they belong") to one recipient, me"
    case .zone:
      return "profile \(profile): \(isOne ? "the time" : "the times") of \(records) "
        + "\(isOne ? "names" : "name") no zone, so \(isOne ? "it is" : "they are") taken as UTC"
    case .readMark(let columns):
      return
        "profile \(profile): \(columns.listed(most: 5)) may say what was read, but it reads no such mark, so "
        + "\(records) \(isOne ? "counts" : "count") as unread"
    case .year(let time):
      return "profile \(profile): \(isOne ? "the number" : "the numbers") of \(records) "
        + "\(isOne ? "gives a time" : "give times") before 2005 or after tomorrow, such as \(time.timestamp)"
    case .sharedID(let id, let recipient):
      return
        "profile \(profile): \(records) \(isOne ? "has" : "have") the id of an older one of the same "
        + "recipient, but other contents (id \(id) of \(recipient)), so \(isOne ? "it is" : "they are") kept as well"
    case .oneSystem(let files):
      return "\(files.listed(most: 10)): \(profile) takes them for one system, so the same id of a "
        + "recipient is one person in all of them"
    case .table(let name, let others, let file):
      return "\(file): the records are those of the table \(name); \(others.listed(most: 10)) "
        + "\(others.count == 1 ? "fits too and was" : "fit too and were") not read"
    case .cutRecipient(let column, let file):
      return
        "\(file): its last line has no end, so the file may be cut off, and \(column) there, which says "
        + "who receives, is shorter than others"
    case .oddRecipient(let recipient, let oddity, let alike):
      let others = alike == 0 ? "" : ", as \(alike.counted("other")) \(alike == 1 ? "does" : "do")"
      return
        "profile \(profile): \(recipient) is one person with \(records), but looks like \(oddity.words)\(others)"
    case .withheld(let columns):
      return
        "profile \(profile): \(columns.listed(most: 5)) may say what is not to be shown, or not yet, but it "
        + "does not read \(columns.count == 1 ? "it" : "them"), so \(records) \(isOne ? "is" : "are") shown"
    case .sharedBase(let base, let profiles):
      return "the relative links of \(profiles.map(\.text).listed(most: 10)) all lead to \(base)"
    }
  }

  /// What to write so that it is known.
  package var advice: String {
    switch subject {
    case .recipient(let columns, true) where columns.isEmpty: "--owner ID names somebody else"
    case .recipient(_, true):
      "name it as recipient in a profile of your own (tidings profiles draft), or say with --owner ID "
        + "whose they all are"
    case .recipient(_, false): "say with --owner ID whose \(count == 1 ? "it is" : "they are")"
    case .zone: "write timeZone: in a profile of your own, such as timeZone: Europe/Berlin"
    case .readMark: "write it under read: in a profile of your own (tidings profiles draft)"
    case .year: "write epoch: 2001 or 1970 in a profile of your own, or correct the export's unit"
    case .sharedID:
      "if the id is not theirs alone, name the right one in a profile, and if they are versions of "
        + "one, the time of their last update (updatedAt)"
    case .oneSystem:
      "say so with --profile generic if they are of one, and draft a profile for each if not"
    case .cutRecipient: "export it again, or end its last line if it is whole"
    case .oddRecipient(_, .several, _):
      "export a row for each, or a list that a profile of your own names: recipient: user_ids[*]"
    case .oddRecipient(_, .nobody, _):
      "leave the cell empty, and say with --owner ID whose they are"
    case .oddRecipient(_, .everybody, _):
      "export a row for each, or write recipient: everyone in a profile of your own"
    case .oddRecipient(_, .spelling, _): "write one person's id in one way in the export"
    case .withheld:
      "write it under deleted:, expires: or time: in a profile of your own (tidings profiles draft), or "
        + "leave those records out of the export"
    case .table: "name the table that is meant in a profile of your own"
    case .sharedBase(let base, let profiles):
      "give each its own, such as --base-url \(profiles.last?.text ?? "")=\(base)"
    }
  }
}

extension Guess.Oddity {
  /// What a recipient looks like.
  fileprivate var words: String {
    switch self {
    case .several: "several"
    case .nobody: "a program's word for nobody"
    case .everybody: "all of them"
    case .spelling(let other): "\(other) in another spelling"
    }
  }
}
