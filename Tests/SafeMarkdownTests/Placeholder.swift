import Testing

@testable import SafeMarkdown
