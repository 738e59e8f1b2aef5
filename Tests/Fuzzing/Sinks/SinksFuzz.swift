// The fuzz target of the words of strangers: whatever they are, in every sink they stay words.
//
//   TIDINGS_FUZZ=1 swift build -c release --product SinksFuzz --sanitize=fuzzer \
//     -Xswiftc -sanitize=fuzzer,address -Xswiftc -parse-as-library -Xswiftc -enable-testing
//   SWIFT_BACKTRACE=enable=no .build/release/SinksFuzz -runs=500000 -max_len=512 CORPUS SEEDS
//
// What it found stays in FailCases/sinks, which the tests of Rendering read again.
import Glibc
import SinkJudge

private let sinks = try? Sinks()

/// libFuzzer's entrance; `FuzzInput` says what the bytes mean.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzSinks(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  guard let sinks, let start else { abort() }
  guard let input = FuzzInput(UnsafeRawBufferPointer(start: start, count: count)) else { return 0 }
  do { try sinks.check(input.digest, in: input.sink) } catch { preconditionFailure("\(error)") }
  return 0
}
