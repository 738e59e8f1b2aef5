internal import Delivery
internal import Exports
internal import MailMessages
internal import Notifications
internal import Rendering
internal import YAML

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
    readForm(section, folder, &options)
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
    _ section: YAMLSection, _ folder: ConfigurationFolder,
    _ options: inout StreamConfiguration.Options
  ) {
    if let form = value(
      section["as"],
      { node throws(YAMLFileError) in
        try node.word(of: OutboxFormat.self)
      })
    {
      options.form = form
    }
    options.ledger = output(section["ledger"], folder)
    replace(&options.theme, by: section["theme"], as: YAMLNode.theme)
    replace(&options.syncs, by: section["sync"], as: YAMLNode.flag)
  }

  private mutating func readRules(
    _ section: YAMLSection, _ options: inout StreamConfiguration.Options
  ) {
    replace(&options.hour, by: section["hour"], as: YAMLNode.hour)
    options.firstDays = value(section["first-days"], as: YAMLNode.days)
    options.types = list(section["types"], as: YAMLNode.text)
    options.priorities = Set(list(section["priorities"], as: YAMLNode.priority))
    replace(&options.sendsEmpty, by: section["send-empty"], as: YAMLNode.flag)
    options.maximumMessages = value(section["max-messages"], as: YAMLNode.messageCount)
    options.maximumAge = value(section["max-age"], as: YAMLNode.duration)
    replace(&options.maximumAhead, by: section["max-ahead"], as: YAMLNode.duration)
  }
}
