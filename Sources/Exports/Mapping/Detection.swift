public import Notifications

/// Whose records a file holds.
public struct Detection: Equatable, Sendable {
  /// The profile of most of the records that were looked at.
  public var profile: ProfileName
  /// Every profile with points, the most first.
  public var scores: [Score]

  public struct Score: Equatable, Sendable {
    public var profile: ProfileName
    /// Summed over the records that were looked at.
    public var points: Int
    /// How many of them this profile fits better than any other.
    public var records: Int
  }
}

/// Why nobody can say whose records a file holds; both come with the scores, the best three of which
/// help to name the profile by hand.
public enum DetectionError: Error, Equatable, Sendable {
  /// No profile fits any of the records.
  case noMatch([Detection.Score])
  /// Several profiles fit equally well.
  case tie([Detection.Score])
}

/// Collects the scores of a file's first records.
struct DetectionVote {
  /// How many records are looked at.
  static let sampleSize = 50

  private let names: [ProfileName]
  private var points: [Int]
  private var wins: [Int]
  private var hasCandidates = false

  init(_ plan: RecordPlan) {
    names = plan.profiles.map(\.name)
    points = Array(repeating: 0, count: names.count)
    wins = points
  }

  mutating func add(_ scores: [(points: Int, isEnough: Bool)]) {
    for (index, score) in scores.enumerated() {
      points[index] += score.points
      if score.isEnough { hasCandidates = true }
    }
    if let winner = DetectionVote.winner(scores) { wins[winner] += 1 }
  }

  /// The one profile that has enough points and more than any other; nil where there is none.
  static func winner(_ scores: [(points: Int, isEnough: Bool)]) -> Int? {
    var best: Int?
    var isTied = false
    for (index, score) in scores.enumerated() where score.isEnough {
      guard let leader = best, scores[leader].points >= score.points else {
        best = index
        isTied = false
        continue
      }
      if scores[leader].points == score.points { isTied = true }
    }
    return isTied ? nil : best
  }

  /// The profile with most records; the first by name where two have as many, as each record is
  /// told by itself anyway.
  func result() throws(DetectionError) -> Detection {
    let scores = names.indices.filter { points[$0] > 0 }
      .map { Detection.Score(profile: names[$0], points: points[$0], records: wins[$0]) }
      .sorted {
        ($1.records, $1.points, $0.profile.text) < ($0.records, $0.points, $1.profile.text)
      }
    guard let best = scores.first, hasCandidates else { throw .noMatch(scores) }
    guard best.records > 0 else { throw .tie(scores) }
    return Detection(profile: best.profile, scores: scores)
  }
}
