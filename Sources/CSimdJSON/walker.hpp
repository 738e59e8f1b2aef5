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
  /// With the closing quote.
  static constexpr size_t longest = 48;
  uint32_t node = none;
  /// With the closing quote. As long as nothing is learnt, bytes that UTF-8 has not.
  uint32_t length = 8;
  /// Of the first eight bytes those that belong to the name.
  uint64_t mask = UINT64_MAX;
  char bytes[longest] = {-1, -1, -1, -1, -1, -1, -1, -1};

  /// Whether a name begins with these bytes, and so is this name, as only its end has a quote. Eight
  /// bytes at a time: a call of memcmp takes longer than comparing.
  bool begins(const char *name) const {
    if ((word(name) ^ word(bytes)) & mask) return false;
    if (length <= 8) return true;
    for (size_t at = 8; at + 8 < length; at += 8)
      if (word(name + at) != word(bytes + at)) return false;
    return word(name + length - 8) == word(bytes + length - 8);
  }

  /// Takes a name without escapes, which its closing quote follows.
  void learn(const char *name, size_t size, uint32_t its_node) {
    node = its_node;
    length = uint32_t(size) + 1;
    memcpy(bytes, name, length);
    mask = 0;
    memset(&mask, 0xFF, length < 8 ? length : 8);
  }

 private:
  static uint64_t word(const char *at) {
    uint64_t word;
    memcpy(&word, at, 8);
    return word;
  }
};

/// How many keys of an object are guessed.
inline constexpr uint32_t guessed = 64;

/// Marks the slots of nodes that paths lead through, and of those without a slot.
inline constexpr uint32_t inner = 1u << 31;

/// What the walk knows of a node.
struct NodeState {
  /// With `inner` where paths lead on.
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
  /// How many keys have been looked up.
  uint32_t keys;
  /// Tells this object from others at the same node.
  uint32_t instance;
  /// Of an object where paths lead, the keys that came before; else null.
  Guess *guesses;
  /// The bracket that ends it.
  char closing;

  bool is_object() const { return closing == '}'; }
};

/// A string that holds an object into which paths lead.
struct InnerText {
  uint32_t node;
  tidings_json_value value;
};

/// How many such strings of a record are read, and how deep one may stand inside another.
inline constexpr size_t most_texts = 16;
inline constexpr uint32_t deepest_text = 2;

/// How deep records nest at the most.
inline constexpr size_t deepest = 512;

}  // namespace tidings

struct tidings_json_walker {
  // Stage 1 of simdjson: validates UTF-8 and finds the tokens, by whatever instructions there are.
  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;

  // What was scanned.
  const char *bytes = nullptr;
  size_t length = 0;
  /// Behind the last token `length` stands twice.
  const uint32_t *tokens = nullptr;
  uint32_t token_count = 0;
  uint32_t cursor = 0;

  // The walk under way.
  const tidings_json_paths *paths = nullptr;
  size_t limit = 0;
  /// The first backslash at or after the last string; strings before it are taken as they are.
  size_t backslash = 0;
  tidings_json_error error = TIDINGS_JSON_OK;
  uint32_t notices = 0;
  bool collects = false;
  tidings::Frame frames[tidings::deepest];
  uint32_t instances = 0;

  // By slot, and the slots that are not ABSENT.
  std::vector<tidings_json_value> values;
  std::vector<uint32_t> filled;
  // By node; kept together and small, as every member of every record is looked up here.
  std::vector<tidings::NodeState> nodes;
  std::vector<std::unique_ptr<tidings::Guess[]>> guesses;
  std::vector<tidings_json_member> members;
  /// Names of the members, once there are more than can be compared one by one.
  std::map<std::string_view, size_t> member_names;
  /// The member whose value is being read; none for one that a path names.
  size_t member = SIZE_MAX;

  /// Strings of this walk that hold objects, and what reads each of them.
  std::vector<tidings::InnerText> texts;
  std::vector<std::unique_ptr<tidings_json_walker>> readers;
  /// The bytes of such a string, where this is its reader.
  std::vector<char> copy;
  /// The node of the outermost object, and in how many strings it stands.
  uint32_t root = 0;
  uint32_t text_depth = 0;

  /// Unescaped strings; never grows during a walk.
  std::unique_ptr<char[]> text;
  size_t text_used = 0;

  tidings_json_error scan(const char *begin, size_t size);
  void advance(size_t offset);
  tidings_json_error walk(size_t end, const tidings_json_paths *table, bool collect);

 private:
  void prepare(const tidings_json_paths *table);
  bool run();
  void begin(tidings::Frame *frame, uint32_t node, uint32_t start, bool is_object);
  bool member_name(const uint32_t *&token, tidings::Frame *frame, uint32_t &node);
  tidings_json_value key(const uint32_t *token, const tidings::Frame *frame, uint32_t place,
                         uint32_t &node);
  tidings_json_value value(const uint32_t *token);
  tidings_json_value string(const uint32_t *token);
  tidings_json_value unescaped(size_t start, size_t end);
  tidings_json_value scalar(const uint32_t *token);
  tidings_json_value refuse(tidings_json_error reason);
  bool fail(tidings_json_error reason);
  uint32_t find(const tidings::Frame &frame, const char *open, tidings_json_value name,
                uint32_t place);
  void enter(uint32_t node, tidings_json_value name, uint32_t instance);
  void enter_again(uint32_t node, tidings_json_value name);
  bool keep(tidings_json_value value, uint32_t node, const tidings::Frame *frame);
  void store(uint32_t node, tidings_json_value value);
  void store_inner(uint32_t node, tidings_json_value value);
  void read_texts();
  bool read_text(const tidings::InnerText &text, const tidings_json_walker &outer);
  void clear_below(uint32_t node);
  void collect(tidings_json_value name);
  size_t token_end(const uint32_t *token) const;
};
