// A node of the search and its memory.
#pragma once

#include <cstring>

#include "bits/core.hpp"

namespace tilings::bits {
namespace {

// The number of placements looked at together. Each list is followed by so many placements that cover all cells and
// thus fit nowhere.
constexpr std::size_t kStep = 16;
constexpr std::size_t kUnbounded = ~std::size_t{0};  // more placements than there are

// A node on the path: the placements that survive, and the candidates to be tried.
struct Level {
    Block memory;
    Word* list = nullptr;  // word w of the surviving placement i is list[w * stride + i]; piece by piece
    std::size_t stride = 0, size = 0;
    Word* open = nullptr;             // the cells still to be covered
    std::uint32_t* pieces = nullptr;  // the pieces with copies left
    std::uint32_t* left = nullptr;    // the number of copies left of each of them
    std::uint32_t* starts = nullptr;  // the index where the list of each of them begins, and the end of the last list
    std::size_t kinds = 0;            // the number of these pieces
    std::size_t rarest = 0;  // the index of the piece with the fewest placements among those with one copy left
    std::size_t fewest = kUnbounded;  // the number of its placements
    Word* candidates = nullptr;       // indices in the list, ascending
    std::size_t count = 0, next = 0;  // the number of candidates, and the index of the next one to try
    bool forced = false;              // whether all candidates are placed together
};

// Updates the rarest piece by a piece with so many placements. A piece with several copies left does not qualify: its
// copies are interchangeable, so branching on it would find solutions repeatedly.
inline void note(Level& level, std::size_t kind, std::size_t number) {
    const bool rarer = level.left[kind] == 1 && number < level.fewest;
    level.rarest = rarer ? kind : level.rarest;
    level.fewest = rarer ? number : level.fewest;
}

// Makes room for a list of so many placements. The content of the level is lost.
inline void reserve(Level& level, std::size_t width, std::size_t pieces, std::size_t size) {
    if (level.memory.memory != nullptr && level.stride >= size + 2 * kStep) return;
    const std::size_t stride = (size + 3 * kStep) / kStep * kStep;
    auto* const at = static_cast<Word*>(
        level.memory.ensure((width * (stride + 1) + stride) * sizeof(Word) + (3 * pieces + 1) * sizeof(std::uint32_t)));
    level.stride = stride;
    level.list = at;
    level.candidates = at + width * stride;
    level.open = level.candidates + stride;
    level.pieces = reinterpret_cast<std::uint32_t*>(level.open + width);
    level.left = level.pieces + pieces;
    level.starts = level.left + pieces;
}

}  // namespace
}  // namespace tilings::bits
