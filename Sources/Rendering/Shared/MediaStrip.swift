import CompiledMustache
import Languages
import Notifications
import SafeMarkdown

/// The thumbnails of a line, and a description of what they show and how many are left out.
struct MediaStrip: Equatable {
  static let mostThumbnails = 5

  struct Picture: Equatable {
    /// Unchecked: see `PictureURL`.
    var url: String
    /// `Photo 1 of 23`; of a single one `a photo`.
    var alternative: String
  }

  var pictures: [Picture]
  /// `+18` behind the pictures; empty if none is left out.
  var rest: String
  /// `3 photos and a video … and 18 more`
  private var summary: String

  /// Nil if there are no thumbnails. The batch count decides how many are left out.
  init?(_ notification: Notification, words: Localization) {
    let shown = notification.thumbnails.prefix(Self.mostThumbnails)
    guard !shown.isEmpty else { return nil }
    let total = max(notification.batchCount ?? 0, notification.thumbnails.count)
    let kinds: [(Thumbnail.Kind, MessageKey)] = [
      (.photo, .itemPhotos), (.video, .itemVideos), (.note, .itemNotes),
    ]
    let counted = kinds.compactMap { kind, key -> String? in
      let count = shown.count { $0.kind == kind }
      return count == 0 ? nil : words(key, count: count)
    }
    let all = words.list(counted)
    pictures = shown.enumerated().map { index, thumbnail in
      let key: MessageKey = thumbnail.kind == .video ? .itemVideoOf : .itemPhotoOf
      let place = words(key, ["index": .integer(index + 1), "count": .integer(total)])
      return Picture(url: thumbnail.url, alternative: total == 1 ? all : place)
    }
    let omitted = total - shown.count
    rest = omitted > 0 ? "+" + words.number(omitted) : ""
    summary = omitted > 0 ? all + " " + words(.moreItems, count: omitted) : all
  }

  /// The summary; empty if the title says as much.
  func summary(below title: String) -> String {
    rest.isEmpty && title.contains(summary) ? "" : summary
  }

  /// The keys of a picture in any document.
  static let keys = TemplateRecord { picture in
    (
      url: picture.url("url", "The picture's `https` URL."),
      alternative: picture.text("alternative", "The alternative text: `Photo 1 of 23`.")
    )
  }

  /// The pictures that may be loaded.
  var loadable: [Picture] {
    pictures.compactMap { picture in
      PictureURL.checked(picture.url).map { Picture(url: $0, alternative: picture.alternative) }
    }
  }

  /// Their template values.
  var values: [RecordValues] {
    loadable.map { picture in
      Self.keys.values { values, key in
        values[key.url] = picture.url
        values[key.alternative] = picture.alternative
      }
    }
  }
}

/// Decides which pictures a document loads.
enum PictureURL {
  /// The URL, percent-encoded, if it is an absolute `https` one; otherwise nil.
  static func checked(_ url: String) -> String? {
    guard let url = SafeURL.normalized(url), url.utf8.starts(with: "https://".utf8) else {
      return nil
    }
    return url
  }
}

/// Stands for a person without a picture.
enum Initials {
  /// The first sign of a name in upper case; empty if there is none.
  static func of(_ name: String) -> String {
    name.first { !$0.isWhitespace }.map { String($0.uppercased().prefix(1)) } ?? ""
  }

  /// Those of its first and last word, which tell people whose names begin alike apart.
  static func pair(_ name: String) -> String {
    let words = name.split(whereSeparator: \.isWhitespace)
    return of(name) + (words.count > 1 ? of(String(words[words.count - 1])) : "")
  }
}
