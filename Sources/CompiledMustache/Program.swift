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

/// Puts a program together: joins adjacent literals and fills in the targets of jumps.
struct ProgramBuilder {
  private(set) var program = Program()
  private var nameIndices: [[UInt8]: Int32] = [:]
  /// Where the literal that is being collected begins.
  private var literalStart = 0
  /// Where literals collected since the last value begin.
  private var sinceValue = 0

  var isTooLarge: Bool {
    program.instructions.count > TemplateLimit.instructions
      || program.literals.count > TemplateLimit.literalBytes
  }

  var literalCount: Int { program.literals.count }

  /// The literal text that was written since the last value, at most some bytes of its end.
  func literalEnd(_ count: Int) -> ArraySlice<UInt8> {
    program.literals[sinceValue...].suffix(count)
  }

  mutating func add(literal bytes: some Collection<UInt8>) {
    program.literals.append(contentsOf: bytes)
  }

  mutating func add(_ instruction: Instruction) {
    endLiteral()
    program.instructions.append(instruction)
  }

  /// Adds an instruction that writes a value.
  mutating func add(value instruction: Instruction) {
    add(instruction)
    sinceValue = program.literals.count
  }

  /// The index of the next instruction, for others to jump to.
  mutating func here() -> Int32 {
    endLiteral()
    return Int32(program.instructions.count)
  }

  /// Adds an instruction whose target is set later, and answers its index.
  mutating func addPending(_ instruction: Instruction) -> Int {
    add(instruction)
    return program.instructions.count - 1
  }

  /// Sets the targets of instructions that wait for one to the next instruction.
  mutating func land(_ pending: [Int]) {
    let target = here()
    for index in pending {
      switch program.instructions[index] {
      case .jump: program.instructions[index] = .jump(target)
      case .jumpUnless(let condition, _):
        program.instructions[index] = .jumpUnless(condition, target)
      case .jumpIf(let condition, _): program.instructions[index] = .jumpIf(condition, target)
      case .enter(let place, let register, _):
        program.instructions[index] = .enter(place, register: register, orJump: target)
      case .literal, .text, .destination, .verbatim, .integer, .flag, .namedText, .next, .call,
        .return:
        break
      }
    }
  }

  /// The index of a name that is looked up while running.
  mutating func index(ofName name: String) -> Int32 {
    let bytes = Array(name.utf8)
    if let known = nameIndices[bytes] { return known }
    let index = Int32(program.names.count)
    program.names.append(name)
    nameIndices[bytes] = index
    return index
  }

  mutating func need(registers: Int) { program.registers = max(program.registers, registers) }

  private mutating func endLiteral() {
    let count = program.literals.count - literalStart
    guard count > 0 else { return }
    program.instructions.append(.literal(start: Int32(literalStart), count: Int32(count)))
    literalStart = program.literals.count
  }
}
