// The transposed lists of a level: for each item, which is an open cell or a piece that is left, a row of bits says
// which placements cover it.
#pragma once

#include "bits/transpose.hpp"

namespace tilings::bits {
namespace {

inline Word lowest(std::size_t bits) { return bits >= 64 ? ~Word{0} : (Word{1} << bits) - 1; }
inline std::size_t ones(Word bits) { return static_cast<std::size_t>(__builtin_popcountll(bits)); }
inline std::size_t first(Word bits) { return static_cast<std::size_t>(__builtin_ctzll(bits)); }

template <class Lanes>
class Rows {
public:
    using Set = typename Lanes::Set;  // a bit for each placement
    static constexpr std::size_t kItems = 64, kWords = sizeof(Set) / sizeof(Word);

    // Transposes a level, which must stay as it is while the rows are used; spare: the cells that need not be covered.
    // Returns false if there are too many placements or items, or several copies of a piece are left.
    bool read(const Level& level, std::size_t width, const Word* spare) {
        if (level.size > 64 * kWords || level.kinds > kItems) return false;
        for (std::size_t kind = 0; kind < level.kinds; ++kind)
            if (level.left[kind] != 1) return false;
        level_ = &level;
        width_ = width;
        cells = spares_ = 0;
        for (std::size_t w = 0; w < width; ++w) {
            const Word covered = met(level, w, spare[w]);
            if (w >= kSpareWords && covered != 0) return false;
            if (w < kSpareWords) spare_[w] = covered;
            spares_ += ones(covered);
            cells += ones(level.open[w]);
        }
        items = cells + level.kinds;
        const std::size_t rows = spares_ == 0 ? items : padded(items) + spares_;
        if (rows > kItems) return false;
        words = (level.size + 63) / 64;
        write(rows);
        return true;
    }

    // The items that a placement covers; adds the placements that cover any of them to `removed`.
    Word cover(std::size_t at, Set& removed) const {
        Word found = 0;
        std::size_t start = 0;
        const auto add = [&](std::size_t item) {
            found |= Word{1} << item;
            removed |= set[item];
        };
        const auto add_cells = [&](Word mask, Word among) {
            for (mask &= among; mask != 0; mask &= mask - 1) add(start + ones(among & ((mask & (~mask + 1)) - 1)));
            start += ones(among);
        };
        for (std::size_t w = 0; w < width_; ++w) add_cells(level_->list[w * level_->stride + at], level_->open[w]);
        add(cells + kinds_[at]);
        if (spares_ == 0) return found;
        start = padded(items);
        for (std::size_t w = 0; w < width_ && w < kSpareWords; ++w)
            add_cells(level_->list[w * level_->stride + at], spare_[w]);
        return found;
    }

    // Word k of the row of an item is row[k][item], in `words` words. A transposition writes beyond the last row.
    alignas(64) Word row[kWords][kItems + 8] = {};
    Set set[kItems];        // the rows, one after the other
    std::size_t cells = 0;  // the number of open cells
    std::size_t items = 0;  // the number of items that must be covered: the open cells, then the pieces
    std::size_t words = 1;  // the number of words of a set

private:
    static constexpr std::size_t kSpareWords = 4;
    static constexpr std::size_t kFill = 64;  // the bytes of kinds_ that are written at a time

    // So many rows in whole vectors.
    static std::size_t padded(std::size_t rows) { return (rows + Lanes::kLanes - 1) / Lanes::kLanes * Lanes::kLanes; }

    // Those of some cells, in word w, that placements of a level cover.
    static Word met(const Level& level, std::size_t w, Word some) {
        if (some == 0) return 0;
        Word any = 0;
        for (std::size_t i = 0; i < level.size; ++i) any |= level.list[w * level.stride + i];
        return any & some;
    }

    // Writes the rows: the open cells in ascending order, then the pieces, and from the next vector on the spare cells.
    void write(std::size_t rows) {
        std::size_t item = 0;
        for (std::size_t w = 0; w < width_; ++w) write_cells(w, level_->open[w], item);
        for (std::size_t kind = 0; kind < level_->kinds; ++kind, ++item) {
            const std::size_t begin = level_->starts[kind], end = level_->starts[kind + 1];
            for (std::size_t k = 0; k < words; ++k) row[k][item] = before(end, k) & ~before(begin, k);
            for (std::size_t at = begin; at < end; at += kFill) std::memset(kinds_ + at, static_cast<int>(kind), kFill);
        }
        pad(item);
        for (std::size_t w = 0; w < width_ && item < rows; ++w) write_cells(w, spare_[w], item);
        pad(item);
        for (std::size_t i = 0; i < item; ++i)
            for (std::size_t k = 0; k < kWords; ++k) set[i][k] = row[k][i];
    }

    // Writes the rows of these cells of word w from an item on.
    void write_cells(std::size_t w, Word some, std::size_t& item) {
        for (std::size_t k = 0; k < words; ++k)
            transpose<Lanes>(level_->list + w * level_->stride + 64 * k, some, row[k] + item);
        item += ones(some);
    }

    // Clears the rows from one on, to the end of its vector.
    void pad(std::size_t& item) {
        for (; item % Lanes::kLanes != 0; ++item)
            for (std::size_t k = 0; k < words; ++k) row[k][item] = 0;
    }

    // Word k of the set of the first placements.
    static Word before(std::size_t end, std::size_t k) { return end < 64 * k ? 0 : lowest(end - 64 * k); }

    std::uint8_t kinds_[64 * kWords + kFill];  // the index of each placement's piece, in the level
    const Level* level_ = nullptr;
    std::size_t width_ = 0;    // the number of words of a mask
    Word spare_[kSpareWords];  // the spare cells that placements of the level cover
    std::size_t spares_ = 0;   // their number
};

}  // namespace
}  // namespace tilings::bits
