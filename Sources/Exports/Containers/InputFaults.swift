package import ByteText

extension Fault {
  /// It was written to, truncated or replaced while it was read.
  package static func changed(
    _ file: String, advice: String = "run the command again when the export is complete"
  ) -> Fault {
    Fault(
      .unusable, code: "changed", of: file, "it changed while it was being read", advice: advice)
  }

  static func outOfMemory(_ file: String) -> Fault {
    Fault(
      .unusable, code: "out-of-memory", of: file, "there is not enough memory",
      advice: "read the inputs in parts")
  }

  static let blank = "the file contains only white space"

  /// It has no bytes, or only white space, as a failed dump leaves it.
  static func empty(_ file: String, _ what: String) -> Fault {
    Fault(
      .unusable, code: "empty", of: file, what,
      advice: "run the export again; an export without notifications is [] or an empty table")
  }

  /// JSON is exchanged in UTF-8 (RFC 8259 section 8.1).
  static func utf16(_ file: String) -> Fault {
    Fault(
      .unusable, code: "utf16", of: file, "it is UTF-16",
      advice: "convert it: iconv -f UTF-16 -t UTF-8")
  }

  /// A temporary copy of an input was refused.
  static func noSpool(_ error: SystemError, folder: String, of file: String) -> Fault {
    Fault(
      .cannotCreate, code: "no-spool", of: file,
      "cannot write a temporary file to \(folder): \(error.words)",
      advice: "free some space there, or name another folder in TMPDIR")
  }

  /// Throws if the run was told to stop while it read a file.
  static func checkInterruption(of file: String) throws(Fault) {
    do { try Task.checkCancellation() } catch {
      var fault = Fault(
        .system, code: "interrupted", of: file, "reading was interrupted",
        advice: "run the command again")
      fault.isInterruption = true
      throw fault
    }
  }
}
