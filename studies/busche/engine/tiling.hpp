// The searches on bit masks that place the last pieces, by the most constrained hole, its estimate, or de Bruijn's
// method; with the record of what a search does, and the holes and images as bit masks.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "engine/matrix.hpp"
#include "engine/monitor.hpp"
#include "engine/puzzle.hpp"
#include "search_engine.hpp"

namespace tilings::classic {

// The placement or removal of a piece when `remaining` pieces were left to place, itself included.
struct Event {
    bool placed;
    std::int32_t image, remaining;
};

// A node on a random path: the number of its children, and the effort spent on the path until these were known.
struct ProbeStep {
    std::uint64_t children, effort;
};

class SearchRecorder {
public:
    SearchRecorder(std::int32_t pieces, Unique unique)
        : attempts(pieces + 1, 0), fits(pieces + 1, 0), unique_(std::move(unique)) {}

    // Records from now on the steps with `least` to `most` pieces left, at most `limit` of them.
    void trace(std::int64_t most, std::int64_t least, std::int64_t limit) {
        most_ = most;
        least_ = least;
        limit_ = static_cast<std::size_t>(limit);
    }

    void placed(std::int32_t image, std::int32_t remaining) {
        ++fits[remaining];
        ++nodes;
        if (events.size() < limit_) note({true, image, remaining});
    }

    void removed(std::int32_t image, std::int32_t remaining) {
        if (events.size() < limit_) note({false, image, remaining});
    }

    void solved(std::vector<std::int32_t> solution) {
        std::sort(solution.begin(), solution.end());
        ++found_raw;
        if (!unique_.counts(solution)) return;
        ++solutions;
        if (collected != nullptr) collected->push_back(std::move(solution));
    }

    bool full(const Limits& limits) const {
        return solutions >= limits.solutions || nodes >= limits.nodes || updates >= limits.updates;
    }

    std::vector<std::uint64_t> attempts, fits;  // by the number of remaining pieces, including the one to place
    std::uint64_t nodes = 0, updates = 0, solutions = 0;
    std::uint64_t found_raw = 0;  // the number of solutions, including those that are symmetric to others
    std::vector<Event> events;
    Solutions* collected = nullptr;

private:
    void note(const Event& event) {
        if (least_ <= event.remaining && event.remaining <= most_) events.push_back(event);
    }

    Unique unique_;
    std::int64_t most_ = 0, least_ = 0;
    std::size_t limit_ = 0;
};

// The part of the search tree below a state of the matrix. Holes are the open cells.
class Tiling {
public:
    virtual ~Tiling() = default;

    // Starts from the state of the matrix, with so many pieces left and these images placed.
    virtual void start(const Matrix& matrix, std::int32_t remaining, const std::vector<std::int32_t>& placed) = 0;
    // Continues the search up to the limits. Returns whether nothing is left. Sets `ended` if a trial ends here.
    virtual bool run(const Limits& limits, bool& ended) = 0;
    // The share of this part of the tree that is searched, as if all branches of a node were of one size.
    virtual double progress() const = 0;
    // Follows one random path instead, and appends the number of children of each node. A solution at its end is
    // recorded. The next call must be `start`.
    virtual void probe(std::mt19937& random, std::vector<ProbeStep>& path) = 0;
};

struct SearchContext {
    const Puzzle& puzzle;
    const Settings& settings;
    Monitor& monitor;
    SearchRecorder& recorder;
};

constexpr std::int32_t kMostHoles = 1024;

// A search wide enough for so many holes, at most kMostHoles.
std::unique_ptr<Tiling> tiling_for(std::int32_t holes, const SearchContext& context);
// The number of holes that such a search has room for.
std::int32_t room_for(std::int32_t holes);

template <int Words>
struct Mask {
    static constexpr std::int32_t kBits = 64 * Words;

    std::uint64_t word[Words] = {};

    void insert(std::int32_t bit) { word[bit / 64] |= std::uint64_t{1} << bit % 64; }
    bool has(std::int32_t bit) const { return (word[bit / 64] >> bit % 64 & 1) != 0; }

    bool meets(const Mask& other) const {
        std::uint64_t common = 0;
        for (int i = 0; i < Words; ++i) common |= word[i] & other.word[i];
        return common != 0;
    }

    Mask with(const Mask& other) const {
        Mask both;
        for (int i = 0; i < Words; ++i) both.word[i] = word[i] | other.word[i];
        return both;
    }

    // The least bit from `from` on that is not in the set. There must be one.
    std::int32_t first_missing(std::int32_t from) const {
        int i = from / 64;
        std::uint64_t missing = ~word[i] >> from % 64 << from % 64;
        while (missing == 0) missing = ~word[++i];
        return 64 * i + std::countr_zero(missing);
    }
};

template <int Words>
class Lists {
public:
    // Copies what is left in the matrix. Holes are numbered in scan order, pieces as in the puzzle. rooted: an image is
    // listed only at its root, which is the first of its cells, instead of at each of its cells.
    void load(const Puzzle& puzzle, const Matrix& matrix, const std::vector<std::int32_t>& hole_of, std::int32_t holes,
              bool rooted) {
        pieces_ = static_cast<std::int32_t>(puzzle.copies.size());
        begin_.assign(static_cast<std::size_t>(holes) * pieces_ + 2, 0);
        each(puzzle, matrix, hole_of, rooted,
             [this](std::size_t list, const Mask<Words>&, std::int32_t) { ++begin_[list + 2]; });
        for (std::size_t list = 2; list < begin_.size(); ++list) begin_[list] += begin_[list - 1];
        masks_.resize(begin_.back());
        images_.resize(begin_.back());
        each(puzzle, matrix, hole_of, rooted, [this](std::size_t list, const Mask<Words>& mask, std::int32_t image) {
            masks_[begin_[list + 1]] = mask;
            images_[begin_[list + 1]++] = image;
        });
    }

    // The indices at which the lists of a hole begin, one for each piece, followed by the end of the last list.
    const std::uint32_t* at_hole(std::int32_t hole) const { return &begin_[at(hole, 0)]; }
    const Mask<Words>* masks() const { return masks_.data(); }
    std::int32_t image(std::uint32_t entry) const { return images_[entry]; }

private:
    std::size_t at(std::int32_t hole, std::int32_t piece) const {
        return static_cast<std::size_t>(hole) * pieces_ + piece;
    }

    template <class Entry>
    void each(const Puzzle& puzzle, const Matrix& matrix, const std::vector<std::int32_t>& hole_of, bool rooted,
              const Entry& entry) const {
        for (std::int32_t piece = 0; piece < pieces_; ++piece) {
            const std::int32_t item = matrix.piece_item(piece);
            if (matrix.covered(item)) continue;
            for (std::int32_t node = matrix.first(item); node != item; node = matrix.next(node)) {
                const std::vector<std::int32_t>& cells = puzzle.images[matrix.image(node)].cells;
                Mask<Words> mask;
                for (const std::int32_t cell : cells) mask.insert(hole_of[cell]);
                for (const std::int32_t cell : rooted ? std::span(cells).first(1) : std::span(cells))
                    entry(at(hole_of[cell], piece), mask, matrix.image(node));
            }
        }
    }

    std::int32_t pieces_ = 0;
    std::vector<std::uint32_t> begin_;  // by list, followed by the end of the last one
    std::vector<Mask<Words>> masks_;
    std::vector<std::int32_t> images_;
};

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
