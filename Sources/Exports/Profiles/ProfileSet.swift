import ByteText
import FoundationEssentials
package import Notifications
import Profiles
package import YAML

/// The profiles of a run, by name.
package struct ProfileSet: Sendable {
  /// In the order of their names.
  package private(set) var profiles: [Profile]

  package init(_ profiles: [Profile]) {
    self.profiles = profiles.sorted { $0.name < $1.name }
  }

  /// The profiles that come with the tool.
  package static func bundled() throws(YAMLFileError) -> ProfileSet {
    var profiles: [Profile] = []
    for index in 0..<tidings_profile_count {
      let file = tidings_profile_at(index)
      let source = String(
        decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
      profiles.append(try Profile(yaml: source, file: String(cString: file.name)))
    }
    return ProfileSet(profiles)
  }

  /// The profiles of a folder: every `.yaml` and `.yml` in it, in the order of the files' names.
  package static func load(directory: String) throws(YAMLFileError) -> ProfileSet {
    func unreadable(_ path: String) -> YAMLFileError {
      let isThere = FileManager.default.fileExists(atPath: path)
      return YAMLFileError(
        file: path, line: 0, column: 0, key: "",
        reason: .unreadable(isThere ? "the system refuses it" : "it is not there"))
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: directory)
    } catch { throw unreadable(directory) }
    var profiles: [Profile] = []
    for name in names.sorted() where name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
      let path = directory + "/" + name
      let source: [UInt8]
      do { source = try OpenFile.bytes(of: path) } catch { throw unreadable(path) }
      var profile = try Profile(yaml: String(decoding: source, as: UTF8.self), file: path)
      profile.isOwn = true
      if profiles.contains(where: { $0.name == profile.name }) {
        throw YAMLFileError(
          file: path, line: 1, column: 1, key: "name",
          reason: .repeatedProfile(profile.name.text))
      }
      profiles.append(profile)
    }
    return ProfileSet(profiles)
  }

  package subscript(name: ProfileName) -> Profile? { profiles.first { $0.name == name } }

  /// These profiles and `others`, which take the place of those with their names.
  package func overridden(by others: ProfileSet) -> ProfileSet {
    ProfileSet(profiles.filter { others[$0.name] == nil } + others.profiles)
  }
}
