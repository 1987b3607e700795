// A node of the search and the room that it takes.
#pragma once

#include <cstring>

#include "bits/core.hpp"

namespace bits {
namespace {

constexpr std::size_t kStep = 16;  // placements looked at together; behind a list so many follow that fit nowhere
constexpr std::size_t kNone = ~std::size_t{0};

// What is left to place, and which candidates are being tried.
struct Level {
    Block memory;
    Word* list = nullptr;  // word w of the surviving placement i is list[w * stride + i]; piece by piece
    std::size_t stride = 0, size = 0;
    Word* open = nullptr;             // the cells still to cover
    std::uint32_t* pieces = nullptr;  // those with copies left,
    std::uint32_t* left = nullptr;    // how many,
    std::uint32_t* starts = nullptr;  // and where the list of each begins; last, the end
    std::size_t kinds = 0;            // of pieces
    std::size_t rarest = 0;           // the kind with the fewest placements of those with one copy left
    std::size_t fewest = kNone;       // how few
    Word* candidates = nullptr;       // ascending positions in the list
    std::size_t count = 0, next = 0;
    bool forced = false;  // all candidates are placed together
};

// Copies of a piece are not told apart: branching on one of several would find solutions repeatedly.
inline void note(Level& level, std::size_t kind, std::size_t number) {
    const bool rarer = level.left[kind] == 1 && number < level.fewest;
    level.rarest = rarer ? kind : level.rarest;
    level.fewest = rarer ? number : level.fewest;
}

// Makes room for a list of so many placements; what was in the level is lost.
inline void reserve(Level& level, std::size_t width, std::size_t pieces, std::size_t size) {
    if (level.memory.memory != nullptr && level.stride >= size + 2 * kStep) return;
    const std::size_t stride = (size + 3 * kStep) / kStep * kStep;
    auto* const at = static_cast<Word*>(level.memory.ensure((width * (stride + 1) + stride) * sizeof(Word) +
                                                            (3 * pieces + 1) * sizeof(std::uint32_t)));
    level.stride = stride;
    level.list = at;
    level.candidates = at + width * stride;
    level.open = level.candidates + stride;
    level.pieces = reinterpret_cast<std::uint32_t*>(level.open + width);
    level.left = level.pieces + pieces;
    level.starts = level.left + pieces;
}

}  // namespace
}  // namespace bits
