import Notifications
import Testing

@testable import Rendering

/// The contrast of the palette, by the formulas of WCAG 2.2.
struct TerminalInkTests {
  /// The red, green and blue of the 6 × 6 × 6 cube and the gray ramp of the 256 colors.
  private func components(_ color: Int) -> [Double] {
    if color >= 232 {
      return Array(repeating: Double(8 + (color - 232) * 10), count: 3)
    }
    let steps: [Double] = [0, 95, 135, 175, 215, 255]
    let index = color - 16
    return [steps[index / 36], steps[index / 6 % 6], steps[index % 6]]
  }

  private func luminance(_ components: [Double]) -> Double {
    let linear = components.map { value -> Double in
      let share = value / 255
      return share <= 0.04045 ? share / 12.92 : power((share + 0.055) / 1.055)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// x to the power of 2.4, by halving: no library for one number.
  private func power(_ base: Double) -> Double {
    let fifth = (0..<60).reduce(base) { guess, _ in
      guess - (guess * guess * guess * guess * guess - base) / (5 * guess * guess * guess * guess)
    }
    return base * base * fifth * fifth
  }

  private func contrast(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private func colors(_ ink: TerminalInk) -> (text: Int?, ground: Int?) {
    let numbers = (ink.parameters(.many) ?? "").split(separator: ";").compactMap { Int($0) }
    var found: (text: Int?, ground: Int?)
    for index in numbers.indices.dropLast(2) where numbers[index + 1] == 5 {
      if numbers[index] == 38 { found.text = numbers[index + 2] }
      if numbers[index] == 48 { found.ground = numbers[index + 2] }
    }
    return found
  }

  @Test func `The badge has a contrast of 4.5 and more`() throws {
    let pair = colors(.badge)
    let text = luminance(components(try #require(pair.text)))
    let ground = luminance(components(try #require(pair.ground)))
    #expect(contrast(text, ground) >= 4.5)
  }

  @Test func `What has no ground of its own is seen on black and on white`() throws {
    let bars = TypeColor.allCases.map { (TerminalInk.bar($0), 3.0) }
    for (ink, least) in bars + [(.secondary, 4.5), (.unread, 3.0), (.alarm, 3.0)] {
      let text = luminance(components(try #require(colors(ink).text)))
      #expect(contrast(text, 0) >= least, "\(ink) on black")
      #expect(contrast(text, 1) >= least, "\(ink) on white")
    }
    #expect(contrast(luminance([0, 0, 0]), luminance([255, 255, 255])) > 20.9)
  }

  @Test func `Without color there is no escape at all`() {
    let inks: [TerminalInk] = [.plain, .bold, .secondary, .unread, .badge, .alarm]
    #expect(inks.allSatisfy { $0.parameters(.none) == nil })
  }
}
