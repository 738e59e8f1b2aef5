import ByteText
import Delivery
import Languages
import Notifications
import Testing

/// `2025-01-15 08:30` as a clock in the zone shows it.
func instant(_ text: String, _ zone: String = "UTC") throws -> Instant {
  let numbers = text.split { "-: ".contains($0) }.compactMap { Int($0) }
  let zone = try #require(Zone(zone))
  let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
  return Instant(seconds: zone.instant(of: date, hour: numbers[3], minute: numbers[4]))
}

extension RecipientHistory {
  init(closedSlot: Instant? = nil, lastDelivery: Instant? = nil, lastRun: Instant? = nil) {
    self = .none
    self.closedSlot = closedSlot?.microseconds
    self.lastDelivery = lastDelivery?.microseconds
    self.lastRun = lastRun?.microseconds
  }
}
