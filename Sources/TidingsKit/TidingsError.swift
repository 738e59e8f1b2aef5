import ByteText
import Exports
import MailMessages
import Pipeline
import Recipients
import Rendering
import YAML

/// Why something could not be done: a fact, with the file it is about.
public struct TidingsError: Error, Sendable, CustomStringConvertible {
  /// What was at fault.
  public enum Subject: String, Sendable {
    /// An export, which is missing, unreadable, empty, foreign or changed.
    case export
    /// A profile, or a catalogue of words.
    case profile
    case template
    /// A file of marks.
    case marks
    /// The address of a reader or sender.
    case address
    /// A value of the settings.
    case setting
    /// The operating system.
    case system
  }

  /// What was at fault.
  public let subject: Subject
  /// The file that it is about.
  public let file: String?
  /// From 1.
  public let line: Int?
  /// What is wrong with it.
  public let reason: String

  /// `notifications.jsonl:17: …`
  public var description: String {
    let place = [file, line.map(String.init)].compactMap(\.self).joined(separator: ":")
    return place.isEmpty ? reason : "\(place): \(reason)"
  }

  init(_ subject: Subject, _ reason: String, file: String? = nil, line: Int? = nil) {
    self.subject = subject
    self.reason = reason
    self.file = file
    self.line = line
  }

  init(_ error: any Error) {
    switch error {
    case let error as TidingsError: self = error
    case let error as ExportError:
      self.init(.export, "\(error.reason)", file: error.file, line: error.location?.line)
    case let error as YAMLFileError:
      self.init(.profile, "\(error.key): \(error.reason)", file: error.file, line: error.line)
    case let error as SideFileError: self.init(.marks, "\(error.reason)", file: error.file)
    case let error as TemplateFolder.Failure:
      self.init(.template, "\(error.reason)", file: error.path)
    case let error as MailMessageError: self.init(.address, "\(error)")
    case let error as AddressError: self.init(.address, "\(error)")
    case let error as HeaderError: self.init(.address, "\(error)")
    case let error as SystemError: self.init(.system, "\(error)")
    default: self.init(.template, "\(error)")
    }
  }
}
