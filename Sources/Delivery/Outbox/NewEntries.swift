import Glibc

/// The files and folders that a run made before it had anything to keep. A run that is refused leaves
/// none of them behind.
final class NewEntries {
  /// Each before the folder that it is in.
  private var paths: [String] = []
  private var areKept = false

  /// Notes `path` and the folders above it, those that are not there yet: they are about to be made.
  func note(_ path: String) {
    var missing: [String] = []
    var path = path
    var status = stat()
    while lstat(path, &status) != 0, errno == ENOENT {
      missing.append(path)
      let above = parent(of: path)
      if above == path { break }
      path = above
    }
    paths = missing + paths
  }

  /// Notes a file that was made a moment ago.
  func noteMade(_ path: String) { paths.insert(path, at: 0) }

  /// There is something to keep: `remove` leaves everything as it is.
  func keep() { areKept = true }

  /// Removes what was made, while the locks are still held. Folders that hold something stay.
  func remove() {
    if areKept { return }
    for path in paths { _ = Glibc.remove(path) }
    paths = []
  }

  deinit { remove() }
}
