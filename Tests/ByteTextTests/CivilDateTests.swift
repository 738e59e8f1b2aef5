import ByteText
import Foundation
import Testing

struct CivilDateTests {
  @Test(arguments: [
    (1970, 1, 1, 0, 4, "1970-01-01"), (1969, 12, 31, -1, 3, "1969-12-31"),
    (2000, 2, 29, 11_016, 2, "2000-02-29"), (2026, 2, 8, 20_492, 7, "2026-02-08"),
    (1900, 3, 1, -25_508, 4, "1900-03-01"), (2100, 3, 1, 47_541, 1, "2100-03-01"),
    (1, 1, 1, -719_162, 1, "0001-01-01"), (0, 12, 31, -719_163, 7, "0000-12-31"),
    (-1, 1, 1, -719_893, 5, "-0001-01-01"), (10_000, 1, 1, 2_932_897, 6, "+10000-01-01"),
  ])
  func `A day has its number since 1970, its weekday and its name`(
    year: Int, month: Int, day: Int, number: Int, weekday: Int, name: String
  ) {
    let date = CivilDate(year: year, month: month, day: day)
    #expect(date.dayNumber == number)
    #expect(date.weekday == weekday)
    #expect(date.description == name)
    #expect(date.year == year)
    #expect(date.month == month)
    #expect(date.day == day)
  }

  @Test func `A text of four, two and two digits is the day that it names; no other is one`() {
    for date in [CivilDate(year: 2026, month: 2, day: 8), CivilDate(year: 2028, month: 2, day: 29)]
    {
      #expect(CivilDate(date.description) == date)
    }
    for text in [
      "", "2026-02", "2026-02-30", "2026-00-01", "2026-13-01", "2026-01-00", "2026-+1-01",
      "2026--1-01", "+202-01-01", "2026-1-001", "2026-01-01 ", "2026-01-01T", "２０２６-01-01",
    ] { #expect(CivilDate(text) == nil, "\(text)") }
  }

  @Test func `Every day of four centuries follows the one before`() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var date = CivilDate(year: 1899, month: 12, day: 31)
    for year in 1900..<2301 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for month in 1...12 {
        for day in 1...(lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)) {
          let weekday = date.weekday
          date = date.adding(days: 1)
          #expect(date.parts == (year, month, day))
          #expect(date.weekday == weekday % 7 + 1)
        }
      }
    }
    #expect(date == CivilDate(year: 2300, month: 12, day: 31))
  }

  @Test func `Months and days beyond their range count on`() {
    #expect(CivilDate(year: 2025, month: 13, day: 1).description == "2026-01-01")
    #expect(CivilDate(year: 2026, month: 0, day: 1).description == "2025-12-01")
    #expect(CivilDate(year: 2026, month: 3, day: 0).description == "2026-02-28")
    #expect(CivilDate(year: 2026, month: -11, day: 32).description == "2025-02-01")
  }

  @Test(arguments: [Int.min, Int.min + 1, -1, 0, 1, Int.max - 1, Int.max])
  func `No number traps`(number: Int) {
    let dates = [
      CivilDate(dayNumber: number), CivilDate(year: number, month: number, day: number),
      CivilDate(year: 2026, month: number, day: 1), CivilDate(dayNumber: 0).adding(days: number),
      CivilDate(dayNumber: number).adding(days: number),
    ]
    for date in dates {
      #expect((1...12).contains(date.month))
      #expect((1...31).contains(date.day))
      #expect((1...7).contains(date.weekday))
      #expect(!date.description.isEmpty)
    }
  }

  @Test func `Every day of four centuries has the calendar's name`() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for day in stride(from: -25_000, through: 146_097, by: 13) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      let civil = CivilDateTime(clock: Int64(day) * 86_400 + 86_399).date
      #expect(civil.year == parts.year && civil.month == parts.month && civil.day == parts.day)
      #expect(civil.weekday % 7 + 1 == parts.weekday)
      #expect(CivilDate(year: civil.year, month: civil.month, day: civil.day).dayNumber == day)
    }
  }
}
