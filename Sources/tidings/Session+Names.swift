import ByteText
import Digests
import Exports
import Notifications
import Pipeline

/// Checks that the recipients, types and fields named by options exist: a misspelled id must not look like
/// an empty inbox.
extension Session {
  /// Throws if an option names a recipient, a type or a field that nobody has.
  ///
  /// - Parameters:
  ///   - recipients: those of `--recipient`; nil for everyone.
  ///   - known: recipients known from elsewhere: a recipients file, pages of an earlier run.
  ///   - types: those of `--type`.
  func check(
    _ reading: Reading, recipients: Set<RecipientID>?, known: some Sequence<RecipientID> = [],
    types: [String] = []
  ) throws {
    do {
      try check(types, in: reading)
      try checkFields(of: reading)
      if let recipients { try check(recipients, in: reading, known: Set(known)) }
    } catch {
      // It may be in the part that could not be read.
      _ = try finish(reading)
      throw error
    }
  }

  private func check(
    _ recipients: Set<RecipientID>, in reading: Reading, known: Set<RecipientID>
  ) throws {
    // Exports without records cannot show who is missing.
    guard reading.hasRecords else { return }
    for recipient in recipients.sorted() {
      let isOwner = inputs.owner != nil && recipient == reading.owner
      if isOwner || known.contains(recipient) || reading.index.has(recipient) { continue }
      var search = NearestName(recipient.text)
      for name in known { search.consider(name.text.utf8) }
      if let nearest = reading.index.nearest(to: recipient) { search.consider(nearest.text.utf8) }
      throw Fault.noRecipient(recipient, nearest: search.nearest.map { RecipientID($0) })
    }
  }

  private func checkFields(of reading: Reading) throws {
    guard let filter = reading.selection.fields, reading.hasRecords,
      let name = reading.index.namesWithoutValues(of: filter).first
    else { return }
    let known = try reading.index.fieldNames()
    throw Fault.usage(
      "no record has a value of \(name)",
      FieldWarning.guess(name, among: known)
        ?? (known.isEmpty ? "tidings check shows the fields" : "the fields are \(known.listed())"))
  }

  private func check(_ types: [String], in reading: Reading) throws {
    guard !types.isEmpty, reading.hasRecords else { return }
    let known = KnownTypes(reading)
    for type in types where !known.has(type) {
      let keys = reading.index.types.map(\.key.text)
      throw Fault.usage(
        "no notification and no profile has the type \(type)",
        Fault.didYouMean(known.nearest(to: type))
          ?? (keys.isEmpty ? "tidings summary shows the types" : "the types are \(keys.listed())"))
    }
  }
}
