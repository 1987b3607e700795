// What the search works on: placements as masks, and the symmetries under which solutions count as one.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace bits {

using Word = std::uint64_t;

struct Placement {
    std::uint32_t piece;
    std::int32_t id;  // the caller's number
    std::vector<Word> mask;
};

// The puzzle as plain arrays. Word w of the mask of placement i is masks[w * size + i]; the placements of piece p are
// starts[p]..starts[p + 1]-1. A cell of from[s * words ..] has a neighbour by[s] bits further on.
struct View {
    std::size_t words, cells, size, pieces, shifts;
    const Word* masks;
    const Word* open;
    const std::uint32_t* starts;
    const std::uint32_t* copies;
    const std::size_t* by;
    const Word* from;
};

class Puzzle {
public:
    // cells: how many there are to cover, each exactly once. copies: of each piece, all of which are used; copies of a
    // piece are not told apart. piece, covers: of each placement, its piece and its cells. symmetries: the placement
    // that each placement is taken to, for each symmetry, identity first; or none. adjacent: pairs of neighbours.
    // constrain: the piece that is kept to one placement of each orbit, or -1.
    // Throws std::invalid_argument for what is no puzzle.
    Puzzle(std::int64_t cells, const std::vector<std::int64_t>& copies, const std::vector<std::int64_t>& piece,
           const std::vector<std::vector<std::int64_t>>& covers,
           const std::vector<std::vector<std::int64_t>>& symmetries,
           const std::vector<std::pair<std::int64_t, std::int64_t>>& adjacent, std::int64_t constrain);

    View view() const;
    std::size_t words() const { return words_; }
    std::size_t pieces() const { return copies_.size(); }
    bool symmetric() const { return symmetries_.size() > 1; }

    // The caller's number of a placement.
    std::int32_t id(std::uint32_t piece, const Word* mask) const;
    // Whether a solution, ascending numbers of placements, is the one that counts among its images.
    bool representative(const std::vector<std::int32_t>& solution) const;

private:
    void link(const std::vector<std::pair<std::int64_t, std::int64_t>>& adjacent);

    std::size_t cells_, words_;
    std::vector<std::uint32_t> copies_, starts_;
    std::vector<Placement> placements_;  // piece by piece; of each piece in the order of the masks
    std::vector<Word> masks_, open_, from_;
    std::vector<std::size_t> by_;
    std::vector<std::vector<std::int64_t>> symmetries_;
    std::vector<bool> kept_;  // by the caller's number
};

}  // namespace bits
