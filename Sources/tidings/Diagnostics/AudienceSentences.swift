import CompiledMustache
import Exports
import Pipeline

extension Audience {
  /// Fields of the recipients file that are nearly ones that say something. Others are the app's own
  /// business.
  func warnings(_ path: String?) -> [String] {
    guard let path else { return [] }
    return unknownFields.compactMap { field in
      NearestName.of(field, among: RecipientReading.fieldNames).map {
        "\(path): \(field) is no field of recipients; did you mean \($0)?"
      }
    }
  }
}
