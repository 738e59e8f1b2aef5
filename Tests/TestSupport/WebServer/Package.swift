// swift-tools-version: 6.2
import PackageDescription

// A package of its own: neither the product nor its other tests depend on a web framework.
let package = Package(
  name: "WebServer",
  dependencies: [
    .package(name: "tidings", path: "../../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.0.0"),
  ],
  targets: [
    .executableTarget(
      name: "WebServer",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "TidingsKit", package: "tidings"),
      ])
  ])
