/// Runs a program over values.
///
/// Registers are the only state besides the output: one allocation a rendering, none a tag. A
/// register holds a whole list and a position in it, so that going on to the next record changes one
/// integer instead of counting references.
struct Executor {
  private struct Register {
    var records: [RecordValues]
    var index: Int
  }

  private let program: Program
  private let kind: TemplateKind
  private var registers: [Register]
  /// Where to go on after each call that is running.
  private var returns: [Int] = []
  private var callsLeft = TemplateLimit.calls

  init(_ program: Program, _ kind: TemplateKind, _ values: RecordValues) {
    self.program = program
    self.kind = kind
    registers = Array(repeating: Register(records: [], index: 0), count: program.registers)
    registers[0].records = [values]
  }

  mutating func run(into output: inout [UInt8]) {
    // Unchecked access to what the compiler made: a fifth of the time of a small digest.
    program.instructions.withUnsafeBufferPointer { instructions in
      program.literals.withUnsafeBufferPointer { literals in
        run(instructions, literals, into: &output)
      }
    }
  }

  private mutating func run(
    _ instructions: UnsafeBufferPointer<Instruction>, _ literals: UnsafeBufferPointer<UInt8>,
    into output: inout [UInt8]
  ) {
    var step = 0
    while step < instructions.count {
      let instruction = instructions[step]
      step += 1
      switch instruction {
      case .literal(let start, let count):
        let range = Int(start)..<Int(start) + Int(count)
        output.append(contentsOf: UnsafeBufferPointer(rebasing: literals[range]))
      case .text(let place): kind.text.append(text(place), to: &output)
      case .destination(let place): kind.destination.append(text(place), to: &output)
      case .verbatim(let place): output.append(contentsOf: text(place).utf8)
      case .integer(let place): append(integer(place), to: &output)
      case .flag(let place): output.append(contentsOf: (flag(place) ? "true" : "false").utf8)
      case .namedText(let place, let name, let escaped):
        let text = namedText(place, name)
        if escaped {
          kind.text.append(text, to: &output)
        } else {
          output.append(contentsOf: text.utf8)
        }
      case .jump(let target): step = Int(target)
      case .jumpUnless(let condition, let target): if !holds(condition) { step = Int(target) }
      case .jumpIf(let condition, let target): if holds(condition) { step = Int(target) }
      case .enter(let place, let register, let target):
        if !enter(place, Int(register)) { step = Int(target) }
      case .next(let register, let body): if advance(Int(register)) { step = Int(body) }
      case .call(let target): call(Int(target), from: &step)
      case .return: step = returns.popLast() ?? instructions.count
      }
    }
  }

  // MARK: Control

  private mutating func enter(_ place: Place, _ register: Int) -> Bool {
    let records = records(place)
    guard !records.isEmpty else { return false }
    registers[register] = Register(records: records, index: 0)
    return true
  }

  private mutating func advance(_ register: Int) -> Bool {
    registers[register].index += 1
    return registers[register].index < registers[register].records.count
  }

  /// Past the limit a call does nothing: data may make a partial recurse for ever.
  private mutating func call(_ target: Int, from step: inout Int) {
    guard callsLeft > 0 else { return }
    callsLeft -= 1
    returns.append(step)
    step = target
  }

  private func holds(_ condition: Condition) -> Bool {
    switch condition {
    case .textIsNotEmpty(let place): !text(place).isEmpty
    case .integerIsNotZero(let place): integer(place) != 0
    case .flag(let place): flag(place)
    case .hasRecords(let place): !records(place).isEmpty
    case .namedTextIsNotEmpty(let place, let name): !namedText(place, name).isEmpty
    case .textEquals(let place, let name):
      text(place).utf8.elementsEqual(program.names[Int(name)].utf8)
    }
  }

  // MARK: Values

  private func text(_ place: Place) -> String {
    let register = Int(place.register)
    return registers[register].records[registers[register].index].texts[Int(place.slot)]
  }

  private func integer(_ place: Place) -> Int {
    let register = Int(place.register)
    return registers[register].records[registers[register].index].integers[Int(place.slot)]
  }

  private func flag(_ place: Place) -> Bool {
    let register = Int(place.register)
    let flags = registers[register].records[registers[register].index].flags
    return flags & (1 << UInt64(place.slot)) != 0
  }

  private func records(_ place: Place) -> [RecordValues] {
    let register = Int(place.register)
    return registers[register].records[registers[register].index].records[Int(place.slot)]
  }

  private func namedText(_ place: Place, _ name: Int32) -> String {
    records(place).first?.text(named: program.names[Int(name)]) ?? ""
  }

  /// Appends the decimal digits of an integer.
  private func append(_ integer: Int, to output: inout [UInt8]) {
    if integer < 0 { output.append(UInt8(ascii: "-")) }
    let start = output.count
    var rest = integer.magnitude
    repeat {
      output.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    if output.count - start > 1 { output[start...].reverse() }
  }
}
