// Normalisation is in Foundation only.
import Foundation

/// Domain labels beyond ASCII: mapped as people type them (UTS 46, non-transitional), then held to
/// what a registry may register (RFC 5892).
///
/// The rule for mixed directions (RFC 5893) is left to the registries.
enum InternationalLabel {
  /// Dots of other scripts become `.`, letters small and composed, invisible characters go.
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
  static func aLabel(_ label: String) throws(AddressError) -> String {
    let scalars = Array(label.unicodeScalars)
    let holdsReservedHyphens = scalars.count >= 4 && scalars[2] == "-" && scalars[3] == "-"
    let isPermitted = scalars.indices.allSatisfy { isValid(scalars, at: $0) }
    guard isPermitted, !holdsReservedHyphens, let first = scalars.first, !isMark(first),
      let encoded = Punycode.encode(scalars)
    else { throw .forbiddenInDomain(label: label) }
    let aLabel = "xn--" + String(decoding: encoded, as: UTF8.self)
    guard aLabel.utf8.count <= 63 else { throw .labelTooLong(label) }
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

  /// The prolonged sound mark U+30FC is of neither script.
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
