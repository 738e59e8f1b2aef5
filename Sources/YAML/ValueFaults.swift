package import ByteText

extension YAMLNode {
  /// - Parameter what: what is wrong; the key stands before it.
  package func fault(_ code: String, _ what: String, advice: String) -> Fault {
    var fault = YAMLFile.fault(code, what, of: file, at: place, advice: advice)
    fault.field = key.isEmpty ? nil : key
    return fault
  }

  /// A fault whose sentence begins with the key: `hour occurs twice`.
  private func fault(_ code: String, ofKey what: String, advice: String) -> Fault {
    fault(code, (key.isEmpty ? "it" : key) + " " + what, advice: advice)
  }

  /// The same fault, at this value.
  package func fault(_ inner: Fault) -> Fault {
    let what =
      inner.what.hasPrefix("it cannot") && !key.isEmpty ? key + inner.what.dropFirst(2) : inner.what
    return fault(inner.code, what, advice: inner.advice ?? "change the value")
  }

  /// An empty value of the command line, as an unset variable of a shell leaves it.
  package var empty: Fault {
    fault(
      "empty", ofKey: "is empty",
      advice: "give it a value, or leave it out; an unset variable is empty")
  }

  package var repeatedKey: Fault {
    fault("repeated-key", ofKey: "occurs twice", advice: "keep one of them")
  }

  package func unknownKey(_ name: String, allowed: [String]) -> Fault {
    fault(
      "unknown-key", "there is no such key",
      advice: Fault.choice(name, of: allowed, called: "the choices"))
  }

  /// A value that is none of the known words.
  package func unknownWord(_ word: String, allowed: [String]) -> Fault {
    fault(
      "unknown-word", allowed.lack(word),
      advice: allowed.guess(word)
        ?? (allowed.isEmpty
          ? "name it where the file lists them, or leave it out" : "choose one of them"))
  }

  /// A text that is not what it should be, such as "a duration such as 5m, 24h or 7d".
  ///
  /// - Parameter nearest: what was probably meant.
  package func malformed(_ text: String, expected: String, nearest: String? = nil) -> Fault {
    fault(
      "malformed", "\(text) is not \(expected)",
      advice: Fault.didYouMean(nearest) ?? "change the value")
  }

  /// A key that another one excludes.
  package func contradiction(with other: String) -> Fault {
    fault("contradiction", ofKey: "cannot be combined with \(other)", advice: "keep one of the two")
  }

  /// A pattern's `{name}` that no value bears.
  package func unknownName(_ name: String, allowed: [String]) -> Fault {
    fault(.unknownName(name, allowed: allowed))
  }

  package func wrongType(expected: String, found: String) -> Fault {
    fault("wrong-type", ofKey: "must be \(expected), not \(found)", advice: "change the value")
  }

  /// The fault of a mapping that lacks a key.
  ///
  /// - Parameter example: a command that prints a valid file.
  package func missing(_ name: String, example: String) -> Fault {
    YAMLNode(node: node, outer: key, name: name, file: file).fault(
      "missing", ofKey: "is missing", advice: "add it; \(example) is an example")
  }
}

extension Fault {
  /// A name that nothing around a value has.
  package static func unknownName(_ name: String, allowed: [String]) -> Fault {
    Fault(
      .usage, code: "unknown-name", "no value is called {\(name)}",
      advice: choice(name, of: allowed, called: "the choices"))
  }
}
