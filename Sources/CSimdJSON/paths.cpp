#include "paths.hpp"

#include <algorithm>

#include "CSimdJSON.h"

using tidings::Node;
using tidings::none;
using tidings::NormalName;

uint32_t tidings_json_paths::child(uint32_t node, std::string_view raw) const {
  const Node &parent = nodes[node];
  if (parent.table.empty()) return none;
  const NormalName name(raw);
  if (!name.fits) return none;
  const size_t mask = parent.table.size() - 1;
  for (size_t at = name.hash & mask;; at = (at + 1) & mask) {
    const uint32_t found = parent.table[at];
    if (found == none || nodes[found].name == name.text()) return found;
  }
}

uint32_t tidings_json_paths::add_child(uint32_t node, std::string_view raw) {
  const uint32_t known = child(node, raw);
  if (known != none) return known;
  const uint32_t added = uint32_t(nodes.size());
  Node fresh;
  fresh.name = std::string(NormalName(raw).text());
  nodes.push_back(std::move(fresh));
  Node &parent = nodes[node];
  parent.children.push_back(added);
  const auto enter = [&](uint32_t child) {
    const size_t mask = parent.table.size() - 1;
    size_t at = NormalName(nodes[child].name).hash & mask;
    while (parent.table[at] != none) at = (at + 1) & mask;
    parent.table[at] = child;
  };
  if (parent.table.size() >= parent.children.size() * 2) {
    enter(added);
  } else {
    parent.table.assign(std::max(parent.table.size() * 2, size_t(4)), none);
    for (uint32_t child : parent.children) enter(child);
  }
  return added;
}

tidings_json_paths *tidings_json_paths_create(void) { return new tidings_json_paths; }
void tidings_json_paths_destroy(tidings_json_paths *paths) { delete paths; }

uint32_t tidings_json_paths_add(tidings_json_paths *paths, const char *const *segments,
                                size_t count) {
  uint32_t node = 0;
  for (size_t i = 0; i < count; i++) node = paths->add_child(node, segments[i]);
  uint32_t &slot = paths->nodes[node].slot;
  if (slot == none) {
    slot = uint32_t(paths->slots.size());
    paths->slots.push_back(node);
  }
  return slot;
}

uint32_t tidings_json_paths_reserve(tidings_json_paths *paths) {
  paths->slots.push_back(none);
  return uint32_t(paths->slots.size() - 1);
}

uint32_t tidings_json_paths_slots(const tidings_json_paths *paths) {
  return uint32_t(paths->slots.size());
}
