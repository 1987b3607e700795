// The exact-cover matrix with dancing links, which has an item for each cell and each piece, and a row for each image;
// and the choice of the item to branch on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/puzzle.hpp"
#include "search_engine.hpp"

namespace tilings::classic {

// Source: D. E. Knuth, "Dancing Links", 2000. A piece with several copies is covered when its last copy is placed.
class Matrix {
public:
    Matrix(const Puzzle& puzzle, const std::vector<char>& kept);

    std::int32_t cells() const { return cells_; }
    std::int32_t items() const { return items_; }
    std::int32_t piece_item(std::int32_t piece) const { return cells_ + piece; }

    bool covered(std::int32_t item) const { return length_[item] >= kCovered; }
    // The number of rows left in an item's list; for a covered item, more than any list has.
    std::int32_t length(std::int32_t item) const { return length_[item]; }
    std::int32_t copies_left(std::int32_t piece) const { return left_[cells_ + piece]; }
    // Whether a search may branch on the item. It must not branch on a piece of which several copies are left, since it
    // would find the same solution in every order of the copies.
    bool branches(std::int32_t item) const { return left_[item] == 1; }

    // The nodes of an item's list are `first` and its successors by `next`, up to the item itself.
    std::int32_t first(std::int32_t item) const { return nodes_[item].down; }
    std::int32_t next(std::int32_t node) const { return nodes_[node].down; }
    std::int32_t image(std::int32_t node) const { return nodes_[node].row; }

    void cover(std::int32_t item);
    void uncover(std::int32_t item);
    // Places the image of a row: covers its items other than that of `node`, which is covered already.
    void choose(std::int32_t node);
    void unchoose(std::int32_t node);
    // Removes a row, or restores it. Rows must be restored in the reverse order of their removal.
    void drop(std::int32_t image);
    void restore(std::int32_t image);
    // Whether placing an image would leave some item without rows.
    bool blocks(std::int32_t image);

    // Puts every list into random order. Nothing may be placed.
    void shuffle(std::mt19937& random);

    std::uint64_t updates() const { return updates_; }  // links changed so far

private:
    struct Node {
        std::int32_t up, down, item, row;
    };

    std::int32_t begin(std::int32_t row) const { return start_[row]; }
    std::int32_t end(std::int32_t row) const { return start_[row + 1]; }
    void hide(std::int32_t node);
    void unhide(std::int32_t node);
    void unlink(std::int32_t node);
    void relink(std::int32_t node);

    std::int32_t cells_, items_;
    std::vector<Node> nodes_;          // node i < items() is the header of item i
    std::vector<std::int32_t> start_;  // the first node of each image's row, whose nodes lie side by side
    std::vector<std::int32_t> length_;
    std::vector<std::int32_t> left_;  // how many more times each item may be covered
    std::uint64_t updates_ = 0;
};

// Source of the heuristics other than f: M. Busche, "Solving Polyomino and Polycube Puzzles", 2011. They choose an item
// without rows, otherwise one with a single row, otherwise the cell of least rank and, among several, the one with the
// fewest rows. Of equal items the first one is chosen, where cells precede pieces.
class Chooser {
public:
    Chooser(const Puzzle& puzzle, const std::vector<Order>& orders);

    // The item to branch on with so many pieces left; kNone if there is nothing to choose from.
    std::int32_t choose(const Matrix& matrix, std::int32_t remaining) const;

private:
    std::int32_t fewest(const Matrix& matrix) const;

    std::vector<Order> orders_;
    std::vector<std::vector<double>> ranks_;  // the rank of each cell in each order
};

}  // namespace tilings::classic
