import Languages
import Notifications

/// The thumbnails of a line, and in words what they show and how many more there are.
struct MediaStrip: Equatable {
  static let mostThumbnails = 5

  struct Picture: Equatable {
    /// `https` only.
    var url: String
    /// `Photo 1 of 5`
    var alternative: String
    var kind: Thumbnail.Kind
  }

  var pictures: [Picture]
  /// `3 photos and a video … and 18 more`
  var summary: String

  /// Nil where there is nothing to show. The remainder is the batch count less the thumbnails shown.
  init?(_ notification: Notification, words: Words) {
    let shown = notification.thumbnails.prefix(Self.mostThumbnails)
    guard !shown.isEmpty else { return nil }
    pictures = shown.enumerated().map { index, thumbnail in
      Picture(
        url: thumbnail.url,
        alternative: words(
          thumbnail.kind == .video ? .itemVideoOf : .itemPhotoOf,
          ["index": .integer(index + 1), "count": .integer(shown.count)]),
        kind: thumbnail.kind)
    }
    let kinds: [(Thumbnail.Kind, MessageKey)] = [
      (.photo, .itemPhotos), (.video, .itemVideos), (.note, .itemNotes),
    ]
    let counted = kinds.compactMap { kind, key -> String? in
      let count = shown.count { $0.kind == kind }
      return count == 0 ? nil : words(key, count: count)
    }
    summary = words.list(counted)
    let total = max(notification.batchCount ?? 0, notification.thumbnails.count)
    if total > shown.count { summary += " " + words.more(total - shown.count) }
  }
}
