import Foundation
import TidingsKit

/// Answers requests for inboxes through CGI (RFC 3875), with the library alone: as long as a handler of
/// a web framework, and as an example of one.
///
///     EXPORT=notifications.jsonl PATH_INFO=/inbox/maya-ortiz inbox-handler
@main
struct InboxHandler {
  struct Response {
    var status = "200 OK"
    var type = "text/html; charset=utf-8"
    var body: [UInt8]
  }

  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    let response: Response
    do {
      response = try await respond(
        to: environment["PATH_INFO"] ?? "/", export: environment["EXPORT"] ?? "",
        now: environment["NOW"].flatMap(Double.init).map(Date.init(timeIntervalSince1970:)) ?? .now)
    } catch {
      response = Response(
        status: "503 Service Unavailable", type: "text/plain; charset=utf-8",
        body: Array("\(error)\n".utf8))
    }
    let head = "Status: \(response.status)\r\nContent-Type: \(response.type)\r\n\r\n"
    FileHandle.standardOutput.write(Data(head.utf8) + response.body)
  }

  static func respond(to path: String, export: String, now: Date) async throws -> Response {
    let parts = path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    let tidings = try Tidings()
    let inbox = try await tidings.read(
      [export], as: Tidings.Settings(now: now, timeZone: "America/New_York"))
    guard parts.count == 2, inbox.recipients.contains(parts[1]) else {
      return Response(
        status: "404 Not Found", type: "text/plain; charset=utf-8", body: Array("nobody\n".utf8))
    }
    let reader = Inbox.Reader(parts[1])
    switch parts[0] {
    case "inbox": return Response(body: try inbox.page(for: reader))
    case "digest":
      let digest = try inbox.digest(for: reader)
      return Response(type: "application/json", body: digest.document(.json))
    default:
      return Response(
        status: "404 Not Found", type: "text/plain; charset=utf-8", body: Array("nothing\n".utf8))
    }
  }
}
