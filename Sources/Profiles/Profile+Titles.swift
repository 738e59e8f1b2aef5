package import Languages
package import Notifications

extension Profile {
  /// The title of a line that stands for several notifications, filled from the line alone, and
  /// whether it tells how many, and how much: "Ana, Ben and 3 more liked your post". Nil if no pattern
  /// of the profile has all its values.
  ///
  /// - Parameters:
  ///   - isComplete: whether the thumbnails show every item, so that their kinds may be counted.
  ///   - list: names several people, for `{actors}`.
  package func groupTitle(
    for notification: Notification, of actors: [String], bare: Int?, in language: Language,
    naming list: ([String]) -> String
  ) -> (words: String, tellsCount: Bool, tellsSum: Bool)? {
    let title = titles.filled(type: notification.type, in: language) { name in
      switch name {
      case "actors" where values[name] == nil && !actors.isEmpty: .text(list(actors))
      case "secondActor": actors.count > 1 ? .text(actors[1]) : nil
      case "thirdActor": actors.count == 3 ? .text(actors[2]) : nil
      case "otherActors": actors.count > 3 ? .integer(actors.count - 2) : nil
      case "items" where values[name] == nil:
        items(of: notification.content, bare: bare, in: language).map { .text($0) }
      default: value(name, of: notification.content, in: language)
      }
    }
    return title.map { title in
      let namesAll = title.names.contains("actors") && actors.count > 1
      return (
        title.words, namesAll || title.names.contains(where: isCount),
        title.names.contains(Field.amount.rawValue)
      )
    }
  }

  private func isCount(_ name: String) -> Bool {
    if ["count", "items", "secondActor"].contains(name) { return true }
    let paths = values[name]
    return paths != nil && paths == fields[.batchCount]
  }

  /// A pattern's value in the notification. A name in `values` with the same paths as a field is
  /// that field: `room` is the subject if both are `roomName`.
  package func value(
    _ name: String, of notification: NotificationContent, in language: Language
  ) -> MessageArguments.Value? {
    let paths = values[name]
    let field = paths.flatMap { paths in Field.allCases.first { fields[$0] == paths } }
    let text: String? =
      switch field?.rawValue ?? name {
      case "actors" where paths == nil: notification.actor?.name
      case "actor", "actorName": notification.actor?.name
      case "actorId": notification.actor?.id
      case "subject", "subjectName": notification.subject?.name
      case "subjectId": notification.subject?.id
      case "id": notification.id.text
      case "recipient": notification.recipient.text
      case "body": notification.body
      case "label": label(of: notification.type, in: language)
      case "items": items(of: notification, bare: notification.isBareItem ? 1 : 0, in: language)
      default: nil
      }
    if name == "count" || field == .batchCount {
      return notification.batchCount.map { .integer($0) }
    }
    if field == .amount || paths == nil && name == Field.amount.rawValue {
      return notification.amount.map { .text(language.money($0)) }
    }
    return text.flatMap { $0.isEmpty ? nil : .text($0) }
  }

  private func items(
    of notification: NotificationContent, bare: Int?, in language: Language
  ) -> String? {
    itemPhrases?.words(
      thumbnails: notification.thumbnails, batchCount: notification.batchCount, bare: bare,
      as: thumbnails?.without, in: language)
  }

  /// A type's label: the profile's, else that of its records, else its readable key.
  package func label(of key: TypeKey, in language: Language) -> String {
    let type = type(key)
    if let label = recordLabels[key], type?.hasOwnLabel != true { return label }
    return type?.label.words(for: language.tag) ?? key.readableLabel
  }
}
