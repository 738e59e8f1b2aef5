#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidings {

inline constexpr uint32_t none = UINT32_MAX;

/// A name in a path: the root has no name, every other one a parent.
struct Node {
  std::string name;  // without underscores, in lower case
  uint32_t slot = none;
  std::vector<uint32_t> children;
  /// Open addressing over `children`, a power of two in size, at most half full.
  std::vector<uint32_t> table;
};

/// Removes underscores and ASCII upper case; nothing where the name is longer than any in a path.
struct NormalName {
  static constexpr size_t longest = 120;
  char bytes[longest];
  size_t length = 0;
  uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
  bool fits = true;

  explicit NormalName(std::string_view raw) {
    for (char byte : raw) {
      if (byte == '_') continue;
      if (length == longest) {
        fits = false;
        return;
      }
      if (byte >= 'A' && byte <= 'Z') byte = char(byte | 0x20);
      bytes[length++] = byte;
      hash = (hash ^ uint8_t(byte)) * 0x100000001b3ULL;
    }
    hash ^= hash >> 29;
  }
  std::string_view text() const { return {bytes, length}; }
};

}  // namespace tidings

struct tidings_json_paths {
  std::vector<tidings::Node> nodes{1};
  /// The node of each slot; none where its values are derived.
  std::vector<uint32_t> slots;

  /// The child of a node with a raw name, or none.
  uint32_t child(uint32_t node, std::string_view raw) const;
  uint32_t add_child(uint32_t node, std::string_view raw);
};
