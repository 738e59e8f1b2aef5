import ArgumentParser
import ByteText
import Exports
import Glibc
import Languages
import Notifications
import Pipeline
import Profiles

/// When and where the reader is. No other options depend on the clock or the environment.
struct PlaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The current time, such as 2026-02-08T15:05:00Z; default: the clock.", valueName: "time"))
  var now: String?

  @Option(
    help: ArgumentHelp(
      "The time zone, such as Europe/Berlin; default: UTC.", valueName: "zone"))
  var timeZone: String?

  @Option(
    help: ArgumentHelp("The language, as a BCP 47 tag such as de; default: en.", valueName: "tag"))
  var locale: String?
}

extension PlaceOptions {
  /// The machine's time, in whole seconds. Nothing else reads the clock.
  static var machineTime: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: Int64(time.tv_sec))
  }

  /// The time that `--now` gives, or else the machine's.
  func resolvedNow() throws -> Instant { try Self.time(of: now) }

  static func time(of now: String?) throws -> Instant {
    guard let now else { return machineTime }
    guard let instant = instant(now) else {
      throw Failure.usage("--now \(now) is not a time", "write it as 2026-02-08T15:05:00Z")
    }
    return instant
  }

  /// The zone that `--time-zone` gives.
  fileprivate func zone() throws -> Zone? {
    guard let timeZone else { return nil }
    guard let zone = Zone(timeZone) else {
      throw Failure.usage(
        "there is no time zone \(timeZone)",
        Failure.didYouMean(Zone.nearest(to: timeZone))
          ?? "name one of the IANA database, such as Europe/Berlin")
    }
    return zone
  }

  /// The instant of an RFC 3339 time; nil for other text.
  static func instant(_ text: String) -> Instant? {
    var text = text
    return text.withUTF8 { bytes in
      try? Timestamp.instant(text: UnsafeRawBufferPointer(bytes), epoch: .unix)
    }
  }
}

extension Inputs {
  /// Zone and language as options give them.
  mutating func override(by options: PlaceOptions) throws {
    zone = try options.zone() ?? zone
    locale = options.locale ?? locale
  }
}

extension Failure {
  static func usage(_ message: String, _ advice: String) -> Failure {
    Failure(status: .usage, message: message, advice: advice)
  }
}
