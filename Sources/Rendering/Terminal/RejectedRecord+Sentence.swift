import Digests

extension RejectedRecord {
  /// `data.jsonl:12: createdAt: not a time`, as compilers name a place; for the engineer, in English.
  package var sentence: String {
    var place = file
    if let line {
      place += ":\(line)"
    } else if let record {
      place += ", record \(record)"
    }
    return [place, field, reason].compactMap(\.self).joined(separator: ": ")
  }
}
