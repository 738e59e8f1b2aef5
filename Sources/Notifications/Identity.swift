/// Text that names something and is compared as bytes.
///
/// Swift compares strings by canonical equivalence, so that ids in NFC and NFD would be one and the
/// same; two records or recipients are the same only when their UTF-8 is.
package protocol ByteIdentity: Hashable, Comparable, Sendable, CustomStringConvertible {
  var text: String { get }
}

extension ByteIdentity {
  @inlinable
  package static func == (left: Self, right: Self) -> Bool { left.text.hasBytes(of: right.text) }

  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = self.text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  package var description: String { text }
}

extension String {
  /// Whether both have the same UTF-8.
  ///
  /// One pass without an exit, eight bytes a step when it is compiled: ids are short and compared for
  /// every record.
  @usableFromInline
  func hasBytes(of other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        var difference: UInt8 = 0
        for index in 0..<left.count { difference |= left[index] ^ right[index] }
        return difference == 0
      }
    }
  }
}

/// The name of a mapping profile, such as `rooms`.
package struct ProfileName: ByteIdentity {
  package let text: String
  package init(_ text: String) { self.text = text }
}

/// Who a notification is for, as the export names them; unique within a profile.
package struct RecipientID: ByteIdentity {
  package let text: String
  package init(_ text: String) { self.text = text }
}

/// A notification's own id; unique within a profile and recipient.
package struct NotificationID: ByteIdentity {
  package let text: String
  package init(_ text: String) { self.text = text }
}
