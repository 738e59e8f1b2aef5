public import FoundationEssentials
import Marks
import Notifications

/// What people have read, deleted and put off since an export was made. Marking twice changes nothing.
public struct Marks: Sendable {
  private(set) var table = MarkTable()

  /// What happened to a notification.
  public enum Kind: Sendable {
    case read, deleted
    /// Put off until the mark's time.
    case later

    fileprivate var kind: Mark.Kind {
      switch self {
      case .read: .read
      case .deleted: .deleted
      case .later: .later
      }
    }
  }

  /// No marks.
  public init() {}

  /// Marks from files that `tidings state`, a page or `fileContents` made; of two, the later wins.
  ///
  /// - Throws: A `Fault` that names the file and line.
  public init(contentsOf files: [String]) throws(Fault) {
    do { table = try StateFile.read(files).marks } catch { throw Fault(error) }
  }

  /// Marks a notification of a recipient in a profile's system.
  public mutating func mark(
    _ id: String, as kind: Kind, of recipient: String, in profile: String, at time: Date
  ) {
    table.merge(
      Mark(
        profile: ProfileName(profile), recipient: RecipientID(recipient),
        notification: NotificationID(id), kind: kind.kind,
        time: Instant(second: time)))
  }

  /// The file that holds them, in `tidings.state/1`.
  public var fileContents: [UInt8] { StateFile.bytes(of: table) }
}
