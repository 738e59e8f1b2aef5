import Notifications

/// Words for priorities in other languages, which no profile knows by itself.
enum DraftPriorities {
  private static let words: [Priority: Set<String>] = [
    .high: [
      "hoch", "dringend", "kritisch", "wichtig", "haute", "élevée", "elevee", "haut", "critique",
      "alta", "alto", "urgente", "crítica", "critica", "crítico", "critico", "importante",
      "высокий", "высокая", "срочно", "срочный", "важно", "عالية", "عالي", "عاجل", "גבוהה", "גבוה",
      "דחוף", "緊急", "高", "重要", "紧急",
    ],
    .normal: [
      "mittel", "moyenne", "moyen", "normale", "media", "medio", "média", "médio", "средний",
      "средняя", "обычный", "обычная", "متوسطة", "متوسط", "عادية", "عادي", "בינונית", "בינוני",
      "רגילה", "רגיל", "中", "普通",
    ],
    .low: [
      "niedrig", "gering", "basse", "faible", "bas", "baja", "bajo", "baixa", "baixo", "низкий",
      "низкая", "منخفضة", "منخفض", "נמוכה", "נמוך", "低",
    ],
  ]

  /// The words that the values of paths have for priorities, in the order of the values.
  static func words(of paths: [DraftField]) -> [(word: String, priority: Priority)] {
    paths.flatMap(\.values).compactMap { word in
      words.first { $0.value.contains(word.lowercased()) }.map { (word, $0.key) }
    }
  }
}
