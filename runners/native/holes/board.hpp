// The placements by the first cell that they cover, and the test of whether the open cells can be filled at all.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bits/puzzle.hpp"

namespace tilings::holes {

using Word = std::uint64_t;

constexpr std::size_t kWordBits = 64;

template <std::size_t W>
struct Window {
    std::array<Word, W> words{};

    bool operator==(const Window&) const = default;
    bool empty() const { return *this == Window{}; }
    bool meets(const Window& other) const { return !(*this & other).empty(); }
    bool has(std::size_t bit) const { return (words[bit / kWordBits] >> (bit % kWordBits) & 1) != 0; }
    void set(std::size_t bit) { words[bit / kWordBits] |= Word{1} << (bit % kWordBits); }

    Window operator&(const Window& other) const {
        Window result;
        for (std::size_t w = 0; w < W; ++w) result.words[w] = words[w] & other.words[w];
        return result;
    }
    Window operator|(const Window& other) const {
        Window result;
        for (std::size_t w = 0; w < W; ++w) result.words[w] = words[w] | other.words[w];
        return result;
    }
    Window operator~() const {
        Window result;
        for (std::size_t w = 0; w < W; ++w) result.words[w] = ~words[w];
        return result;
    }
    Window operator>>(std::size_t by) const {
        Window result;
        const std::size_t whole = by / kWordBits, rest = by % kWordBits;
        for (std::size_t w = 0; w + whole < W; ++w) {
            result.words[w] = words[w + whole] >> rest;
            if (rest != 0 && w + whole + 1 < W) result.words[w] |= words[w + whole + 1] << (kWordBits - rest);
        }
        return result;
    }
    Window operator<<(std::size_t by) const {
        Window result;
        const std::size_t whole = by / kWordBits, rest = by % kWordBits;
        for (std::size_t w = whole; w < W; ++w) {
            result.words[w] = words[w - whole] << rest;
            if (rest != 0 && w > whole) result.words[w] |= words[w - whole - 1] >> (kWordBits - rest);
        }
        return result;
    }

    // The first clear bit; the number of bits if all are set.
    std::size_t first_clear() const {
        std::size_t w = 0;
        while (w < W && words[w] == ~Word{0}) ++w;
        return w == W ? W * kWordBits : w * kWordBits + static_cast<std::size_t>(std::countr_one(words[w]));
    }
    // The lowest set bit alone.
    Window lowest() const {
        Window result;
        std::size_t w = 0;
        while (w < W && words[w] == 0) ++w;
        if (w < W) result.words[w] = words[w] & (~words[w] + 1);
        return result;
    }
    std::size_t count() const {
        std::size_t sum = 0;
        for (const Word word : words) sum += static_cast<std::size_t>(std::popcount(word));
        return sum;
    }
};

// The largest number of cells from the first to the last one of a placement, both included.
inline std::size_t span_of(const bits::View& view) {
    std::size_t span = 1;
    for (std::size_t i = 0; i < view.size; ++i) {
        std::size_t first = view.cells, last = 0;
        for (std::size_t cell = 0; cell < view.cells; ++cell) {
            if ((view.masks[cell / kWordBits * view.size + i] >> (cell % kWordBits) & 1) == 0) continue;
            first = std::min(first, cell);
            last = cell;
        }
        span = std::max(span, last - first + 1);
    }
    return span;
}

template <std::size_t W>
struct Fit {
    Window<W> mask;  // from its first cell on
    std::uint32_t piece, size;
    std::int32_t id;  // the caller's number
};

template <std::size_t W>
class Board {
public:
    explicit Board(const bits::Puzzle& puzzle) : view_(puzzle.view()), span_(span_of(view_)) {
        list_fits(puzzle);
        link();
        list_sums();
    }

    std::size_t cells() const { return view_.cells; }
    const std::vector<Fit<W>>& fits() const { return fits_; }
    // The fits whose first cell is this one are starts(cell)..starts(cell + 1)-1, piece by piece.
    std::uint32_t starts(std::size_t cell) const { return starts_[cell]; }

