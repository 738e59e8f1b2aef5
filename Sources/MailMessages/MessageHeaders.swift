package import ByteText

/// The contents of a message's header.
package struct MessageHeaders: Sendable {
  package var from: Mailbox
  package var replyTo: Mailbox?
  package var to: Mailbox
  /// Any text; flattened and encoded when written.
  package var subject: String
  package var date: MailDate
  package var messageID: MessageID
  package var listID: ListID?
  package var unsubscription: Unsubscription?
  /// The language of both parts, a BCP 47 tag (RFC 3282).
  package var language: String?

  package init(
    from: Mailbox, to: Mailbox, subject: String, date: MailDate, messageID: MessageID
  ) {
    self.from = from
    self.to = to
    self.subject = subject
    self.date = date
    self.messageID = messageID
  }

  /// All fields except those of MIME, in writing order.
  package var fields: [HeaderField] {
    var fields: [HeaderField] = []
    forEachField { name, append in
      var bytes: [UInt8] = []
      append(&bytes)
      fields.append(HeaderField(name: name, value: String(decoding: bytes, as: UTF8.self)))
    }
    return fields
  }

  /// Writes the same fields in place.
  func write(into buffer: inout [UInt8]) {
    forEachField { name, append in HeaderField.write(name, into: &buffer, value: append) }
  }

  private typealias Append = (inout [UInt8]) -> Void

  /// Calls `body` with the name of each field and a function that appends its value.
  private func forEachField(_ body: (HeaderName, Append) -> Void) {
    // Local copies, so that no closure copies the whole header.
    let (date, from, to, subject, messageID) = (date, from, to, subject, messageID)
    body(.date) { date.append(to: &$0) }
    body(.from) { HeaderField.append(from, after: .from, to: &$0) }
    if let replyTo { body(.replyTo) { HeaderField.append(replyTo, after: .replyTo, to: &$0) } }
    body(.to) { HeaderField.append(to, after: .to, to: &$0) }
    body(.subject) { HeaderField.append(subject, after: .subject, to: &$0) }
    body(.messageID) { messageID.append(to: &$0) }
    if let listID { body(.listID) { listID.append(to: &$0) } }
    if let unsubscription {
      body(.listUnsubscribe) { unsubscription.append(to: &$0) }
      if unsubscription.isOneClick {
        body(.listUnsubscribePost) { $0.append(contentsOf: "List-Unsubscribe=One-Click".utf8) }
      }
    }
    // No person wrote it: vacation programs leave it unanswered (RFC 3834 section 5).
    body(.autoSubmitted) { $0.append(contentsOf: "auto-generated".utf8) }
    body(.autoResponseSuppress) { $0.append(contentsOf: "OOF, AutoReply".utf8) }
    if let language {
      body(.contentLanguage) { HeaderField.append(language, after: .contentLanguage, to: &$0) }
    }
  }
}

