// The holes that are left, the images for each of them, and the choice of the most constrained one.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "classic/chooser.hpp"
#include "classic/lists.hpp"
#include "classic/mask.hpp"
#include "classic/matrix.hpp"
#include "classic/puzzle.hpp"

namespace tilings::classic {

// Holes are the open cells. They are numbered from 0 in scan order.
template <int Words>
class Holes {
public:
    // Copies what is left in the matrix. covering, rooted: which lists will be used.
    void load(const Puzzle& puzzle, const Matrix& matrix, bool covering, bool rooted) {
        number(puzzle, matrix);
        if (covering) covering_.load(puzzle, matrix, hole_of_, count_, false);
        if (rooted) rooted_.load(puzzle, matrix, hole_of_, count_, true);
    }

    std::int32_t count() const { return count_; }
    // The lists with each image at all of its holes, and those with each image at the first of its holes.
    const Lists<Words>& covering() const { return covering_; }
    const Lists<Words>& rooted() const { return rooted_; }

    // The first of the holes with the fewest images in a matrix.
    std::int32_t first(const Matrix& matrix) const {
        std::int32_t best = kNone;
        for (std::int32_t cell = 0; cell < matrix.cells(); ++cell)
            if (!matrix.covered(cell) && (best == kNone || matrix.length(cell) < matrix.length(best))) best = cell;
        return hole_of_[best];
    }

    // The first of the open holes into which the fewest images of these pieces fit; kNone if none fits into some hole.
    // With `estimate`, only the holes with the fewest open holes beside them are considered. Adds the number of images
    // tested to `effort`.
    std::int32_t most_constrained(const Mask<Words>& taken, std::span<const std::int32_t> pieces, bool estimate,
                                  std::uint64_t& effort) {
        find_candidates(taken, estimate);
        std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
        std::int32_t best = kNone;
        for (const std::int32_t hole : candidates_) {
            const std::uint32_t fits = fits_in(hole, taken, pieces, least, effort);
            if (fits >= least) continue;
            if (fits == 0) return kNone;
            least = fits;
            best = hole;
        }
        return best;
    }

private:
    void number(const Puzzle& puzzle, const Matrix& matrix) {
        hole_of_.assign(puzzle.cells.size(), kNone);
        count_ = 0;
        for (std::int32_t cell = 0; cell < matrix.cells(); ++cell)
            if (!matrix.covered(cell)) hole_of_[cell] = count_++;
        neighbours_.resize(static_cast<std::size_t>(count_));
        for (std::int32_t cell = 0; cell < matrix.cells(); ++cell) {
            if (hole_of_[cell] == kNone) continue;
            std::vector<std::int32_t>& beside = neighbours_[hole_of_[cell]];
            beside.clear();
            for (const std::int32_t neighbour : puzzle.neighbours[cell])
                if (hole_of_[neighbour] != kNone) beside.push_back(hole_of_[neighbour]);
        }
    }

    void find_candidates(const Mask<Words>& taken, bool estimate) {
        candidates_.clear();
        std::int32_t fewest = std::numeric_limits<std::int32_t>::max();
        for (int i = 0; i < Words; ++i) {
            for (std::uint64_t left = ~taken.word[i]; left != 0; left &= left - 1) {
                const std::int32_t hole = 64 * i + std::countr_zero(left);
                if (estimate) {
                    std::int32_t beside = 0;
                    for (const std::int32_t neighbour : neighbours_[hole]) beside += !taken.has(neighbour);
                    if (beside > fewest) continue;
                    if (beside < fewest) candidates_.clear();
                    fewest = beside;
                }
                candidates_.push_back(hole);
            }
        }
    }

    // The number of images that fit into a hole; if it is not less than `least`, any number that is not less.
    std::uint32_t fits_in(std::int32_t hole, const Mask<Words>& taken, std::span<const std::int32_t> pieces,
                          std::uint32_t least, std::uint64_t& effort) const {
        std::uint32_t fits = 0;
        const Mask<Words>* const masks = covering_.masks();
        const std::uint32_t* const lists = covering_.at_hole(hole);
        for (const std::int32_t piece : pieces) {
            if (fits >= least) break;
            const std::uint32_t begin = lists[piece], end = lists[piece + 1];
            effort += end - begin;
            for (std::uint32_t entry = begin; entry != end; ++entry) fits += !masks[entry].meets(taken);
        }
        return fits;
    }

    std::int32_t count_ = 0;
    std::vector<std::int32_t> hole_of_;                  // by cell
    std::vector<std::vector<std::int32_t>> neighbours_;  // by hole
    Lists<Words> covering_, rooted_;
    std::vector<std::int32_t> candidates_;
};

}  // namespace tilings::classic
