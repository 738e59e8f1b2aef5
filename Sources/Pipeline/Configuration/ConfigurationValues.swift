internal import Delivery
internal import Languages
internal import MailMessages
internal import Notifications
internal import Rendering
internal import YAML

/// Reads the sections of a configuration file.
extension ConfigurationReader {
  mutating func brand(_ node: YAMLNode) -> Brand {
    let section = section(node, ConfigurationKeys.members(of: "brand"))
    var brand = Brand(name: "")
    replace(&brand.name, by: section["name"], as: YAMLNode.text)
    brand.logoURL = value(section["logo"], as: YAMLNode.logoAddress)
    if let color = value(section["accent"], as: YAMLNode.color) { brand.accent = Accent(color) }
    if let place = section.place(ofNull: "accent") {
      let expected = "a color in quotes such as \"#1d4ed8\" (YAML takes a bare # for a comment)"
      report(place.error(.wrongType(expected: expected, found: "nothing")))
    }
    brand.address = value(section["address"], as: YAMLNode.text)
    return brand
  }

  mutating func unsubscribeRule(_ node: YAMLNode) -> SignedLinkRule? {
    let section = section(node, ConfigurationKeys.members(of: "unsubscribe"))
    let template = value(section["url"], as: YAMLNode.unsubscribeAddress)
    let variable = value(section["secret-from"], as: YAMLNode.variableName)
    guard let template, let variable else { return nil }
    return SignedLinkRule(template: template, secretVariable: variable)
  }

  mutating func manageRules(_ node: YAMLNode) -> [SignedLinkRule] {
    let section = section(node, ConfigurationKeys.members(of: "manage"))
    let templates = list(section["url"], as: YAMLNode.manageAddress)
    let variable = value(section["secret-from"], as: YAMLNode.variableName)
    if let node = section["url"], SignedLinkRule.isAmbiguous(templates) {
      let expected = "at most one URL with {type} and one without"
      report(node.error(.malformed("this list", expected: expected)))
    }
    return templates.compactMap { template in
      variable.map { SignedLinkRule(template: template, secretVariable: $0) }
    }
  }

  mutating func inbox(_ node: YAMLNode, _ folder: ConfigurationFolder) -> InboxConfiguration? {
    let section = section(node, ConfigurationKeys.members(of: "inbox"))
    let path = output(section["folder"], folder)
    var inbox = InboxConfiguration(folder: path ?? "")
    replace(&inbox.pages.hasPlainNames, by: section["plain-names"], as: YAMLNode.flag)
    replace(&inbox.pages.showsImages, by: section["images"], as: YAMLNode.flag)
    replace(&inbox.pages.hasIndex, by: section["index"], as: YAMLNode.flag)
    return path == nil ? nil : inbox
  }

  mutating func feeds(_ node: YAMLNode, _ folder: ConfigurationFolder) -> FeedsConfiguration? {
    let section = section(node, ConfigurationKeys.members(of: "feeds"))
    let path = output(section["folder"], folder)
    var feeds = FeedsConfiguration(folder: path ?? "")
    replace(&feeds.feeds.hasPlainNames, by: section["plain-names"], as: YAMLNode.flag)
    feeds.feeds.url = value(section["url"], as: YAMLNode.webPlace)
    return path == nil ? nil : feeds
  }

  mutating func digest(_ node: YAMLNode, _ folder: ConfigurationFolder) -> DigestConfiguration? {
    let section = section(node, ConfigurationKeys.members(of: "digest"))
    let path = output(section["folder"], folder)
    var digest = DigestConfiguration(folder: path ?? "")
    if let format = word(section["format"], of: DigestFormat.self) { digest.format = format }
    replace(&digest.days, by: section["days"], as: YAMLNode.integer)
    return path == nil ? nil : digest
  }
}

extension ConfigurationReader {
  /// A stream of the section `mail`; nil if it is too faulty to use.
  mutating func stream(
    _ member: YAMLMember, brand: Brand, _ folder: ConfigurationFolder
  ) -> StreamConfiguration? {
    let section = section(member.value, ConfigurationKeys.stream)
    let from = value(section["from"], as: YAMLNode.address)
    let replyTo = value(section["reply-to"], as: YAMLNode.address)
    let outbox = outbox(section, folder)
    // Read before the guard, so that their faults are found too.
    var options = StreamConfiguration.Options()
    readForm(section, in: folder, &options)
    readRules(section, &options)
    guard let from, let outbox else { return nil }
    let name = brand.name.isEmpty ? nil : brand.name
    do {
      return StreamConfiguration(
        stream: try MailStream(
          name: member.name, from: Mailbox(name, from), replyTo: replyTo.map { Mailbox(nil, $0) }),
        outbox: outbox, options: options)
    } catch {
      report(
        member.place.error(
          .malformed(member.name, expected: "a stream's name of letters, digits and hyphens")))
      return nil
    }
  }
}

extension ConfigurationReader {
  /// The outbox. It also claims the location of the ledger unless a key sets one.
  private mutating func outbox(_ section: YAMLSection, _ folder: ConfigurationFolder) -> String? {
    guard let node = section["outbox"], let path = value(node, folder.path) else { return nil }
    if claim(path, for: node.key, at: node), section["ledger"] == nil {
      claim(path + "/" + Ledger.name, for: "the ledger of \(node.key)", at: node)
    }
    return path
  }

