import Testing

@testable import CompiledMustache
