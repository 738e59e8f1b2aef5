import ByteText

/// Why something could not be done: what happened, where, and what to do.
public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is at fault.
  public enum Kind: String, Sendable {
    /// A value of the settings, a profile, a template or an address: the program's.
    case setting
    /// An export or another file that is not as it should be.
    case content
    /// A file that is not there, or cannot be read.
    case missing
    /// The operating system.
    case system
  }

  /// What is at fault.
  public let kind: Kind
  /// A name of the case that stays the same, such as `utf16`: letters, digits and hyphens.
  public let code: String
  /// The file that it is about; nil where there is none.
  public let file: String?
  /// From 1.
  public let line: Int?
  /// The field, column or key with the fault.
  public let field: String?
  /// What happened and where: the sentence that the command line prints.
  public let sentence: String
  /// What to do; nil where the sentence says it.
  public let advice: String?

  /// The sentence with the advice.
  public var description: String { advice.map { "\(sentence); \($0)" } ?? sentence }

  init(_ kind: Kind, code: String, _ sentence: String, field: String? = nil) {
    (self.kind, self.code, self.sentence, self.field) = (kind, code, sentence, field)
    (file, line, advice) = (nil, nil, nil)
  }

  /// - Parameter path: of a file of our own, which says nothing to the caller.
  init(_ error: any Error, hiding path: String? = nil) {
    switch error {
    case let fault as Fault: self = fault
    case var fault as ByteText.Fault:
      let field = fault.field
      // Advice for the command line helps no program.
      if fault.isInterruption || path.map({ fault.advice?.contains($0) ?? false }) ?? false {
        fault.advice = nil
      }
      if path != nil, fault.file == path {
        fault.file = nil
        if let words = fault.place?.words, !words.isEmpty {
          (fault.what, fault.field) = ("\(words): \(fault.sentence)", nil)
        }
      }
      self.init(fault, field: field)
    case let error as SystemError: self.init(.system, code: "system", error.words)
    case EncodingError.invalidValue(_, let place):
      let field = place.codingPath.map(\.stringValue).joined(separator: ".")
      self.init(
        .content, code: "unencodable", "\(field): the value cannot be written as JSON",
        field: field)
    default: self.init(.content, code: "other", "\(error)")
    }
  }

  private init(_ fault: ByteText.Fault, field: String?) {
    kind =
      switch fault.kind {
      case .usage: .setting
      case .unusable: .content
      case .noInput: .missing
      case .system, .cannotCreate, .cannotWrite, .busy: .system
      }
    (code, file, line) = (fault.code, fault.file, fault.place?.line)
    (self.field, sentence, advice) = (field, fault.account, fault.advice)
  }
}
