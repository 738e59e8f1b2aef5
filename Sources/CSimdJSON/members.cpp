// Which members of a record the paths want, and what becomes of duplicates.
#include <cstring>

#include "text.hpp"
#include "walker.hpp"

using tidings::Frame;
using tidings::Guess;
using tidings::none;

/// Makes room for the paths and forgets the last walk.
void tidings_json_walker::prepare(const tidings_json_paths *table) {
  frames.clear();
  if (paths != table || nodes.size() != table->nodes.size()) {
    paths = table;
    values.assign(table->slots.size(), tidings_json_value{nullptr, 0, TIDINGS_JSON_ABSENT});
    nodes.assign(table->nodes.size(), {});
    for (size_t node = 0; node < nodes.size(); node++) nodes[node].slot = table->nodes[node].slot;
    filled.reserve(table->slots.size());
    guesses.assign(table->nodes.size(), {});
    filled.clear();
    instances = 0;
  }
  for (uint32_t slot : filled) values[slot].kind = TIDINGS_JSON_ABSENT;
  filled.clear();
  members.clear();
  member_names.clear();
  if (instances > UINT32_MAX / 2) {
    for (tidings::NodeState &node : nodes) node.seen = 0;
    instances = 0;
  }
  notices = 0;
  text_used = 0;
}

/// The node of the member whose name's opening quote is at `open`; also reads the name.
uint32_t tidings_json_walker::find(Frame &frame, const char *open, tidings_json_value &name) {
  const uint32_t place = frame.keys++;
  const bool guessing = frame.node != none && place < 64;
  if (guessing) {
    std::vector<Guess> &row = guesses[frame.node];
    if (row.size() <= place) row.resize(place + 1);
    const Guess &guess = row[place];
    // The guess is compared with its closing quote. It may reach over the record's end by less than
    // the slack, and then finds no such quote that belongs to this token.
    if (guess.begins(open + 1)) {
      const uint32_t size = uint32_t(guess.length) - 1;
      const size_t next = at + 1 < token_count ? tokens[at + 1] : length;
      if (size_t(open + 1 - bytes) + size < next) {
        at++;
        name = {open + 1, size, TIDINGS_JSON_STRING};
        enter(guess.node, {open + 1, size}, frame);
        return guess.node;
      }
    }
  }
  if (!string(name)) return none;
  const std::string_view raw(name.bytes, name.length);
  const uint32_t node = frame.node == none ? none : paths->child(frame.node, raw);
  if (guessing && name.bytes == open + 1 && raw.size() < Guess::longest) {
    Guess &guess = guesses[frame.node][place];
    guess.node = node;
    guess.length = uint8_t(raw.size() + 1);
    memcpy(guess.bytes, open + 1, raw.size() + 1);
  }
  enter(node, raw, frame);
  return node;
}

/// Notes that a member was seen; what an earlier one of the same name left is removed.
void tidings_json_walker::enter(uint32_t node, std::string_view raw, const Frame &frame) {
  if (node == none) return;
  tidings::NodeState &state = nodes[node];
  if (state.seen == frame.instance && std::string_view(state.name, state.name_length) == raw) {
    notices |= TIDINGS_JSON_DUPLICATE_KEY;
    clear_below(node);
  }
  state.seen = frame.instance;
  state.name = raw.data();
  state.name_length = raw.size();
}

void tidings_json_walker::clear_below(uint32_t node) {
  const tidings::Node &parent = paths->nodes[node];
  if (parent.slot != none) values[parent.slot].kind = TIDINGS_JSON_ABSENT;
  for (uint32_t child : parent.children) clear_below(child);
}

/// Makes room for a member that no path names; a duplicate takes the place of the earlier one.
void tidings_json_walker::collect(const tidings_json_value &name) {
  const std::string_view raw(name.bytes, name.length);
  member = members.size();
  if (member < 16) {
    for (size_t i = 0; i < members.size(); i++)
      if (std::string_view(members[i].name.bytes, members[i].name.length) == raw) member = i;
  } else {
    if (member_names.empty())
      for (size_t i = 0; i < members.size(); i++)
        member_names[{members[i].name.bytes, members[i].name.length}] = i;
    member = member_names.try_emplace(raw, member).first->second;
  }
  if (member < members.size()) {
    notices |= TIDINGS_JSON_DUPLICATE_KEY;
  } else {
    members.push_back({name, {nullptr, 0, TIDINGS_JSON_ABSENT}});
  }
}
