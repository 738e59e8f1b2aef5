package import Notifications

extension Weekdays {
  package static let monday = Weekdays(number: 1)
  package static let thursday = Weekdays(number: 4)
  package static let friday = Weekdays(number: 5)
  package static let sunday = Weekdays(number: 7)
}
