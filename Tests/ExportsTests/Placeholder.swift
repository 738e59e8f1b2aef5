import Testing

@testable import Exports
