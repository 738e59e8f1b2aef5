import Testing

@testable import Notifications