    // Whether each region of open cells has a size that pieces can add up to; `taken` begins at `cell`, its first open
    // cell. Regions that may reach beyond what placements so far can have covered are not looked at. The last cell of
    // any other region has no open neighbour with a greater number, so regions are sought from such cells only.
    bool fillable(std::size_t cell, const Window<W>& taken) const {
        if (links_.empty()) return true;
        const Window<W> open = ~taken & inside_[cell];
        Window<W> onwards = exits_[cell];
        for (const Link& link : links(cell)) onwards = onwards | ((open >> link.by) & link.from);
        Window<W> last = open & ~onwards;
        while (!last.empty()) {
            const Window<W> found = region(last.lowest(), open, cell);
            if (!found.meets(exits_[cell]) && !sums_[found.count()]) return false;
            last = last & ~found;
        }
        return true;
    }

private:
    // Cells of a window that have a neighbour in it whose number is greater by `by`.
    struct Link {
        std::size_t by;
        Window<W> from;
    };

    void list_fits(const bits::Puzzle& puzzle) {
        std::vector<std::vector<Fit<W>>> at(view_.cells);
        for (std::uint32_t piece = 0; piece < view_.pieces; ++piece) {
            for (std::uint32_t i = view_.starts[piece]; i < view_.starts[piece + 1]; ++i) {
                std::vector<Word> mask(view_.words);
                for (std::size_t w = 0; w < view_.words; ++w) mask[w] = view_.masks[w * view_.size + i];
                std::size_t first = 0;
                while (!has(mask.data(), first)) ++first;
                Fit<W> fit{{}, piece, 0, puzzle.id(piece, mask.data())};
                for (std::size_t cell = first; cell < view_.cells; ++cell)
                    if (has(mask.data(), cell)) fit.mask.set(cell - first), ++fit.size;
                at[first].push_back(fit);
            }
        }
        starts_.push_back(0);
        for (const auto& some : at) {
            fits_.insert(fits_.end(), some.begin(), some.end());
            starts_.push_back(static_cast<std::uint32_t>(fits_.size()));
        }
    }

    void link() {
        for (std::size_t cell = 0; cell < view_.cells; ++cell) {
            Window<W> inside, exits;
            const std::size_t end = std::min(span_, view_.cells - cell);
            for (std::size_t i = 0; i < end; ++i) inside.set(i);
            for (std::size_t s = 0; s < view_.shifts; ++s) {
                Link link{view_.by[s], {}};
                for (std::size_t i = 0; i < end; ++i)
                    if (has(view_.from + s * view_.words, cell + i)) (i + link.by < span_ ? link.from : exits).set(i);
                links_.push_back(link);
            }
            inside_.push_back(inside);
            exits_.push_back(exits);
        }
        for (std::size_t cell = 0; cell < view_.cells; ++cell)
            for (std::uint32_t i = starts_[cell]; i < starts_[cell + 1]; ++i)
                if (!links_.empty() && region(fits_[i].mask.lowest(), fits_[i].mask, cell) != fits_[i].mask)
                    return links_.clear();
    }

    void list_sums() {
        std::vector<std::size_t> sizes(view_.pieces, 0);
        for (const Fit<W>& fit : fits_) sizes[fit.piece] = fit.size;
        sums_.assign(view_.cells + 1, false);
        sums_[0] = true;
        for (std::size_t p = 0; p < view_.pieces; ++p) {
            std::vector<std::size_t> uses(view_.cells + 1, 0);
            for (std::size_t sum = sizes[p]; sum <= view_.cells && sizes[p] != 0; ++sum) {
                if (sums_[sum] || !sums_[sum - sizes[p]] || uses[sum - sizes[p]] == view_.copies[p]) continue;
                sums_[sum] = true;
                uses[sum] = uses[sum - sizes[p]] + 1;
            }
        }
    }

    // The cells of `open` that are connected to `seeds` within it.
    Window<W> region(Window<W> seeds, const Window<W>& open, std::size_t cell) const {
        for (;;) {
            Window<W> wider = seeds;
            for (const Link& link : links(cell))
                wider = wider | ((((wider & link.from) << link.by) | ((wider >> link.by) & link.from)) & open);
            if (wider == seeds) return seeds;
            seeds = wider;
        }
    }

    std::span<const Link> links(std::size_t cell) const { return {links_.data() + cell * view_.shifts, view_.shifts}; }
    static bool has(const Word* mask, std::size_t cell) {
        return (mask[cell / kWordBits] >> (cell % kWordBits) & 1) != 0;
    }

    bits::View view_;
    std::size_t span_;
    std::vector<Fit<W>> fits_;
    std::vector<std::uint32_t> starts_;
    std::vector<Link> links_;  // by cell; empty if regions tell nothing, since some piece is not connected
    std::vector<Window<W>> inside_, exits_;
    std::vector<bool> sums_;  // by number of cells
};

}  // namespace tilings::holes
