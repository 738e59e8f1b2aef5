package import Notifications

extension Instant {
  /// The instant in UTC as RFC 3339 writes it, with as many of six fraction digits as are needed:
  /// `2026-02-08T22:30:00.5Z`.
  package var text: String {
    let civil = Zone.utc.civil(at: seconds)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = "\(two(civil.hour)):\(two(civil.minute)):\(two(civil.second))"
    return "\(civil.date)T\(clock)\(fraction)Z"
  }

  private var fraction: String {
    let rest = microseconds % 1_000_000
    let micros = rest < 0 ? rest + 1_000_000 : rest
    if micros == 0 { return "" }
    var digits = Array(String(1_000_000 + micros).utf8.dropFirst())
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return "." + String(decoding: digits, as: UTF8.self)
  }
}
