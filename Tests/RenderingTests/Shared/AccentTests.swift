import Testing

@testable import Rendering

struct AccentTests {
  @Test(arguments: ["#ffff00", "#1d4ed8", "#000000", "#ffffff", "#f97316", "#22c55e"])
  func `A brand's color is made readable in both schemes, and says so`(hex: String) throws {
    let accent = Accent(try #require(RGB(hex: hex)))
    for background in [0xFFFFFF, 0xF1F5F9, 0xEFF6FF, 0xFEF2F2] as [UInt32] {
      #expect(accent.light.contrast(with: RGB(background)) >= Accent.leastContrast)
    }
    for background in [0x0B1220, 0x111A2C, 0x12233F, 0x2A1216] as [UInt32] {
      #expect(accent.dark.contrast(with: RGB(background)) >= Accent.leastContrast)
    }
    #expect((accent.replaced != nil) == (accent.light.description != hex))
  }

  @Test(arguments: ["#1d4ed8", "#0f766e", "#7c3aed"])
  func `A brand's color that is readable in light is kept`(hex: String) throws {
    let accent = Accent(try #require(RGB(hex: hex)))
    #expect(accent.light.description == hex && accent.replaced == nil)
  }

  @Test func `The standard color passes as it is`() {
    #expect(Accent(Accent.standard.light).light == Accent.standard.light)
    #expect(Accent(Accent.standard.light).replaced == nil)
  }

  @Test(arguments: ["", "#12", "#12345g", "red", "#1234567", "-12345"])
  func `A brand's color is read from hexadecimal digits only`(text: String) {
    #expect(RGB(hex: text) == nil)
  }

  @Test func `Black on white has the highest contrast`() {
    #expect(abs(RGB(0).contrast(with: RGB(0xFFFFFF)) - 21) < 0.01)
  }
}