/// An instant with a zone offset, as the `Date` field shows it.
///
///     try MailDate(secondsSinceEpoch: 1_770_563_100, offsetMinutes: -300)
///     // Sun, 08 Feb 2026 10:05:00 -0500
package struct MailDate: Hashable, Sendable, CustomStringConvertible {
  package let secondsSinceEpoch: Int64
  /// Positive east of UTC.
  package let offsetMinutes: Int

  /// Throws for years before 1900 or after 9999 (RFC 5322 section 3.3) and offsets of a day or
  /// more.
  package init(secondsSinceEpoch: Int64, offsetMinutes: Int) throws(Fault) {
    guard (-1439...1439).contains(offsetMinutes),
      // 1900-01-02 to 9999-12-30, so that no offset leaves the years.
      (-2_208_902_400...253_402_128_000).contains(secondsSinceEpoch)
    else {
      throw Fault(
        .usage, code: "date-out-of-range",
        "a mail's date has a year from 1900 to 9999 and an offset below a day")
    }
    self.secondsSinceEpoch = secondsSinceEpoch
    self.offsetMinutes = offsetMinutes
  }

  /// Appends the value of the `Date` field.
  func append(to buffer: inout [UInt8]) {
    let civil = CivilDateTime(clock: secondsSinceEpoch + Int64(offsetMinutes) * 60)
    let (year, month, day) = civil.date.parts
    buffer.append(contentsOf: MailDateNames.weekdays[civil.date.weekday - 1].utf8)
    buffer.append(0x2C)
    buffer.append(UInt8(ascii: " "))
    buffer.append(digits: 2, of: day)
    buffer.append(UInt8(ascii: " "))
    buffer.append(contentsOf: MailDateNames.months[month - 1].utf8)
    buffer.append(UInt8(ascii: " "))
    buffer.append(digits: 4, of: year)
    buffer.append(UInt8(ascii: " "))
    for (index, unit) in [3_600, 60, 1].enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ":")) }
      buffer.append(digits: 2, of: civil.secondOfDay / unit % 60)
    }
    buffer.append(UInt8(ascii: " "))
    buffer.append(offsetMinutes < 0 ? UInt8(ascii: "-") : 0x2B)
    let offset = abs(offsetMinutes)
    buffer.append(digits: 4, of: offset / 60 * 100 + offset % 60)
  }

  package var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends the last so many decimal digits of a number that is not negative.
  fileprivate mutating func append(digits count: Int, of number: Int) {
    var divisor = 1
    for _ in 1..<count { divisor *= 10 }
    for _ in 0..<count {
      append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}

/// A message identifier (RFC 5322 section 3.6.4); equal parts give equal identifiers, so that a
/// repeated message is recognized.
package struct MessageID: Hashable, Sendable, CustomStringConvertible {
  /// Without angle brackets.
  package let description: String

  /// The identifier of a stream's message to a recipient for a slot: 130 bits of a SHA-256, from
  /// which nothing about the recipient can be read.
  ///
  /// - Parameters:
  ///   - recipient: bytes that identify the recipient, including its profile.
  ///   - slot: the start of the slot, in seconds since 1970.
  package init(stream: String, recipient: [UInt8], slot: Int64, domain: DomainName) {
    var hash = SHA256()
    hash.update(part: stream.utf8)
    hash.update(part: recipient)
    hash.update(part: String(slot).utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(27 + domain.description.utf8.count)
    Base32.append(hash.finish(), letters: 26, to: &bytes)
    bytes.append(UInt8(ascii: "@"))
    bytes.append(contentsOf: domain.description.utf8)
    description = String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the identifier in angle brackets.
  func append(to buffer: inout [UInt8]) { buffer.append(inAngleBrackets: description.utf8) }
}

/// Bits as lowercase letters and digits, five per character (the alphabet of RFC 4648 section 6).
enum Base32 {
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// Appends the first `letters` characters, or fewer if the bytes end before.
  static func append(_ bytes: [UInt8], letters: Int, to buffer: inout [UInt8]) {
    var left = letters
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 5, left > 0 {
        bitCount -= 5
        left -= 1
        buffer.append(alphabet[Int(bits >> bitCount & 31)])
      }
      bits &= 1 << bitCount - 1
      if left == 0 { break }
    }
  }
}

/// The name of a stream of messages, by which mail programs filter (RFC 2919).
package struct ListID: Hashable, Sendable {
  /// For example `digest.example.com`, without angle brackets.
  package let identifier: String
  package let displayName: String?

  /// Throws unless the identifier is at least two atoms joined by dots, of at most 255 bytes.
  package init(_ identifier: String, displayName: String? = nil) throws(Fault) {
    let atoms = identifier.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard atoms.count >= 2, identifier.utf8.count <= 255,
      atoms.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isAtomText) })
    else {
      throw Fault(.usage, code: "malformed-list-id", "\(identifier) is not atoms joined by dots")
    }
    self.identifier = identifier
    let flat = displayName.map(HeaderText.flatten) ?? ""
    self.displayName = flat.isEmpty ? nil : flat
  }

  /// Appends the value of the `List-Id` field.
  func append(to buffer: inout [UInt8]) {
    if let displayName {
      Phrase.append(displayName, after: .listID, to: &buffer)
      buffer.append(UInt8(ascii: " "))
    }
    buffer.append(inAngleBrackets: identifier.utf8)
  }
}

/// How a mail program unsubscribes its user (RFC 2369 section 3.2, RFC 8058).
package struct Unsubscription: Hashable, Sendable {
  package let uri: String

  /// Throws unless `UnsubscribeURI` says that a field can have the URI.
  package init(_ uri: String) throws(Fault) {
    guard UnsubscribeURI.isWellFormed(uri) else {
      throw Fault(
        .unusable, code: "malformed-uri",
        "\(uri) is no https, http or mailto URI of at most 900 bytes of ASCII")
    }
    self.uri = uri
  }

  /// Whether a POST over TLS can unsubscribe (RFC 8058 section 3.1).
  var isOneClick: Bool {
    uri.utf8.prefix(6).lazy.map(\.asciiLowercased).elementsEqual("https:".utf8)
  }

  /// Appends the value of the `List-Unsubscribe` field.
  func append(to buffer: inout [UInt8]) { buffer.append(inAngleBrackets: uri.utf8) }
}
