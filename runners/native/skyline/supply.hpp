// The sides that are left, and how deep a well they can fill.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace skyline {

constexpr int kMostSide = 250;   // of a board; heights up to twice as much are never compared
constexpr int kUnbounded = 255;  // a depth that no board has

// A set of sides, 0 to 255.
class Sides {
public:
    bool any() const { return (words_[0] | words_[1] | words_[2] | words_[3]) != 0; }
    void add(int side) { words_[word(side)] |= bit(side); }
    void drop(int side) { words_[word(side)] &= ~bit(side); }
    // The largest side; there must be one.
    int last() const {
        int w = 3;
        while (words_[static_cast<std::size_t>(w)] == 0) --w;
        return 64 * w + 63 - std::countl_zero(words_[static_cast<std::size_t>(w)]);
    }
    int size() const {
        int sum = 0;
        for (const std::uint64_t w : words_) sum += std::popcount(w);
        return sum;
    }
    // The sides from `low` to `high` alone.
    Sides between(int low, int high) const {
        Sides found;
        for (int w = 0; w < 4; ++w) {
            std::uint64_t bits = words_[static_cast<std::size_t>(w)];
            const int from = low - 64 * w, to = high - 64 * w;
            if (from >= 64 || to < 0) continue;
            if (from > 0) bits &= ~std::uint64_t{0} << from;
            if (to < 63) bits &= (std::uint64_t{2} << to) - 1;
            found.words_[static_cast<std::size_t>(w)] = bits;
        }
        return found;
    }
    Sides without(const Sides& other) const {
        Sides found;
        for (std::size_t w = 0; w < 4; ++w) found.words_[w] = words_[w] & ~other.words_[w];
        return found;
    }

private:
    static std::size_t word(int side) { return static_cast<std::size_t>(side) >> 6; }
    static std::uint64_t bit(int side) { return std::uint64_t{1} << (side & 63); }

    std::array<std::uint64_t, 4> words_{};
};

// How many squares of each side are left. A *well* is a gap of flat floor between two walls. Squares stacked in it
// from the floor up, within the walls, reach a least height: the greatest one that any stacking reaches is the depth
// to which the well can be filled. It is known exactly for narrow wells, by the sides that are left, in a table that
// grows as it is asked; for wider ones the bound is that of the full supply.
class Supply {
public:
    // copies[side - 1]: how often a side may be used. deepest: no well is deeper.
    Supply(const std::vector<std::int64_t>& copies, int deepest);

    void take(int side) {
        if (--left_[static_cast<std::size_t>(side)] == 0) available_.drop(side);
        key_ -= unit(side);
    }
    void give(int side) {
        if (left_[static_cast<std::size_t>(side)]++ == 0) available_.add(side);
        key_ += unit(side);
    }
    const Sides& available() const { return available_; }
    // Wells up to this width are known by the sides that are left.
    int narrow() const { return narrow_; }
    // Wells wider than this have no bound.
    int wide() const { return wide_; }

    // An upper bound on the depth to which a well of this width can be filled once a square of `used` (0: none) is
    // gone; kUnbounded where none is known.
    int depth(int width, int used = 0) {
        if (width > narrow_) return full_[static_cast<std::size_t>(width)];
        const auto w = static_cast<std::size_t>(width);
        const std::uint64_t key = (key_ - unit(used)) & masks_[w];
        std::uint8_t& known = depths_[w][key];
        if (known == kUnknown) known = evaluated(width, key);
        return known;
    }
    // The same of the full supply, for any width.
    int full_depth(int width) const { return full_[static_cast<std::size_t>(width)]; }
    // An upper bound on the length of a strip of this breadth that squares of the full supply can fill, if squares
    // may stick out of both its ends, but of the first end only in the rows from `closed` on.
    int strip(int breadth, int closed) const {
        return strips_[static_cast<std::size_t>(breadth)][static_cast<std::size_t>(closed)];
    }

private:
    static constexpr std::uint8_t kUnknown = 254;

    std::uint64_t unit(int side) const { return side <= narrow_ ? units_[static_cast<std::size_t>(side)] : 0; }
    std::uint8_t evaluated(int width, std::uint64_t key) const;

    std::vector<int> left_;
    Sides available_;
    int deepest_, narrow_ = 0, wide_ = 0;
    std::uint64_t key_ = 0;                         // the squares left of each narrow side, in bit fields
    std::array<std::uint64_t, 65> units_{};         // one square of a side, in its field
    std::array<std::uint64_t, 65> masks_{};         // the fields of the sides up to a width
    std::vector<std::vector<std::uint8_t>> depths_; // by width and key
    std::vector<int> full_;                         // by width
    std::vector<std::vector<int>> strips_;          // by breadth and rows closed
};

}  // namespace skyline
