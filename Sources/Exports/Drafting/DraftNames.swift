import ByteText
import Profiles

/// What the name of a member suggests that it is, in points of 100.
///
/// Names are compared in lower case with underscores. What no table has is no guess.
enum DraftNames {
  static func points(_ field: Field, _ name: String) -> Int {
    if let points = tables[field]?[name] { return points }
    switch field {
    case .deleted, .mailed:
      if let points = tables[field]?[DraftName.flag(name)] { return points }
    case .title, .body:
      let stem = ["_text", "_string"].first(where: name.hasSuffix).map {
        String(name.dropLast($0.utf8.count))
      }
      if let points = stem.flatMap({ tables[field]?[$0] }) { return points - 3 }
    default: break
    }
    let ends: [String] =
      switch field {
      case .title: ["_title", "_subject"]
      case .link where !isOtherAddress(name): ["_url", "_link", "_href"]
      case .body: ["_message", "_text", "_body", "_content"]
      default: []
      }
    let isAddress = field == .link && name.hasPrefix("url_") && !isOtherAddress(name)
    return isAddress || ends.contains { name.hasSuffix($0) } ? 62 : 0
  }

  /// Whether a name is that of an address which is not the notification's: of a picture, of an
  /// action, of an API.
  private static func isOtherAddress(_ name: String) -> Bool {
    let words = name.split(separator: "_").map(String.init)
    return words.contains { DraftAction.verbs.contains($0) || pictures.contains($0) }
      || ["api", "feed", "comments", "subscription", "callback", "webhook"].contains(
        words.first ?? "")
  }

  private static let pictures: Set<String> = [
    "avatar", "image", "picture", "photo", "thumbnail", "icon", "cover", "logo", "banner", "img",
  ]

  private static func table(_ entries: (Int, String)...) -> [String: Int] {
    var table: [String: Int] = [:]
    for (points, names) in entries {
      for name in names.split(separator: " ") { table[String(name)] = points }
    }
    return table
  }

