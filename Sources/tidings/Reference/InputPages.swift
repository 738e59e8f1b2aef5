import ByteText
import Pipeline
import Profiles
import Recipients

/// Every key of the configuration file.
enum ConfigurationPage {
  static var markdown: String {
    var chapters = [
      """
      # Configuration reference

      Every key of `tidings.yaml`. Paths are relative to the folder of the file. `tidings init` writes
      a file that explains the same keys.

      """,
      "## The file\n\n" + table(ConfigurationKeys.root),
    ]
    for key in ConfigurationKeys.root where !key.members.isEmpty {
      let title = key.hasOwnNames ? "`\(key.name).NAME`" : "`\(key.name)`"
      chapters.append("## \(title)\n\n\(key.meaning)\n\n" + table(key.members))
    }
    return chapters.joined(separator: "\n")
  }

  private static func table(_ keys: [ConfigurationKey]) -> String {
    var table = MarkdownTable("Key", "Type", "Default", "Meaning")
    for key in keys {
      let standard = key.need == .required ? "required" : key.standard ?? ""
      let example = key.example.isEmpty ? "" : " Example: `\(key.example)`"
      table.append(["`\(key.name)`", key.type.name, standard, key.meaning + example])
    }
    return table.text
  }
}

/// Every key of a profile.
enum ProfilePage {
  static var markdown: String {
    var chapters = [
      """
      # Profile reference

      Every key that a profile may have. `NAME` and `TYPE` stand for names of your own. The bundled
      profiles are examples: `tidings profiles show rooms` prints one.

      """
    ]
    for section in ProfileSchema.sections {
      var table = MarkdownTable("Key", "Required", "Meaning")
      for key in section.members {
        table.append(["`\(key.name)`", key.isRequired ? "yes" : "", key.meaning])
      }
      let introduction = section.introduction.map { $0 + "\n\n" } ?? ""
      chapters.append("## \(section.title)\n\n\(introduction)\(table.text)")
    }
    return chapters.joined(separator: "\n")
  }
}

/// Every field of a recipients file.
enum RecipientPage {
  static var markdown: String {
    var table = MarkdownTable("Field", "Default", "Meaning")
    for field in RecipientField.allCases {
      let declared = field.declaration
      let others = declared.names.dropFirst().map { "`\($0)`" }.joined(separator: ", ")
      let also = others.isEmpty ? "" : " Also written \(others)."
      let meaning = "\(declared.meaning)\(also) Example: `\(declared.example)`"
      table.append(["`\(field.name)`", declared.standard, meaning])
    }
    let own = RecipientField.allCases.filter { !$0.isPreference }.map { "`\($0.name)`" }
    return """
      # Recipient reference

      Every field of a recipients file.

      Names match regardless of case and underscores: `timeZone`, `time_zone` and `TIMEZONE` are the
      same field. A dot means an object: `quietHours.start` is `{"quietHours": {"start": …}}`. If
      several spellings are present, the first one that is not null counts. An empty text counts as
      absent.

      All fields except \(own.dropLast().joined(separator: ", ")) and \(own.last ?? "") may also be in an
      object `preferences`.

      \(table.text)
      """
  }
}