  private mutating func readForm(
    _ section: YAMLSection, in folder: ConfigurationFolder,
    _ options: inout StreamConfiguration.Options
  ) {
    if let form = word(section["as"], of: OutboxFormat.self) { options.form = form }
    options.ledger = output(section["ledger"], folder)
    replace(&options.theme, by: section["theme"], as: YAMLNode.text)
    replace(&options.syncs, by: section["sync"], as: YAMLNode.flag)
  }

  private mutating func readRules(
    _ section: YAMLSection, _ options: inout StreamConfiguration.Options
  ) {
    options.rhythm = rhythm(section)
    options.firstDays = value(section["first-days"], as: YAMLNode.integer)
    replace(&options.limit, by: section["limit"], as: YAMLNode.integer)
    options.types = list(section["types"], as: YAMLNode.text)
    options.conditions = list(section["where"], as: YAMLNode.fieldCondition)
    options.priorities = Set(list(section["priorities"], as: YAMLNode.priority))
    replace(&options.sendsEmpty, by: section["send-empty"], as: YAMLNode.flag)
    options.limits.maxMessages = value(section["max-messages"], as: YAMLNode.integer)
    options.limits.maxAge = value(section["max-age"], as: YAMLNode.duration)
    replace(&options.limits.maxAhead, by: section["max-ahead"], as: YAMLNode.duration)
  }
}

/// Reads values of a configuration file that are not plain text.
extension YAMLNode {
  func missing(_ name: String) -> YAMLFileError {
    var fault = error(.missingKey)
    fault.key = key.isEmpty ? name : key + "." + name
    return fault
  }

  func fieldCondition() throws(YAMLFileError) -> FieldCondition {
    let text = try text()
    guard let condition = FieldCondition(text) else {
      throw error(.malformed(text, expected: "a field and a value such as data.env=production"))
    }
    return condition
  }

  func join() throws(YAMLFileError) -> JoinedFile {
    let text = try text()
    guard let join = JoinedFile(text) else {
      throw error(.malformed(text, expected: "a name and a file such as users=users.json"))
    }
    return join
  }

  /// A language tag, whether or not it has a catalogue.
  func locale() throws(YAMLFileError) -> String {
    let text = try text()
    guard LanguageTag(text).text != "und" else {
      throw error(.malformed(text, expected: "a language tag such as de or pt-BR"))
    }
    return text
  }

  func priority() throws(YAMLFileError) -> Priority {
    let text = try text()
    guard let priority = Priority(word: text) else {
      throw error(.unknownWord(text, allowed: Priority.allCases.map(\.name)))
    }
    return priority
  }

  func address() throws(YAMLFileError) -> EmailAddress {
    let text = try text()
    do {
      return try EmailAddress(text)
    } catch {
      throw self.error(
        .malformed(text, expected: "an address such as digest@example.org"))
    }
  }

  func color() throws(YAMLFileError) -> RGB {
    let text = try text()
    guard let color = RGB(hex: text) else {
      throw error(.malformed(text, expected: "a color such as \"#1d4ed8\", in quotes"))
    }
    return color
  }

  func webPlace() throws(YAMLFileError) -> String { try webAddress() }
  func logoAddress() throws(YAMLFileError) -> String { try webAddress(schemes: WebURL.secure) }
  func inboxAddress() throws(YAMLFileError) -> String {
    try webAddress(names: ["recipient", "page"])
  }

  /// One-click unsubscribing allows only `https` (RFC 8058 section 3.1).
  func unsubscribeAddress() throws(YAMLFileError) -> String {
    try webAddress(schemes: WebURL.secure, names: ["recipient", "signature"])
  }
  func manageAddress() throws(YAMLFileError) -> String {
    try webAddress(schemes: WebURL.secure, names: ["recipient", "signature", "type"])
  }

  /// A web address in which only the given names occur in braces.
  private func webAddress(
    schemes: [String] = WebURL.schemes, names: [String] = []
  ) throws(YAMLFileError) -> String {
    let text = try text()
    guard WebURL.isWellFormed(text, schemes: schemes) else {
      let example = "\(schemes[0])app.example.org"
      throw error(.malformed(text, expected: "a URL such as \(example), without spaces"))
    }
    for name in Self.names(in: text) where !names.contains(name) {
      throw error(.unknownName(name, allowed: names))
    }
    return text
  }

  /// The names in braces.
  private static func names(in text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false).dropFirst()
      .map { part in
        String(decoding: Array(part.prefix { $0 != UInt8(ascii: "}") }), as: UTF8.self)
      }
  }

  /// The name of an environment variable (POSIX 8.1), never the secret itself.
  func variableName() throws(YAMLFileError) -> String {
    let text = try text()
    let isName = text.utf8.allSatisfy {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
    }
    guard isName, let first = text.utf8.first, !(0x30...0x39).contains(first) else {
      // The text may be the secret, so the error does not repeat it.
      throw error(
        .malformed("this", expected: "an environment variable's name such as UNSUBSCRIBE_SECRET"))
    }
    return text
  }
}
