package import ByteText
import Foundation

/// A domain name of at least two labels, in ASCII and lowercase.
///
///     try DomainName("Bücher.example").description  // xn--bcher-kva.example
///
/// Labels have letters, digits and hyphens (RFC 1123 section 2.1); other labels become A-labels.
package struct DomainName: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Takes a lowercase name known to be valid.
  init(known name: String) { description = name }

  package init(_ text: String) throws(Fault) {
    if text.isEmpty { throw .address("empty-domain", "it has no domain") }
    if text.utf8.first == 0x5B {
      throw .address("address-literal", "its domain is an address in brackets")
    }
    let mapped = text.utf8.allSatisfy { $0 < 0x80 } ? text : InternationalLabel.mapped(text)
    let parts = mapped.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    var labels: [String] = []
    for part in parts { labels.append(try Self.label(Array(part))) }
    guard labels.count >= 2, let top = labels.last else {
      throw .address("dotless-domain", "its domain has no dot")
    }
    if top.utf8.allSatisfy(\.isASCIIDigit) {
      throw .address("numeric-top-level-domain", "its domain ends in a number")
    }
    description = labels.joined(separator: ".")
    let octets = description.utf8.count
    guard octets <= 253 else {
      throw .address("domain-too-long", "its domain has \(octets) octets, and at most 253 travel")
    }
  }

  private static func label(_ given: [UInt8]) throws(Fault) -> String {
    if given.isEmpty {
      throw .address("empty-label", "its domain has two dots in a row or one at an edge")
    }
    let shown = String(decoding: given, as: UTF8.self)
    if given.first == UInt8(ascii: "-") || given.last == UInt8(ascii: "-") {
      throw .address("hyphen-at-edge", "a hyphen begins or ends \(shown)")
    }
    guard given.isASCII else { return try InternationalLabel.aLabel(shown) }
    let label = given.asciiLowercased
    let isHostName = label.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
    }
    guard isHostName else {
      throw .address("forbidden-in-domain", "no domain may contain \(shown)")
    }
    guard label.count <= 63 else {
      throw .address("label-too-long", "\(shown) has more than 63 octets")
    }
    if label.starts(with: "xn--".utf8), Punycode.decode(label.dropFirst(4)) == nil {
      throw .address("malformed-a-label", "\(shown) cannot be decoded")
    }
    return String(decoding: label, as: UTF8.self)
  }
}

/// Domain labels beyond ASCII: mapped as people type them (UTS 46, non-transitional) and limited to
/// what a registry may register (RFC 5892).
///
/// The rule for mixed directions (RFC 5893) is left to the registries.
enum InternationalLabel {
  /// Turns dots of other scripts into `.`, lowercases and composes letters, drops invisible
  /// characters.
  static func mapped(_ domain: String) -> String {
    var mapped = String.UnicodeScalarView()
    for scalar in domain.precomposedStringWithCompatibilityMapping.unicodeScalars {
      switch scalar.value {
      case 0x3002, 0xFF0E, 0xFF61: mapped.append(".")
      case 0xAD, 0x200B, 0x2060, 0xFEFF, 0xFE00...0xFE0F: break
      default: mapped.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(mapped).precomposedStringWithCompatibilityMapping
  }

  /// The A-label of a mapped label that is not ASCII.
  static func aLabel(_ label: String) throws(Fault) -> String {
    let scalars = Array(label.unicodeScalars)
    let holdsReservedHyphens = scalars.count >= 4 && scalars[2] == "-" && scalars[3] == "-"
    let isPermitted = scalars.indices.allSatisfy { isValid(scalars, at: $0) }
    guard isPermitted, !holdsReservedHyphens, let first = scalars.first, !isMark(first),
      let encoded = Punycode.encode(scalars)
    else { throw .address("forbidden-in-domain", "no domain may contain \(label)") }
    let aLabel = "xn--" + String(decoding: encoded, as: UTF8.self)
    guard aLabel.utf8.count <= 63 else {
      throw .address("label-too-long", "\(label) has more than 63 octets")
    }
    return aLabel
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// PVALID of RFC 5892 section 2, with the contextual rules of its appendix A.
  private static func isValid(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
    let scalar = scalars[index]
    let before = index > 0 ? scalars[index - 1] : nil
    let after = index + 1 < scalars.count ? scalars[index + 1] : nil
    switch scalar.value {
    case 0x2D: return true
    case 0x200C: return isAfterVirama(before) || (isArabic(before) && isArabic(after))
    case 0x200D: return isAfterVirama(before)
    case 0xB7: return before == "l" && after == "l"
    case 0x375: return isIn(0x370...0x3FF, after)
    case 0x5F3, 0x5F4: return isIn(0x590...0x5FF, before)
    case 0x30FB: return scalars.contains { isKanaOrHan($0) }
    case 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      return true
    default: return false
    }
  }

  private static func isAfterVirama(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.canonicalCombiningClass == .virama
  }

  private static func isArabic(_ scalar: Unicode.Scalar?) -> Bool { isIn(0x620...0x6FF, scalar) }

  /// The prolonged sound mark U+30FC belongs to neither script.
  private static func isKanaOrHan(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FD...0x30FF, 0x3005, 0x3007,
      0x3400...0x9FFF:
      true
    default: false
    }
  }

  private static func isIn(_ range: ClosedRange<UInt32>, _ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { range.contains($0.value) } ?? false
  }
}

/// Punycode (RFC 3492): writes Unicode scalars with letters, digits and hyphens.
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

  /// The encoding without `xn--` (section 6.3); nil on overflow.
  static func encode(_ scalars: [Unicode.Scalar]) -> [UInt8]? {
    let points = scalars.map { Int($0.value) }
    var output = points.filter { $0 < initialN }.map { UInt8(truncatingIfNeeded: $0) }
    let basicCount = output.count
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var handled = basicCount
    var n = initialN
    var delta = 0
    var bias = initialBias
    while handled < points.count {
      guard let next = points.filter({ $0 >= n }).min() else { return nil }
      let (step, overflows) = (next - n).multipliedReportingOverflow(by: handled + 1)
      // Far above what a label of 63 octets can need, and far below overflow.
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

  /// The scalars of an encoding without `xn--` (section 6.2); nil if it encodes nothing or needs no
  /// encoding.
  static func decode(_ encoded: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    var input = encoded
    var points: [Int] = []
    if let hyphen = encoded.lastIndex(of: UInt8(ascii: "-")) {
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

  // MARK: Generalized variable-length integers (section 3.3)

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
