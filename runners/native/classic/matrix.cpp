#include "classic/matrix.hpp"
#include "refuse.hpp"

namespace tilings::classic {

Matrix::Matrix(const Puzzle& puzzle, const std::vector<char>& kept)
    : cells_(static_cast<std::int32_t>(puzzle.cells.size())),
      items_(cells_ + static_cast<std::int32_t>(puzzle.copies.size())), length_(items_, 0), left_(cells_, 1) {
    left_.insert(left_.end(), puzzle.copies.begin(), puzzle.copies.end());
    std::int64_t size = items_;
    for (const Image& image : puzzle.images) size += static_cast<std::int64_t>(image.cells.size()) + 1;
    if (size >= dlx::kCovered) refuse("the puzzle is too large for the matrix");
    for (std::int32_t item = 0; item < items_; ++item) nodes_.push_back({item, item, item, -1});
    const auto append = [this](std::int32_t item, std::int32_t row) {
        const auto node = static_cast<std::int32_t>(nodes_.size());
        nodes_.push_back({nodes_[item].up, item, item, row});
        relink(node);
    };
    for (std::int32_t row = 0; row < static_cast<std::int32_t>(puzzle.images.size()); ++row) {
        start_.push_back(static_cast<std::int32_t>(nodes_.size()));
        if (!kept[row]) continue;
        for (const std::int32_t cell : puzzle.images[row].cells) append(cell, row);
        append(piece_item(puzzle.images[row].piece), row);
    }
    start_.push_back(static_cast<std::int32_t>(nodes_.size()));
    updates_ = 0;
}

inline void Matrix::unlink(std::int32_t node) {
    const Node at = nodes_[node];
    nodes_[at.up].down = at.down;
    nodes_[at.down].up = at.up;
    --length_[at.item];
    ++updates_;
}

inline void Matrix::relink(std::int32_t node) {
    const Node at = nodes_[node];
    nodes_[at.up].down = nodes_[at.down].up = node;
    ++length_[at.item];
    ++updates_;
}

// Unlinks the other nodes of a node's row from the lists of their items.
inline void Matrix::hide(std::int32_t node) {
    const std::int32_t row = nodes_[node].row;
    for (std::int32_t other = begin(row); other < end(row); ++other)
        if (other != node) unlink(other);
}

inline void Matrix::unhide(std::int32_t node) {
    const std::int32_t row = nodes_[node].row;
    for (std::int32_t other = begin(row); other < end(row); ++other)
        if (other != node) relink(other);
}

void Matrix::cover(std::int32_t item) {
    --left_[item];
    length_[item] += dlx::kCovered;
    for (std::int32_t node = nodes_[item].down; node != item; node = nodes_[node].down) hide(node);
}

void Matrix::uncover(std::int32_t item) {
    for (std::int32_t node = nodes_[item].up; node != item; node = nodes_[node].up) unhide(node);
    length_[item] -= dlx::kCovered;
    ++left_[item];
}

void Matrix::choose(std::int32_t node) {
    const std::int32_t row = nodes_[node].row;
    for (std::int32_t other = begin(row); other < end(row); ++other) {
        if (other == node) continue;
        const std::int32_t item = nodes_[other].item;
        if (left_[item] > 1) {
            --left_[item];
        } else {
            cover(item);
        }
    }
}

void Matrix::unchoose(std::int32_t node) {
    const std::int32_t row = nodes_[node].row;
    for (std::int32_t other = end(row); other-- > begin(row);) {
        if (other == node) continue;
        const std::int32_t item = nodes_[other].item;
        if (covered(item)) {
            uncover(item);
        } else {
            ++left_[item];
        }
    }
}

void Matrix::drop(std::int32_t image) {
    for (std::int32_t node = begin(image); node < end(image); ++node) unlink(node);
}

void Matrix::restore(std::int32_t image) {
    for (std::int32_t node = begin(image); node < end(image); ++node) relink(node);
}

bool Matrix::blocks(std::int32_t image) {
    const std::int32_t node = begin(image), item = nodes_[node].item;
    cover(item);
    choose(node);
    const bool found = std::find(length_.begin(), length_.end(), 0) != length_.end();
    unchoose(node);
    uncover(item);
    return found;
}

void Matrix::shuffle(std::mt19937& random) {
    std::vector<std::int32_t> list;
    for (std::int32_t item = 0; item < items_; ++item) {
        list.clear();
        for (std::int32_t node = first(item); node != item; node = next(node)) list.push_back(node);
        for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random() % i]);
        std::int32_t last = item;
        for (const std::int32_t node : list) {
            nodes_[last].down = node;
            nodes_[node].up = last;
            last = node;
        }
        nodes_[last].down = item;
        nodes_[item].up = last;
        updates_ += list.size();
    }
}

}  // namespace tilings::classic
