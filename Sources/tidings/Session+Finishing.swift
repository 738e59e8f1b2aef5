import Delivery
import Exports
import Languages
import Pipeline

extension Session {
  /// Ends a run that succeeded: writes the rejected records if asked to, and prints what was
  /// missing.
  ///
  /// - Parameter listsRejects: whether to name the first rejects; false if the caller already did.
  func finish(_ reading: Reading, listsRejects: Bool = true) throws -> ExitStatus {
    let index = reading.index
    if let path = input.rejected {
      let file = try AtomicFile(path: path)
      for reject in index.rejects { try file.append(Self.line(try index.bytes(of: reject))) }
      try file.publish()
    }
    for source in index.sources {
      for reason in source.incomplete {
        Command.say("tidings: \(source.file) is incomplete: \(IncompletenessSentence.of(reason))")
      }
    }
    for line in RejectSentence.overview(of: index, listed: listsRejects) {
      Command.say("tidings: " + line)
    }
    for reject in state.rejects { Command.say("tidings: " + CompanionSentence.of(reject)) }
    if let language = place.words.fellBackFrom {
      Command.say("tidings: " + LanguageSentence.ofAll(language))
    }
    let isWhole =
      index.rejects.isEmpty && state.rejects.isEmpty
      && index.sources.allSatisfy(\.incomplete.isEmpty)
    return isWhole ? .done : .doneWithRejects
  }

  /// A record on one line, so that it can be corrected and read again.
  private static func line(_ record: [UInt8]) -> [UInt8] {
    record.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A]
  }
}
