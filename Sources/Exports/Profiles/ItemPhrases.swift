package import Languages
package import Notifications

/// The words of `{items}`: "a photo", "20 photos and 3 videos", "23 items".
package struct ItemPhrases: Sendable {
  package var photo: LocalizedMessage
  package var video: LocalizedMessage
  package var note: LocalizedMessage
  /// Items whose kinds are not all known.
  package var item: LocalizedMessage
  /// `{first} and {last}`.
  package var pair: LocalizedMessage
  /// `{first}, {next}`, before the last one of three.
  package var comma: LocalizedMessage

  /// The kinds where the thumbnails show every item, else only how many there are.
  package func words(
    thumbnails: [Thumbnail], batchCount: Int?, isComplete: Bool = true, in language: Language
  ) -> String? {
    let total = max(batchCount ?? thumbnails.count, 1)
    guard isComplete, thumbnails.count == total else { return counted(item, total, in: language) }
    let kinds: [(LocalizedMessage, Thumbnail.Kind)] = [
      (photo, .photo), (video, .video), (note, .note),
    ]
    let parts = kinds.compactMap { message, kind -> String? in
      let count = thumbnails.count { $0.kind == kind }
      return count == 0 ? nil : counted(message, count, in: language)
    }
    return joined(parts, in: language)
  }

  private func counted(
    _ message: LocalizedMessage, _ count: Int, in language: Language
  ) -> String? {
    message.words(in: language) { $0 == "count" ? .integer(count) : nil }
  }

  private func joined(_ parts: [String], in language: Language) -> String? {
    guard var words = parts.first else { return nil }
    for (index, part) in parts.enumerated().dropFirst() {
      let isLast = index == parts.count - 1
      let next = (isLast ? pair : comma).words(in: language) { name in
        switch name {
        case "first": .text(words)
        case "next", "last": .text(part)
        default: nil
        }
      }
      words = next ?? words
    }
    return words
  }
}
