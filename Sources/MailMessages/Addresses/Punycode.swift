/// Punycode (RFC 3492): scalars beyond ASCII written with letters, digits and hyphens.
enum Punycode {
  // Section 5.
  private static let base = 36
  private static let tMin = 1
  private static let tMax = 26
  private static let skew = 38
  private static let damp = 700
  private static let initialBias = 72
  private static let initialN = 128
  private static let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)

  /// The encoding without `xn--` (section 6.3); nil when numbers overflow.
  static func encode(_ scalars: [Unicode.Scalar]) -> [UInt8]? {
    let points = scalars.map { Int($0.value) }
    var output = points.filter { $0 < initialN }.map { UInt8(truncatingIfNeeded: $0) }
    let basicCount = output.count
    if basicCount > 0 { output.append(ASCII.hyphen) }
    var handled = basicCount
    var n = initialN
    var delta = 0
    var bias = initialBias
    while handled < points.count {
      guard let next = points.filter({ $0 >= n }).min() else { return nil }
      let (step, overflows) = (next - n).multipliedReportingOverflow(by: handled + 1)
      // 1 << 40 is far above what a label of 63 octets can need, and far below overflow.
      guard !overflows, delta + step < 1 << 40 else { return nil }
      delta += step
      n = next
      for point in points {
        if point < n { delta += 1 }
        guard point == n else { continue }
        appendNumber(delta, bias: bias, to: &output)
        bias = adapt(delta, count: handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return output
  }

  /// The scalars of an encoding without `xn--` (section 6.2); nil when it encodes nothing, or only
  /// what needs no encoding.
  static func decode(_ encoded: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    var input = encoded
    var points: [Int] = []
    if let hyphen = encoded.lastIndex(of: ASCII.hyphen) {
      points = encoded[..<hyphen].map(Int.init)
      input = encoded[(hyphen + 1)...]
    }
    guard !input.isEmpty else { return nil }
    var n = initialN
    var position = 0
    var bias = initialBias
    while !input.isEmpty {
      guard let delta = takeNumber(from: &input, bias: bias) else { return nil }
      let start = position
      position += delta
      let count = points.count + 1
      bias = adapt(position - start, count: count, isFirst: start == 0)
      n += position / count
      position %= count
      guard n <= 0x10FFFF else { return nil }
      points.insert(n, at: position)
      position += 1
    }
    let scalars = points.compactMap { Unicode.Scalar(UInt32(truncatingIfNeeded: $0)) }
    return scalars.count == points.count ? scalars : nil
  }

  // MARK: Generalised variable-length integers (section 3.3)

  private static func threshold(_ k: Int, _ bias: Int) -> Int { min(max(k - bias, tMin), tMax) }

  private static func appendNumber(_ number: Int, bias: Int, to output: inout [UInt8]) {
    var rest = number
    var k = base
    while true {
      let t = threshold(k, bias)
      if rest < t { break }
      output.append(digits[t + (rest - t) % (base - t)])
      rest = (rest - t) / (base - t)
      k += base
    }
    output.append(digits[rest])
  }

  private static func takeNumber(from input: inout ArraySlice<UInt8>, bias: Int) -> Int? {
    var number = 0
    var weight = 1
    var k = base
    while let byte = input.popFirst() {
      guard let digit = digits.firstIndex(of: byte.asciiLowercased) else { return nil }
      number += digit * weight
      let t = threshold(k, bias)
      if digit < t { return number }
      weight *= base - t
      guard number < 1 << 40, weight < 1 << 40 else { return nil }
      k += base
    }
    return nil
  }

  private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / damp : delta / 2
    rest += rest / count
    var k = 0
    while rest > (base - tMin) * tMax / 2 {
      rest /= base - tMin
      k += base
    }
    return k + (base - tMin + 1) * rest / (rest + skew)
  }
}
