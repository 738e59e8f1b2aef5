import ArgumentParser

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
