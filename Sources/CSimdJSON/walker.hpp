#pragma once
#include <simdjson.h>

#include <cstring>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "CSimdJSON.h"
#include "paths.hpp"

namespace tidings {

/// The key that came last time at a place of an object: records of one export mostly have the same
/// keys in the same order, so that a comparison of bytes replaces the lookup.
struct Guess {
  static constexpr size_t longest = 56;
  uint32_t node = none;
  /// With the closing quote; 0 where there is no guess.
  uint8_t length = 0;
  char bytes[longest];

  /// Whether a name begins with these bytes. A call of memcmp takes longer than comparing.
  bool begins(const char *name) const {
    if (length < 8) {
      for (size_t at = 0; at < length; at++)
        if (name[at] != bytes[at]) return false;
      return length > 0;
    }
    for (size_t at = 0; at + 8 < length; at += 8)
      if (!same_eight(name + at, bytes + at)) return false;
    return same_eight(name + length - 8, bytes + length - 8);
  }

 private:
  /// Of a size that the compiler knows: one comparison.
  static bool same_eight(const char *left, const char *right) {
    return memcmp(left, right, 8) == 0;
  }
};

/// What the walk knows of a node.
struct NodeState {
  uint32_t slot = none;
  /// The instance of the parent in which it was seen last.
  uint32_t seen = 0;
  /// Its spelling there.
  const char *name = nullptr;
  size_t name_length = 0;
};

/// An object or array that has begun.
struct Frame {
  /// The node whose members these are; none where no path leads.
  uint32_t node;
  /// Where the bracket stands.
  uint32_t start;
  /// How many keys have been read.
  uint32_t keys;
  /// Tells this object from others at the same node.
  uint32_t instance;
  bool is_object;
};

}  // namespace tidings

struct tidings_json_walker {
  // Stage 1 of simdjson: validates UTF-8 and finds the tokens, by whatever instructions there are.
  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;

  // What was scanned.
  const char *bytes = nullptr;
  size_t length = 0;
  const uint32_t *tokens = nullptr;
  uint32_t token_count = 0;
  uint32_t cursor = 0;

  // The walk under way.
  const tidings_json_paths *paths = nullptr;
  size_t limit = 0;
  uint32_t at = 0;
  /// The first backslash at or after the last string; strings before it are taken as they are.
  size_t backslash = 0;
  tidings_json_error error = TIDINGS_JSON_OK;
  uint32_t notices = 0;
  size_t error_offset = 0;
  size_t end_offset = 0;
  bool collects = false;
  std::vector<tidings::Frame> frames;
  uint32_t instances = 0;

  // By slot, and the slots that are not ABSENT.
  std::vector<tidings_json_value> values;
  std::vector<uint32_t> filled;
  // By node; kept together and small, as every member of every record is looked up here.
  std::vector<tidings::NodeState> nodes;
  std::vector<std::vector<tidings::Guess>> guesses;
  std::vector<tidings_json_member> members;
  /// Names of the members, once there are more than can be compared one by one.
  std::map<std::string_view, size_t> member_names;
  /// The member whose value is being read; none for one that a path names.
  size_t member = SIZE_MAX;

  /// Unescaped strings; never grows during a walk.
  std::unique_ptr<char[]> text;
  size_t text_used = 0;

  tidings_json_error scan(const char *begin, size_t size);
  tidings_json_error walk(size_t end, const tidings_json_paths *table, bool collect);

 private:
  void prepare(const tidings_json_paths *table);
  bool run();
  bool value(uint32_t node, tidings_json_value &result);
  bool open(uint32_t node, bool is_object);
  bool close();
  bool key(uint32_t &node, tidings_json_value &name);
  bool string(tidings_json_value &result);
  bool scalar(tidings_json_value &result);
  bool fail(tidings_json_error reason, size_t offset);
  uint32_t find(tidings::Frame &frame, const char *open, tidings_json_value &name);
  void enter(uint32_t node, std::string_view raw, const tidings::Frame &frame);
  /// A null does not displace what another spelling of the name (`user_id`, `userId`) gave.
  void store(uint32_t node, const tidings_json_value &value) {
    const uint32_t slot = nodes[node].slot;
    if (slot == tidings::none) return;
    tidings_json_value &held = values[slot];
    if (value.kind == TIDINGS_JSON_NULL && held.kind != TIDINGS_JSON_ABSENT) return;
    held = value;
    filled.push_back(slot);
  }
  void clear_below(uint32_t node);
  void collect(const tidings_json_value &name);
  size_t token_end(uint32_t token) const;
  size_t token_offset() const { return at < token_count ? tokens[at] : length; }
};
