import ByteText
import Digests
import Notifications
import SafeMarkdown

/// Where a line's notifications are: the subjects that its title does not tell.
extension ItemParts {
  /// The most subjects of a line that stands for several notifications.
  private static let mostSubjects = 3

  /// A subject with its number, and where it is.
  struct Place {
    var name: String
    /// Checked and percent-encoded.
    var link: String?
  }

  /// The subjects of a line's notifications. Nil where the title tells them.
  static func subject(of item: borrowing DigestItem, titled title: String) -> String? {
    subject(of: item, titled: title, in: places(of: item, titled: title))
  }

  static func subject(
    of item: borrowing DigestItem, titled title: String, in places: [Place]
  ) -> String? {
    if item.members.isEmpty { return subject(of: item.notification, titled: title) }
    return places.isEmpty ? nil : places.map(\.name).joined(separator: " · ")
  }

  /// The subjects of the notifications that a line stands for.
  static func places(of item: borrowing DigestItem, titled title: String) -> [Place] {
    var places: [Place] = []
    for member in item.members {
      guard let subject = subject(of: member, titled: title),
        !places.contains(where: { $0.name == subject })
      else { continue }
      if places.count == mostSubjects { return places + [Place(name: "…")] }
      places.append(Place(name: subject, link: member.link.flatMap { SafeURL.normalized($0) }))
    }
    return places
  }

  /// The subject with its number in the subject's own pages: `harbor/infra #2210`. Nil where the title
  /// tells it.
  static func subject(of notification: Notification, titled title: String) -> String? {
    guard let subject = notification.subject?.name.map(FlatText.name), !subject.isEmpty,
      ByteSearch.offset(of: subject, in: title) == nil
    else { return nil }
    let place = "/" + subject + "/"
    guard let link = notification.link, let start = ByteSearch.offset(of: place, in: link) else {
      return subject
    }
    let path = link.utf8.dropFirst(start + place.utf8.count)
      .prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let page = path.split(separator: UInt8(ascii: "/")).last ?? path
    let isNumber = !page.isEmpty && page.count < 10 && page.allSatisfy { 0x30...0x39 ~= $0 }
    return isNumber ? "\(subject) #\(Substring(page))" : subject
  }
}
