import Notifications
import Testing

@testable import Recipients

struct AreaTests {
  /// Kilometers as the haversine formula gives them on a sphere of 6,371.0088 km, worked out with
  /// Python's `math`.
  @Test(arguments: [
    (52.5200, 13.4050, 48.8566, 2.3522, 877.46),
    (0, 0, 0, 180, 20_015.11), (90, 0, -90, 0, 20_015.11), (0, 179.5, 0, -179.5, 111.19),
    (52.52, 13.405, 52.5245, 13.405, 0.5004), (10, 20, 10, 20, 0),
  ])
  func `Distances are those of a great circle`(
    latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double,
    kilometers: Double
  ) throws {
    let here = try #require(Coordinates(latitude: latitude, longitude: longitude))
    let there = try #require(Coordinates(latitude: otherLatitude, longitude: otherLongitude))
    #expect(abs(here.distance(to: there) - kilometers) < 0.01)
    #expect(abs(there.distance(to: here) - kilometers) < 0.01)
  }

  @Test func `What is exactly as far away as the radius is still inside`() throws {
    let center = try #require(Coordinates(latitude: 52.52, longitude: 13.405))
    let place = try #require(Coordinates(latitude: 52.5, longitude: 13.4))
    let distance = center.distance(to: place)
    #expect(Area(center: center, radius: distance).contains(place))
    #expect(!Area(center: center, radius: distance.nextDown).contains(place))
    #expect(Area(center: center, radius: 0).contains(center))
  }
}
