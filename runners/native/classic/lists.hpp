// The images of the remaining pieces as bit masks, in a list for each hole and piece.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "classic/mask.hpp"
#include "classic/matrix.hpp"
#include "classic/puzzle.hpp"

namespace tilings::classic {

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

}  // namespace tilings::classic
