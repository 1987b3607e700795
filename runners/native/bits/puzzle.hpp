// The puzzle that is searched: placements as masks, and the symmetries under which solutions count once.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace tilings::bits {

using Word = std::uint64_t;

struct Placement {
    std::uint32_t piece;
    std::int32_t id;  // the caller's number
    std::vector<Word> mask;
};

// The puzzle as plain arrays. Word w of the mask of placement i is masks[w * size + i]. The placements of piece p are
// starts[p]..starts[p + 1]-1. Each cell in the mask from[s * words ..] has a neighbour whose number is greater by
// by[s].
struct View {
    std::size_t words, cells, size, pieces, shifts;
    const Word* masks;
    const Word* open;
    const std::uint32_t* starts;
    const std::uint32_t* copies;
    const std::size_t* by;
    const Word* from;
    const Word* spare;  // the cells that need not be covered; open has the others
};

class Puzzle {
public:
    // cells: the number of cells, each of which is covered exactly once. copies: the number of copies of each piece,
    // all of which are used and are interchangeable. piece, covers: the piece and the cells of each placement.
    // symmetries: for each symmetry, the identity first, the image of each placement; or empty. adjacent: pairs of
    // neighbouring cells. constrain: the piece that is restricted to one placement of each orbit, or -1. spare: so many
    // of the last cells need not be covered; then there must be no neighbours. Throws std::invalid_argument if these
    // contradict each other or a number is out of range.
    Puzzle(std::int64_t cells, const std::vector<std::int64_t>& copies, const std::vector<std::int64_t>& piece,
           const std::vector<std::vector<std::int64_t>>& covers,
           const std::vector<std::vector<std::int64_t>>& symmetries,
           const std::vector<std::pair<std::int64_t, std::int64_t>>& adjacent, std::int64_t constrain,
           std::int64_t spare = 0);

    View view() const;
    std::size_t words() const { return words_; }
    std::size_t pieces() const { return copies_.size(); }
    bool symmetric() const { return symmetries_.size() > 1; }

    // The number that the caller gave to a placement.
    std::int32_t id(std::uint32_t piece, const Word* mask) const;
    // Whether a solution, given by ascending numbers of placements, is the one of its images that counts.
    bool representative(const std::vector<std::int32_t>& solution) const;

private:
    void link(const std::vector<std::pair<std::int64_t, std::int64_t>>& adjacent);

    std::size_t cells_, words_;
    std::vector<std::uint32_t> copies_, starts_;
    std::vector<Placement> placements_;  // piece by piece, and for each piece in the order of the masks
    std::vector<Word> masks_, open_, spare_, from_;
    std::vector<std::size_t> by_;
    std::vector<std::vector<std::int64_t>> symmetries_;
    std::vector<bool> kept_;  // by the caller's number
};

}  // namespace tilings::bits
