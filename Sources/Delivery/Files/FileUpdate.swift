/// Keeps other processes from changing a file while this one does.
package enum FileUpdate {
  /// Makes a change for which the file is read and written; two at once wait for each other, so that
  /// neither loses what the other did.
  ///
  /// The lock is a file beside it, `.NAME.lock`, which stays: the file itself is replaced whole.
  package static func locked<Answer>(
    _ path: String, _ change: () throws -> Answer
  ) throws -> Answer {
    let place = try Place(path)
    let lock = try Lock("." + place.name + ".lock", in: place.folder, waits: true)
    return try withExtendedLifetime(lock) { try change() }
  }
}
