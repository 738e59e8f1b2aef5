package import ByteText
import CProfiles
import Dispatch
import Notifications
import Synchronization

/// A bundled profile's text, cut in two without parsing it: what detection and the index need, and
/// what shows notifications.
///
/// It knows the form in which the bundled profiles are written, which tests hold them to: a key of
/// the profile begins a line, a type is indented by two spaces, and a type's keys by four.
struct ProfileOutline {
  private(set) var facts = ""
  private(set) var presentation = ""
  private(set) var types: [TypeFacts] = []

  init(_ source: String) {
    source.withBytes { source in
      // Where the lines of the latest key begin, and whose they are.
      var (start, key) = (0, "")
      var line = 0
      while line < source.count {
        let end = ByteSearch.first(UInt8(ascii: "\n"), in: source.span.bytes, from: line)
        let next = end.map { $0 + 1 } ?? source.count
        if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(source[line]) {
          append(source[start..<line], of: key)
          (start, key) = (line, Self.key(in: source[line..<next]))
        } else if key == "types" {
          readType(source[line..<next])
        }
        line = next
      }
      append(source[start...], of: key)
    }
  }

  private mutating func append(_ lines: Slice<UnsafeBufferPointer<UInt8>>, of key: String) {
    let text = String(decoding: UnsafeBufferPointer(rebasing: lines), as: UTF8.self)
    if Presentation.keys.contains(key) { presentation += text } else { facts += text }
  }

  /// What a line before a colon says.
  private static func key(in line: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
  }

  /// Reads a line of the types: a key, or what the type before it has.
  private mutating func readType(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
    let text = line.drop { $0 == UInt8(ascii: " ") }
    guard let first = text.first, first != UInt8(ascii: "#") else { return }
    switch text.startIndex - line.startIndex {
    case 2: types.append(TypeFacts(key: TypeKey(normalizing: Self.key(in: text))))
    case 4 where text.starts(with: "label:".utf8): types[types.count - 1].hasOwnLabel = true
    case 4 where text.starts(with: "priority: ".utf8):
      let word = String(decoding: text.dropFirst(10).dropLast(), as: UTF8.self)
      types[types.count - 1].defaultPriority = Priority(word: word) ?? .normal
    default: break
    }
  }
}

extension ProfileSet {
  /// The profiles that come with the tool, read on all cores.
  package static func bundled() throws(Fault) -> ProfileSet {
    let read: Mutex<[Result<Profile, Fault>]> = Mutex([])
    DispatchQueue.concurrentPerform(iterations: tidings_profile_count) { index in
      let file = tidings_profile_at(index)
      let source = String(
        decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
      let profile = Result { () throws(Fault) in
        try Profile(bundled: source, file: String(cString: file.name))
      }
      read.withLock { $0.append(profile) }
    }
    var profiles: [Profile] = []
    for profile in read.withLock({ $0 }) { profiles.append(try profile.get()) }
    return ProfileSet(profiles)
  }
}