  private static let tables: [Field: [String: Int]] = [
    .id: table(
      (100, "id notification_id"), (96, "_id uuid guid notification_uuid"), (90, "apns_id"),
      (85, "uri"), (80, "pk key nid"), (70, "group_key")),
    .recipient: table(
      (
        100,
        "recipient_id recipient receiver_id receiver to_user_id to_user notifiable_id to_id"
          + " target_user_id for_user_id recipient_user_id addressee subscriber"
          + " empfaenger empfänger empfaenger_id destinataire destinataire_id id_destinataire"
          + " destinatario id_destinatario destinatário"
      ),
      (
        95,
        "user_id userid uid owner_id member_id customer_id subscriber_id recipient_uuid user_uuid"
      ),
      (
        90,
        "customer customer_number employee employee_id student_id patient_id assignee assignee_id"
          + " benutzer benutzer_id kunde kunden_id kundennummer mitarbeiter mitarbeiter_id"
          + " utilisateur usuario utilizador gebruiker"
      ),
      (
        80,
        "username user_name user user_email recipient_email email account_id profile_id account owner"
          + " owner_email"
      )),
    .type: table(
      (100, "type notification_type"), (95, "event_type event_name action_name notification_kind"),
      (90, "category reason"), (88, "kind verb event template subtype"),
      (82, "art typ tipo rubrik kategorie categorie catégorie categoria categoría soort"),
      (75, "key"),
      (70, "action topic app module")),
    .title: table(
      (100, "title subject"),
      (
        92,
        "betreff titel überschrift ueberschrift libelle libellé titre sujet objet asunto titulo título assunto onderwerp"
      ),
      (95, "heading headline display_text subject_line notification_title"),
      (70, "summary short_text"), (80, "verb"), (60, "name label")),
    .body: table(
      (100, "body message"), (95, "text content notification_body notification_message"),
      (
        90,
        "inhalt nachricht corps contenu cuerpo mensaje contenido mensagem conteúdo testo bericht"
      ),
      (85, "description body_text html_body body_html content_html content_text message_text"),
      (75, "snippet preview excerpt details detail comment note full_text summary")),
    .priority: table(
      (100, "priority importance"), (90, "prio urgency severity interruption_level"),
      (
        85,
        "prioritaet priorität dringlichkeit wichtigkeit priorité priorite urgence prioridad prioridade"
          + " urgencia urgência importancia importância приоритет важность"
      ), (70, "level")),
    .time: table(
      (105, "scheduled_for scheduled_at deliver_at due_at"), (101, "published_at date_published"),
      (100, "created_at timestamp createdat created date_created create_time created_on"),
      (96, "datetime date_time occurred_at indexed_at event_time"),
      (92, "inserted_at date time ts triggered_at received_at"),
      (
        90,
        "angelegt_am erstellt_am erstellt angelegt datum date_creation date_creation_ms cree_le fecha"
      ),
      (90, "creado_en fecha_creacion criado_em data_criacao"),
      (80, "sent_at delivered_at published"),
      (
        66, "updated_at last_activity_at latest_page_notification_at date_modified modified_at"
      )),
    .updatedAt: table(
      (100, "updated_at modified_at changed_at last_modified date_modified update_time updated")),
    .deleted: table((100, "is_deleted deleted deleted_at")),
    .expires: table((100, "expires_at expires expiry expire_at expiration valid_until expires_on")),
    .mailed: table((100, "email_sent emailed is_emailed mailed"), (95, "email_sent_at emailed_at")),
    .link: table(
      (105, "action_url html_url web_url click_action target_url cta_url"),
      (100, "link url href permalink deep_link_url link_url action_link"), (85, "uri route path")),
    .image: table(
      (100, "image_url image thumbnail_url thumbnail picture_url"), (80, "photo_url picture photo")),
    .actorId: table((100, "id uuid user_id"), (90, "did object_id")),
    .actorName: table(
      (100, "display_name full_name name"), (95, "username user_name login handle nickname"),
      (96, "acct"), (90, "first_name screen_name")),
    .actorAvatar: table(
      (100, "avatar_url avatar profile_image_url profile_picture"),
      (95, "avatar_static picture photo image image_url photo_url")),
    .actorFollowedBack: table((100, "is_following_back following_back followed_back")),
    .subjectId: table(
      (
        100,
        "entity_id related_entity_id object_id subject_id target_id target_object_id reference_id resource_id"
      ),
      (95, "group_id room_id thread_id order_id project_id post_id listing_id item_id ticket_id"),
      (90, "loan_id channel_id conversation_id topic_id repository_id course_id event_id status_id")
    ),
    .batchCount: table(
      (100, "batch_count notifications_count group_count event_count aggregate_count"),
      (60, "count")),
    .latitude: table((100, "latitude lat pickup_latitude")),
    .longitude: table((100, "longitude lng long lon pickup_longitude")),
  ]

  /// Objects, and the beginnings of names, that say who acted.
  static let actors: Set<String> = [
    "actor", "sender", "from", "from_user", "author", "initiator", "creator", "created_by",
    "triggered_by", "account", "actor_profile", "sender_profile", "user", "by", "liker",
    "commenter",
    "actors", "authors",
  ]

  /// Objects that hold times by their names.
  static let clocks: Set<String> = ["timestamps", "dates", "times", "timing", "time", "date"]

  /// Objects that say what publishes; a title is their name.
  static let publishers: Set<String> = ["feed", "publisher", "blog", "podcast", "newsletter"]

  /// Objects that say of which type something is.
  static let kinds: Set<String> = [
    "category", "type", "kind", "notification_type", "event_type",
  ]

  /// Objects that say who receives.
  static let receivers: Set<String> = [
    "receiver", "recipient", "to", "to_user", "target_user", "notifiable", "customer", "member",
    "owner", "subscriber", "addressee",
  ]

  /// Objects that say what a notification is about.
  static let subjects: Set<String> = [
    "subject", "target", "entity", "resource", "repository", "repo", "project", "group", "room",
    "status", "post", "thread", "channel", "topic", "deep_link", "order", "listing", "course",
    "record", "comment", "message", "article", "ticket", "issue", "task", "document",
  ]
}

/// How much an object looks like a notification, by the names of its members.
enum DraftLikeness {
  /// What makes a notification: the points for any name of a field.
  private static let parts: [(fields: [Field], points: Int)] = [
    ([.id], 2), ([.time], 3), ([.type], 2), ([.title, .body], 2), ([.recipient], 1),
  ]
  private static let readNames: Set<String> = [
    "read", "read_at", "unread", "seen", "seen_at", "status", "state",
  ]

