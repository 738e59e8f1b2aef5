import Languages
import Notifications
import YAML

/// Reading of the sections that hold words: types, labels, patterns.
extension YAMLNode {
  func priorities() throws(YAMLFileError) -> [String: Priority] {
    var priorities: [String: Priority] = [:]
    for (word, node) in try members() { priorities[word.lowercased()] = try node.priority() }
    return priorities
  }

  func priority() throws(YAMLFileError) -> Priority {
    let text = try text()
    guard let priority = Priority.allCases.first(where: { $0.name == text }) else {
      throw error(.unknownWord(text, allowed: Priority.allCases.map(\.name)))
    }
    return priority
  }

  func bodyFormat() throws(YAMLFileError) -> BodyFormat {
    let text = try text()
    guard let format = BodyFormat(rawValue: text) else {
      throw error(.unknownWord(text, allowed: ["plain", "markdown", "html"]))
    }
    return format
  }

  /// A map from keys to labels or descriptions, in the order of the chips.
  func types() throws(YAMLFileError) -> [NotificationType] {
    var types: [NotificationType] = []
    for (name, node) in try members() {
      let key = TypeKey(normalizing: name)
      guard !types.contains(where: { $0.key == key }) else {
        throw keyNode(name, node).error(.repeatedKey)
      }
      types.append(try node.type(key))
    }
    return types
  }

  private func type(_ key: TypeKey) throws(YAMLFileError) -> NotificationType {
    guard isMapping else { return NotificationType(key: key, label: try label()) }
    let section = try section(["label", "emoji", "colour", "priority", "redact", "digest"])
    return NotificationType(
      key: key, label: try section["label"]?.label() ?? LocalizedText(key.readableLabel),
      emoji: try section["emoji"]?.text(), color: try section["colour"]?.word(of: TypeColor.self),
      defaultPriority: try section["priority"]?.priority() ?? .normal,
      isRedacted: try section["redact"]?.flag() ?? false,
      isDigest: try section["digest"]?.flag() ?? false)
  }

  /// Words as a text or a map by locale.
  func label() throws(YAMLFileError) -> LocalizedText {
    guard isMapping else { return LocalizedText(try text()) }
    var byTag: [String: String] = [:]
    for (tag, node) in try members() { byTag[try node.localeTag(tag)] = try node.text() }
    return LocalizedText(byTag: byTag)
  }

  private func localeTag(_ text: String) throws(YAMLFileError) -> String {
    let tag = LanguageTag(text)
    guard tag.text != "und" else {
      throw error(.malformed(text, expected: "a language tag such as de or pt-BR"))
    }
    return tag.text
  }

  /// Patterns by type: each a message, a map of them by locale, or a list in the order of trial.
  func patterns(_ names: ProfileNames) throws(YAMLFileError) -> PatternTable {
    var byType: [TypeKey: [LocalizedMessage]] = [:]
    for (name, value) in try members() {
      let key =
        name == "*" ? PatternTable.anyType : try keyNode(name, value).typeKey(name, names)
      for node in value.list() {
        let message = try node.message()
        for used in message.names.sorted() {
          try node.check(used, among: names.values + ProfileNames.computed)
        }
        byType[key, default: []].append(message)
      }
    }
    return PatternTable(byType: byType)
  }

  /// A message as a text, a plural map, or a map of either by locale.
  func message() throws(YAMLFileError) -> LocalizedMessage {
    guard isMapping else { return LocalizedMessage(byTag: ["": try messageInOneLanguage()]) }
    let members = try members()
    if PluralMessage.isPlural(keys: members.map(\.name)) {
      return LocalizedMessage(byTag: ["": try messageInOneLanguage()])
    }
    var byTag: [String: MessageFormat] = [:]
    for (tag, node) in members { byTag[try node.localeTag(tag)] = try node.messageInOneLanguage() }
    return LocalizedMessage(byTag: byTag)
  }

  private func messageInOneLanguage() throws(YAMLFileError) -> MessageFormat {
    if isMapping {
      var forms: [(key: String, text: String)] = []
      for (form, node) in try members() { forms.append((form, try node.text())) }
      do { return try MessageFormat(forms: forms) } catch { throw self.error(.badMessage(error)) }
    }
    let text = try text()
    do { return try MessageFormat(text) } catch { throw self.error(.badMessage(error)) }
  }

  func itemPhrases() throws(YAMLFileError) -> ItemPhrases {
    let section = try section(["photo", "video", "note", "item", "pair", "comma"])
    return ItemPhrases(
      photo: try section.required("photo").phrase(["count"]),
      video: try section.required("video").phrase(["count"]),
      note: try section.required("note").phrase(["count"]),
      item: try section.required("item").phrase(["count"]),
      pair: try section.required("pair").phrase(["first", "last"]),
      comma: try section.required("comma").phrase(["first", "next"]))
  }

  private func phrase(_ names: [String]) throws(YAMLFileError) -> LocalizedMessage {
    let message = try message()
    for name in message.names.sorted() { try check(name, among: names) }
    return message
  }

  func check(_ name: String, among allowed: [String]) throws(YAMLFileError) {
    guard allowed.contains(name) else { throw error(.unknownName(name, allowed: allowed)) }
  }

  /// A key of the profile's own types.
  func typeKey(_ text: String, _ names: ProfileNames) throws(YAMLFileError) -> TypeKey {
    let key = TypeKey(normalizing: text)
    guard names.types.contains(where: { $0.key == key }) else {
      throw error(.unknownWord(text, allowed: names.types.map(\.key.text)))
    }
    return key
  }

  func typeKeys(_ names: ProfileNames) throws(YAMLFileError) -> Set<TypeKey> {
    var keys: Set<TypeKey> = []
    for node in list() { keys.insert(try node.typeKey(try node.text(), names)) }
    return keys
  }
}
