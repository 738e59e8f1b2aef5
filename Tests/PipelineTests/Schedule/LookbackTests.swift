import Notifications
import Testing

@testable import Pipeline

struct LookbackTests {
  let now = Instant(seconds: 100 * 86_400)

  func day(_ number: Int64) -> Instant { Instant(seconds: number * 86_400) }

  @Test(
    arguments: [
      (.daily, nil, 99), (.weekly(Weekdays(number: 1)), nil, 93), (.daily, 3, 97),
      (.weekly(Weekdays(number: 1)), 1, 99),
      (.monthly(day: 1), nil, 69), (.weekly(.workdays), nil, 97),
      (.weekly(Weekdays(rawValue: 0b1001)), nil, 96), (.daily, 0, 100), (.daily, -5, 100),
    ] as [(Frequency, Int?, Int64)])
  func `First mails reach one period back`(frequency: Frequency, firstDays: Int?, expected: Int64) {
    let lookback = Lookback(
      now: now, frequency: frequency, firstDays: firstDays, first: nil, lastDelivery: nil)
    #expect(lookback.first == day(expected) && lookback.from == day(expected))
  }

  @Test(
    arguments: [
      (50, 99, 92), (95, 99, 95), (95, nil, 95), (50, 60, 53), (50, nil, 50),
    ] as [(Int64, Int64?, Int64)])
  func `Later mails begin seven days earlier`(first: Int64, delivered: Int64?, expected: Int64) {
    let lookback = Lookback(
      now: now, frequency: .daily, first: day(first), lastDelivery: delivered.map(day))
    #expect(lookback.first == day(first))
    #expect(lookback.from == day(expected))
  }

  @Test func `Any number of days stays within the range of time`() {
    let lookback = Lookback(
      now: Instant(microseconds: .min), frequency: .daily, firstDays: .max, first: nil,
      lastDelivery: nil)
    #expect(lookback.from == Instant(microseconds: .min))
  }
}