  /// 0 for anything but an object; members of wrappers such as `payload` count too.
  static func of(_ value: JSONText) -> Int {
    guard value.kind == .object else { return 0 }
    if let fields = FirestoreDocument(value.bytes)?.plainJSON {
      return fields.withUnsafeBytes { JSONText($0).map(of) ?? 0 }
    }
    var names = Set<String>()
    for (name, member) in value.parts.prefix(200) {
      let name = DraftName.snake(JSONEscape.unescaped(name))
      if member.kind == .array { continue }
      names.insert(name)
      guard member.kind == .object, DraftName.wrappers.contains(name) else { continue }
      for (inner, _) in member.parts.prefix(200) {
        names.insert(DraftName.snake(JSONEscape.unescaped(inner)))
      }
    }
    let points = parts.reduce(0) { sum, part in
      let isThere = names.contains { name in
        part.fields.contains { DraftNames.points($0, name) >= 60 }
      }
      return sum + (isThere ? part.points : 0)
    }
    return points + (names.contains { readNames.contains(DraftName.flag($0)) } ? 1 : 0)
  }

  /// How much objects look like notifications by their values, in any language: different texts, a
  /// time, few words that repeat. At most 6.
  static func ofValues(_ objects: some Sequence<[UInt8]>) -> Int {
    let fields = DraftFields(Array(objects.prefix(30))).fields.filter {
      $0.count > 0 && $0.containers == 0 && !$0.path.contains("[") && $0.names.count < 3
    }
    let hasTime = fields.contains { $0.mostly($0.times) && $0.values.count > 1 }
    let hasText = fields.contains {
      $0.mostly($0.sentences, 0.5) && $0.values.count * 2 > $0.count
    }
    let hasType = fields.contains {
      $0.mostly($0.words) && $0.addresses == 0 && $0.values.count > 1
        && $0.values.count * 2 <= $0.count
    }
    return (hasTime ? 3 : 0) + (hasText ? 2 : 0) + (hasType ? 1 : 0)
  }

  /// Whether a member's name looks like an id: it has a digit or `@`.
  static func isId(_ name: String) -> Bool {
    name.utf8.contains { $0 == UInt8(ascii: "@") || (0x30...0x39).contains($0) }
  }
}

/// Names of members, compared as `FieldNames` does.
enum DraftName {
  /// Objects that only hold a record's fields.
  static let wrappers: Set<String> = [
    "payload", "data", "attributes", "fields", "notification", "content", "aps", "alert", "params",
    "properties", "flags", "event", "object", "parameters", "meta", "metadata", "extra", "context",
  ]

  /// `createdAt`, `created-at` and a spreadsheet's `Created At (UTC)` as `created_at`.
  static func snake(_ name: String) -> String {
    var result = ""
    var wasLower = false
    for character in heading(name) {
      if character.isUppercase, wasLower { result.append("_") }
      wasLower = character.isLowercase || character.isNumber
      result.append(character == "-" || character == " " ? "_" : Character(character.lowercased()))
    }
    return result
  }

  /// `read` of `is_read`, `has_been_read` and `read_flag`.
  static func flag(_ name: String) -> String {
    var core = name[...]
    if let start = ["has_been_", "flag_", "was_", "has_", "ist_", "est_", "is_"]
      .first(where: core.hasPrefix)
    {
      core = core.dropFirst(start.utf8.count)
    }
    if let end = ["_flag", "_yn", "_ind"].first(where: core.hasSuffix) {
      core = core.dropLast(end.utf8.count)
    }
    return String(core)
  }

  /// A name without what headings of forms and spreadsheets have at their ends: `Is Read?`,
  /// `Row #`, `Message (HTML)`.
  private static func heading(_ name: String) -> Substring {
    var heading = name[...]
    func trim() {
      while let last = heading.last, "?!:*# ".contains(last) { heading.removeLast() }
    }
    trim()
    if heading.last == ")", let open = heading.lastIndex(of: "(") {
      heading = heading[..<open]
      trim()
    }
    return heading.isEmpty ? name[...] : heading
  }
}
