package import ByteText
import Languages
package import Notifications
import Profiles

/// What relative links are relative to: one address for all systems, or each system's own.
package struct BaseURLs: Equatable, Sendable {
  /// That of systems without one of their own.
  package var common: String?
  package var byProfile: [ProfileName: String] = [:]

  package init(_ common: String? = nil) { self.common = common }

  package subscript(profile: ProfileName) -> String? { byProfile[profile] ?? common }

  /// Reads `https://app.example.org`, or for a single profile `rooms=https://rooms.example.org`;
  /// returns false for anything else.
  package mutating func add(_ text: String) -> Bool {
    if ReadingOptions.isBaseURL(text) {
      common = text
      return true
    }
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, ReadingOptions.isBaseURL(String(parts[1])) else { return false }
    byProfile[ProfileName(String(parts[0]))] = String(parts[1])
    return true
  }
}

extension ExportIndex {
  /// The profiles whose relative links lead to the common base, those that are known already aside. A
  /// few notifications tell it for each.
  package func profilesOnCommonBase(
    besides known: Set<ProfileName> = []
  ) throws(Fault) -> [ProfileName] {
    let plan = contents.plan
    guard plan.options.readsAgain, let common = plan.options.baseURLs.common else { return [] }
    let root = common.utf8.last == UInt8(ascii: "/") ? common : common + "/"
    var linking: [ProfileName] = []
    for profile in Set(contents.types.map(\.profile)).sorted() {
      let name = plan.records.profiles[profile].name
      guard plan.options.baseURLs.byProfile[name] == nil, !known.contains(name) else { continue }
      if try hasLinks(to: root, of: profile) { linking.append(name) }
    }
    return linking
  }

  private static let mostSampled = 20

  private func hasLinks(to root: String, of profile: Int) throws(Fault) -> Bool {
    let areOfProfile = contents.types.map { $0.profile == profile }
    let first = contents.table.entries.first { areOfProfile[Int($0.type)] }
    guard let first else { return false }
    var left = Self.mostSampled
    let sample = try mailbox(of: Int(first.recipient), language: .english) { record in
      guard left > 0, areOfProfile[record.type] else { return false }
      left -= 1
      return true
    }
    return sample.contains { $0.link?.utf8.starts(with: root.utf8) ?? false }
  }
}
