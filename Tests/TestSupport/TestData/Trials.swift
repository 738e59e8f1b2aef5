import Foundation

/// How many cases are tried: in each run a part that meets every kind, all of them where `TIDINGS_LONG`
/// is set (`Tests/run long`).
package enum Trials {
  package static let isLong = ProcessInfo.processInfo.environment["TIDINGS_LONG"] != nil

  /// A quarter of so many.
  package static func upTo(_ all: Int) -> Range<Int> { 0..<(isLong ? all : all / 4) }

  /// Every so manieth case, from another one on for each `start`: neighbors meet different ones.
  package static func takes(_ number: Int, of every: Int, from start: Int = 0) -> Bool {
    isLong || (number + start) % every == 0
  }
}
