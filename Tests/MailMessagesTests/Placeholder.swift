import Testing

@testable import MailMessages
