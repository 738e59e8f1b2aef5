internal import Delivery
internal import Exports
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
    if let colour = value(section["accent"], as: YAMLNode.colour) { brand.accent = Accent(colour) }
    if let place = section.place(ofNull: "accent") {
      let expected = "a color in quotes such as \"#1d4ed8\" (YAML takes a bare # for a comment)"
      report(place.error(.wrongType(expected: expected, found: "nothing")))
    }
    brand.address = value(section["address"], as: YAMLNode.text)
    return brand
  }

  mutating func unsubscribeRule(_ node: YAMLNode) -> UnsubscribeRule? {
    let section = section(node, ConfigurationKeys.members(of: "unsubscribe"))
    let template = value(section["url"], as: YAMLNode.unsubscribeAddress)
    let variable = value(section["secret-from"], as: YAMLNode.variableName)
    guard let template, let variable else { return nil }
    return UnsubscribeRule(template: template, secretVariable: variable)
  }

  mutating func inbox(_ node: YAMLNode, _ folder: ConfigurationFolder) -> InboxConfiguration? {
    let section = section(node, ConfigurationKeys.members(of: "inbox"))
    let path = output(section["folder"], folder)
    var inbox = InboxConfiguration(folder: path ?? "")
    replace(&inbox.hasPlainNames, by: section["plain-names"], as: YAMLNode.flag)
    replace(&inbox.showsImages, by: section["images"], as: YAMLNode.flag)
    replace(&inbox.hasIndex, by: section["index"], as: YAMLNode.flag)
    return path == nil ? nil : inbox
  }

  mutating func digest(_ node: YAMLNode, _ folder: ConfigurationFolder) -> DigestConfiguration? {
    let section = section(node, ConfigurationKeys.members(of: "digest"))
    let path = output(section["folder"], folder)
    var digest = DigestConfiguration(folder: path ?? "")
    replace(&digest.format, by: section["format"], as: YAMLNode.digestForm)
    replace(&digest.days, by: section["days"], as: YAMLNode.days)
    return path == nil ? nil : digest
  }
}
