import Glibc
package import Notifications

extension Coordinates {
  /// The mean radius of the Earth in kilometers (IUGG).
  static let earthRadius = 6_371.0088

  /// Kilometers along a great circle, by the haversine formula, which stays exact for small
  /// distances; the Earth's flattening makes up to half a percent.
  package func distance(to other: Coordinates) -> Double {
    let radians = Double.pi / 180
    let latitudes = sin((other.latitude - latitude) * radians / 2)
    let longitudes = sin((other.longitude - longitude) * radians / 2)
    let haversine =
      latitudes * latitudes
      + cos(latitude * radians) * cos(other.latitude * radians) * longitudes * longitudes
    return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
  }
}

extension Area {
  /// Whether a place is no farther away than the radius.
  package func contains(_ place: Coordinates) -> Bool { center.distance(to: place) <= radius }
}
