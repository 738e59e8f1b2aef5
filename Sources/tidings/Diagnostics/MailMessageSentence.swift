import Exports
import Rendering

extension Failure {
  /// The message about a recipient who cannot be mailed.
  init(_ error: MailMessageError) {
    let (message, advice) =
      switch error {
      case .noAddress: ("the recipient has no address", "give one in the recipients file")
      case .badAddress(let address, _):
        ("\(Self.cut(address)) is not an address", "correct the recipients file")
      case .badUnsubscribeURL(let url):
        ("the unsubscribe URL \(Self.cut(url)) cannot be used", "give an https URL of plain ASCII")
      case .badDate: ("--now is out of range for a mail's date", "use a year from 1 to 9999")
      }
    self.init(status: .noUsableData, message: message, advice: advice)
  }

  /// Values of a recipients file can have any length.
  private static func cut(_ text: String) -> String {
    text.cut(toBytes: CompanionReject.longestName)
  }
}
