/// Where a running template finds a value: a slot of the record that a register stands at.
struct Place: Hashable, Sendable {
  var register: UInt16
  var slot: UInt16
}

/// One step of a compiled template. Targets are indices of instructions.
///
/// Small and without references, so that stepping costs no reference counting.
enum Instruction: Sendable {
  case literal(start: Int32, count: Int32)
  case text(Place)
  case destination(Place)
  case verbatim(Place)
  case integer(Place)
  case flag(Place)
  case namedText(Place, name: Int32, escaped: Bool)
  case jump(Int32)
  case jumpUnless(Condition, Int32)
  case jumpIf(Condition, Int32)
  /// Puts a register at the first record of a list, or jumps when there is none.
  case enter(Place, register: UInt16, orJump: Int32)
  /// Moves a register to its next record and jumps back while there is one.
  case next(register: UInt16, body: Int32)
  /// Runs from the target to `return`, then goes on.
  case call(Int32)
  case `return`
}

/// What sections ask of a value.
enum Condition: Sendable {
  case textIsNotEmpty(Place)
  case integerIsNotZero(Place)
  case flag(Place)
  case hasRecords(Place)
  case namedTextIsNotEmpty(Place, name: Int32)
  case textEquals(Place, name: Int32)
}

/// A template compiled for one schema and kind.
struct Program: Sendable {
  var instructions: [Instruction] = []
  /// The text between tags, all of it in one piece.
  var literals: [UInt8] = []
  /// Names that are looked up while running.
  var names: [String] = []
  /// How many registers it needs; register 0 stands at the record that is rendered.
  var registers = 1
}
