// Which members of a record the paths want, and what becomes of duplicates.
#include <algorithm>
#include <cstring>

#include "text.hpp"
#include "walker.hpp"

using tidings::Frame;
using tidings::Guess;
using tidings::guessed;
using tidings::NodeState;
using tidings::none;

/// Makes room for the paths and forgets the last walk.
void tidings_json_walker::prepare(const tidings_json_paths *table) {
  if (paths != table || nodes.size() != table->nodes.size()) {
    paths = table;
    values.assign(table->slots.size(), tidings_json_value{nullptr, 0, TIDINGS_JSON_ABSENT});
    nodes.assign(table->nodes.size(), {});
    for (size_t node = 0; node < nodes.size(); node++) {
      const tidings::Node &named = table->nodes[node];
      nodes[node].slot = named.slot | (named.children.empty() ? 0 : tidings::inner);
    }
    filled.reserve(table->slots.size());
    guesses.clear();
    guesses.resize(table->nodes.size());
    filled.clear();
    instances = 0;
  }
  for (uint32_t slot : filled) values[slot].kind = TIDINGS_JSON_ABSENT;
  filled.clear();
  texts.clear();
  members.clear();
  if (!member_names.empty()) member_names.clear();
  if (instances > UINT32_MAX / 2) {
    for (tidings::NodeState &node : nodes) node.seen = 0;
    instances = 0;
  }
  notices = 0;
  text_used = 0;
}

/// The node of a member whose name's opening quote is at `open`, to be guessed when a name comes to
/// this place again.
uint32_t tidings_json_walker::find(const Frame &frame, const char *open,
                                   tidings_json_value name, uint32_t place) {
  const uint32_t node = paths->child(frame.node, {name.bytes, name.length});
  if (place < guessed && name.bytes == open + 1 && name.length < Guess::longest)
    frame.guesses[place].learn(name.bytes, name.length, node);
  return node;
}

/// A member was seen in the same object before: what an earlier one of the same name left is removed.
void tidings_json_walker::enter_again(uint32_t node, tidings_json_value name) {
  const NodeState &state = nodes[node];
  if (std::string_view(state.name, state.name_length) != std::string_view(name.bytes, name.length))
    return;
  notices |= TIDINGS_JSON_DUPLICATE_KEY;
  clear_below(node);
}

void tidings_json_walker::clear_below(uint32_t node) {
  const tidings::Node &parent = paths->nodes[node];
  if (parent.slot != none) values[parent.slot].kind = TIDINGS_JSON_ABSENT;
  const auto is_lost = [node](const tidings::InnerText &text) { return text.node == node; };
  texts.erase(std::remove_if(texts.begin(), texts.end(), is_lost), texts.end());
  for (uint32_t child : parent.children) clear_below(child);
}

/// Stores a value that paths lead through, or that has no slot.
void tidings_json_walker::store_inner(uint32_t node, tidings_json_value value) {
  const bool holds_object =
      value.kind == TIDINGS_JSON_STRING && value.length > 1 && *value.bytes == '{';
  if (holds_object && texts.size() < tidings::most_texts) texts.push_back({node, value});
  const uint32_t slot = paths->nodes[node].slot;
  if (slot == none) return;
  tidings_json_value &held = values[slot];
  if (value.kind == TIDINGS_JSON_NULL && held.kind != TIDINGS_JSON_ABSENT) return;
  held = value;
  filled.push_back(slot);
}

/// Follows the paths into the strings that hold objects. Text that is no JSON after all is text.
void tidings_json_walker::read_texts() {
  if (text_depth == tidings::deepest_text) return;
  for (size_t i = 0; i < texts.size(); i++) {
    if (i == readers.size()) readers.push_back(std::make_unique<tidings_json_walker>());
    tidings_json_walker &reader = *readers[i];
    if (!reader.read_text(texts[i], *this)) continue;
    notices |= reader.notices;
    for (const uint32_t slot : reader.filled) {
      if (values[slot].kind != TIDINGS_JSON_ABSENT) continue;
      values[slot] = reader.values[slot];
      filled.push_back(slot);
    }
  }
}

/// Walks over the object in a string of another walk; false where there is none.
bool tidings_json_walker::read_text(const tidings::InnerText &text,
                                    const tidings_json_walker &outer) {
  copy.assign(text.value.bytes, text.value.bytes + text.value.length);
  copy.resize(text.value.length + TIDINGS_JSON_SLACK, 0);
  root = text.node;
  text_depth = outer.text_depth + 1;
  return scan(copy.data(), text.value.length) == TIDINGS_JSON_OK &&
         walk(text.value.length, outer.paths, false) == TIDINGS_JSON_OK && cursor == token_count;
}

/// Makes room for a member that no path names; a duplicate takes the place of the earlier one.
void tidings_json_walker::collect(tidings_json_value name) {
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
