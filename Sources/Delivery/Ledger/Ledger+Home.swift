import Foundation
import GRDB

extension Ledger {
  /// The system whose ids those are that name none, in the caller's words; nil until `remember`.
  package func home() throws(DeliveryError) -> [UInt8]? {
    try read {
      try Data.fetchOne($0, sql: "SELECT value FROM facts WHERE name = 'home'").map { [UInt8]($0) }
    }
  }

  /// Keeps what `home` answers from now on.
  package func remember(home: [UInt8]) throws(DeliveryError) {
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO facts (name, value) VALUES ('home', ?)",
        arguments: [home.blob])
    }
  }
}
