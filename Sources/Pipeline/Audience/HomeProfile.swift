package import Delivery
package import Exports
package import Notifications

/// The system of ids that name none.
package enum HomeProfile {
  /// The profile of the first export that has one, or with ledgers that of the first run they
  /// remember; empty if there is none. The ledgers keep it stable when exports are reordered or one
  /// is empty for a night.
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
