import Foundation
import Hummingbird
import TidingsKit

/// A row of the app's own table. Its keys are usual names; a profile reads any others.
struct Row: Codable, Sendable {
  var id: Int
  var userId: String
  var type: String
  var title: String
  var message: String
  var createdAt: Date
  var readAt: Date?
}

/// One value serves all requests.
struct Notifications: Sendable {
  let tidings: Tidings
  let link: SignedLink
  let now: @Sendable () -> Date
  /// The query: a user's rows.
  let rows: @Sendable (String) async throws -> [Row]

  var routes: Router<BasicRequestContext> {
    let router = Router()
    router.get("inbox/:user", use: page)
    router.get("home/:user", use: home)
    router.get("feed/:user", use: feed)
    router.post("check", use: check)
    router.post("off/:user", use: unsubscribe)
    return router
  }

  func inbox(of user: String) async throws -> Inbox {
    let settings = Tidings.Settings(now: now(), timeZone: "Europe/Berlin", locale: "de")
    return try await tidings.read(rows: rows(user), as: settings)
  }

  func answer(_ document: [UInt8], _ type: String) -> Response {
    // In parts: a slow phone does not make the server hold a second copy.
    let body = ResponseBody(contentLength: document.count) { writer in
      for chunk in Chunks(document) { try await writer.write(ByteBuffer(bytes: chunk)) }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: type], body: body)
  }

  @Sendable func page(_: Request, _ context: BasicRequestContext) async throws -> Response {
    let user = try context.parameters.require("user")
    let page = try await inbox(of: user).page(for: Inbox.Reader(user))
    return answer(page, "text/html; charset=utf-8")
  }
}

extension Notifications {
  /// Reads an export while somebody sends it; nothing of it is written to a disk.
  @Sendable func check(_ request: Request, _: BasicRequestContext) async throws -> String {
    do {
      let inbox = try await tidings.read(
        chunks: request.body.map { Array($0.readableBytesView) }, as: Tidings.Settings(now: now()))
      return "\(inbox.recipients.count) people, \(inbox.rejects.count) bad records\n"
    } catch let fault as Fault {
      throw HTTPError(.unprocessableContent, message: "\(fault.code): \(fault)")
    }
  }

  /// One click (RFC 8058): the signature proves whose link it is.
  @Sendable func unsubscribe(
    _ request: Request, _ context: BasicRequestContext
  ) async throws -> String {
    let user = try context.parameters.require("user")
    guard let signature = request.uri.queryParameters["s"], link.proves(String(signature), of: user)
    else { throw HTTPError(.forbidden) }
    return "no mail for \(user)\n"
  }

  /// A digest in a page of the app's own.
  @Sendable func home(_: Request, _ context: BasicRequestContext) async throws -> Response {
    let user = try context.parameters.require("user")
    let digest = try await inbox(of: user).digest(for: Inbox.Reader(user)).document(.fragment)
    let page = Array("<!doctype html><title>Home</title><main>".utf8) + digest
    return answer(page, "text/html; charset=utf-8")
  }

  @Sendable func feed(_: Request, _ context: BasicRequestContext) async throws -> Response {
    let user = try context.parameters.require("user")
    let feed = try await inbox(of: user).feed(for: Inbox.Reader(user), app: "Compass")
    return answer(feed.json, "application/feed+json")
  }
}

@main
struct WebServer {
  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let all = try decoder.decode(
      [Row].self, from: Data(contentsOf: URL(filePath: environment["ROWS"] ?? "rows.json")))
    let notifications = Notifications(
      tidings: try Tidings(),
      link: try SignedLink(
        "https://example.org/off/{recipient}?s={signature}",
        secret: (environment["SECRET"] ?? "").utf8),
      now: {
        environment["NOW"].flatMap(Double.init).map(Date.init(timeIntervalSince1970:)) ?? .now
      }, rows: { user in all.filter { $0.userId == user } })
    let port = environment["PORT"].flatMap(Int.init) ?? 8080
    let application = Application(
      router: notifications.routes,
      configuration: .init(address: .hostname("127.0.0.1", port: port)))
    try await application.runService()
  }
}
