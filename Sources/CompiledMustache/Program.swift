/// The register and slot of a value in a running template.
struct ValueLocation: Hashable, Sendable {
  var register: UInt16
  var slot: UInt16
}

/// One step of a compiled template; targets are indices of instructions.
///
/// It holds no references, so that stepping counts none.
enum Instruction: Sendable {
  case literal(start: Int32, count: Int32)
  case text(ValueLocation)
  case destination(ValueLocation)
  /// A part of an address.
  case component(ValueLocation)
  case verbatim(ValueLocation)
  case integer(ValueLocation)
  case namedText(ValueLocation, name: Int32, isComponent: Bool)
  case jumpUnless(Condition, Int32)
  case jumpIf(Condition, Int32)
  /// Sets a register to the first record of a list, or jumps if the list is empty.
  case enter(ValueLocation, register: UInt16, orJump: Int32)
  /// Moves a register to its next record and jumps back, or goes on after the last.
  case next(register: UInt16, body: Int32)
}

enum Condition: Sendable {
  case textIsNotEmpty(ValueLocation)
  case integerIsNotZero(ValueLocation)
  case flag(ValueLocation)
  case hasRecords(ValueLocation)
  case namedTextIsNotEmpty(ValueLocation, name: Int32)
}

struct Program: Sendable {
  var instructions: [Instruction] = []
  /// All text between tags.
  var literals: [UInt8] = []
  /// The names to look up at run time.
  var names: [String] = []
  /// The number of registers; register 0 holds the record to render.
  var registers = 1
}

/// Builds a program: joins adjacent literals and fills in jump targets.
struct ProgramBuilder {
  private(set) var program = Program()
  private var nameIndices: [[UInt8]: Int32] = [:]
  private var literalStart = 0

  var isTooLarge: Bool {
    program.instructions.count > TemplateLimit.instructions
      || program.literals.count > TemplateLimit.literalBytes
  }

  var literalCount: Int { program.literals.count }

  mutating func add(literal bytes: some Collection<UInt8>) {
    program.literals.append(contentsOf: bytes)
  }

  mutating func add(_ instruction: Instruction) {
    endLiteral()
    program.instructions.append(instruction)
  }

  /// The index of the next instruction, as a jump target.
  mutating func here() -> Int32 {
    endLiteral()
    return Int32(program.instructions.count)
  }

  /// Adds an instruction whose target is set later; returns its index.
  mutating func addPending(_ instruction: Instruction) -> Int {
    add(instruction)
    return program.instructions.count - 1
  }

  /// Sets the targets of the pending instructions to the next instruction.
  mutating func land(_ pending: [Int]) {
    let target = here()
    for index in pending {
      switch program.instructions[index] {
      case .jumpUnless(let condition, _):
        program.instructions[index] = .jumpUnless(condition, target)
      case .jumpIf(let condition, _): program.instructions[index] = .jumpIf(condition, target)
      case .enter(let location, let register, _):
        program.instructions[index] = .enter(location, register: register, orJump: target)
      case .literal, .text, .destination, .component, .verbatim, .integer, .namedText, .next: break
      }
    }
  }

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
