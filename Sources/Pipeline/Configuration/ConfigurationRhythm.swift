internal import Notifications
internal import Recipients
internal import YAML

extension ConfigurationReader {
  /// When mail is due, by a stream's keys.
  mutating func rhythm(_ section: YAMLSection) -> Rhythm {
    var words = RhythmWords()
    words.frequency = value(section["frequency"], as: YAMLNode.text)
    words.days = texts(section["days"])
    words.day = value(section["day"], as: YAMLNode.text)
    words.hour = value(section["hour"], as: YAMLNode.text)
    words.hours = texts(section["hours"])
    words.urgent = value(section["urgent"], as: YAMLNode.text)
    words.pausedUntil = value(section["paused-until"], as: YAMLNode.text)
    while true {
      do throws(RhythmFault) {
        return try words.rhythm()
      } catch {
        guard let node = section[error.field.key] else { return Rhythm() }
        report(node.error(error.yamlReason))
        // The other fields may be faulty too.
        words.forget(error.field)
      }
    }
  }

  private mutating func texts(_ node: YAMLNode?) -> [String]? {
    node.map { list($0, as: YAMLNode.text) }
  }
}

extension RhythmWords.Field {
  /// The name of the key in a configuration file.
  package var key: String {
    switch self {
    case .frequency, .weekday, .days, .day, .hour, .hours, .urgent: rawValue
    case .pausedUntil: "paused-until"
    }
  }
}

extension RhythmWords {
  fileprivate mutating func forget(_ field: Field) {
    switch field {
    case .frequency: frequency = nil
    case .weekday: weekday = nil
    case .days: days = nil
    case .day: day = nil
    case .hour: hour = nil
    case .hours: hours = nil
    case .urgent: urgent = nil
    case .pausedUntil: pausedUntil = nil
    }
  }
}

extension RhythmFault {
  fileprivate var yamlReason: YAMLFileError.Reason {
    switch reason {
    case .unknownWord(let word, let allowed): .unknownWord(word, allowed: allowed)
    case .malformed(let text, let expected): .malformed(text, expected: expected)
    case .contradiction(let other):
      .malformed("this", expected: "possible beside \(other.key): keep one of the two")
    }
  }
}
