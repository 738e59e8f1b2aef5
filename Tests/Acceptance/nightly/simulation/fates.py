"""The worlds of the nights, and what can befall a run."""

# By kind of world: people, days, and how many runs a day there are at most. In a hamlet most have
# monthly digests, urgent mails and pauses, rows are kept for longer than deliveries are remembered,
# and people are forgotten.
KINDS = {"village": (120, 20, 24), "town": (700, 40, 8), "city": (3000, 30, 2), "hamlet": (40, 150, 2)}
ORDER = ["village", "town", "city", "city", "hamlet", "city", "town", "city"]

# What can happen at a run, and how often beside the hundred that nothing happens to.
FATES = {
    "nothing": 100, "late": 12, "stale": 6, "old": 2, "empty": 2, "no bytes": 2, "torn": 3,
    "one empty": 2, "doubled": 7, "twice": 2, "back": 2, "far ahead": 2, "ahead": 1, "kill": 12, "tear": 3,
    "power": 14, "chain": 4, "full": 6, "broken": 3, "two": 4, "sender": 5, "down": 5, "again": 3,
}  # fmt: skip
