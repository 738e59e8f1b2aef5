package import Delivery
package import Exports
package import Notifications

/// Whose ids those are that name no system.
package enum HomeProfile {
  /// The profile of the first export that has one; where ledgers are given, that of the first run that
  /// they remember. Otherwise the order of the exports, or one that is empty for a night, would say
  /// whose notifications somebody gets. Without any, the empty name.
  package static func of(
    _ index: ExportIndex, rememberedBy ledgers: [Ledger] = []
  ) throws(DeliveryError) -> ProfileName {
    var homes: [[UInt8]?] = []
    for ledger in ledgers { homes.append(try ledger.home()) }
    let known = homes.lazy.compactMap(\.self).first
      .map { ProfileName(String(decoding: $0, as: UTF8.self)) }
    guard let home = known ?? index.sources.lazy.compactMap(\.profile).first else {
      return ProfileName("")
    }
    for (ledger, known) in zip(ledgers, homes) where known == nil {
      try ledger.remember(home: Array(home.text.utf8))
    }
    return home
  }
}
