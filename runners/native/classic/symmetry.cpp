#include "classic/symmetry.hpp"

#include <algorithm>
#include <string>

#include "refuse.hpp"

namespace tilings::classic {

namespace {

bool qualifies(const Puzzle& puzzle, std::int32_t piece) {
    if (puzzle.copies[piece] != 1 || puzzle.sizes[piece] == 0) return false;
    for (const std::vector<std::int32_t>& symmetry : puzzle.symmetries)
        for (std::size_t i = 0; i < puzzle.images.size(); ++i)
            if (puzzle.images[i].piece == piece && puzzle.images[symmetry[i]].piece != piece) return false;
    return true;
}

// The least image of each orbit.
std::vector<std::int32_t> representatives(const Puzzle& puzzle, std::int32_t piece) {
    std::vector<std::int32_t> found;
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(puzzle.images.size()); ++i)
        if (puzzle.images[i].piece == piece &&
            std::all_of(puzzle.symmetries.begin(), puzzle.symmetries.end(),
                        [i](const std::vector<std::int32_t>& symmetry) { return symmetry[i] >= i; }))
            found.push_back(i);
    return found;
}

std::int64_t images_of(const Puzzle& puzzle, std::int32_t piece) {
    return std::count_if(puzzle.images.begin(), puzzle.images.end(),
                         [piece](const Image& image) { return image.piece == piece; });
}

std::int32_t best(const Puzzle& puzzle) {
    std::int32_t chosen = kNoPiece;
    std::int64_t all = 1, left = 1;
    for (std::int32_t piece = 0; piece < static_cast<std::int32_t>(puzzle.copies.size()); ++piece) {
        if (!qualifies(puzzle, piece)) continue;
        const std::int64_t its_all = images_of(puzzle, piece);
        const auto its_left = static_cast<std::int64_t>(representatives(puzzle, piece).size());
        // This compares the shares its_left / its_all and left / all.
        const std::int64_t difference = its_left * all - left * its_all;
        if (difference < 0 || (difference == 0 && chosen != kNoPiece && its_left < left)) {
            chosen = piece;
            all = its_all;
            left = its_left;
        }
    }
    return chosen;
}

}  // namespace

std::vector<char> constrained(const Puzzle& puzzle, std::int32_t piece) {
    std::vector<char> kept(puzzle.images.size(), 1);
    if (piece == kBestPiece) piece = best(puzzle);
    if (piece == kNoPiece) return kept;
    if (!qualifies(puzzle, piece))
        refuse("piece " + std::to_string(piece) +
               " cannot be constrained: it has several copies, or a symmetry takes it to another");
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = puzzle.images[i].piece != piece;
    for (const std::int32_t i : representatives(puzzle, piece)) kept[i] = 1;
    return kept;
}

Unique::Unique(const Puzzle& puzzle, const std::vector<char>& kept, bool forget)
    : puzzle_(puzzle), kept_(kept), forget_(forget) {}

bool Unique::counts(const std::vector<std::int32_t>& solution) {
    if (forget_) return puzzle_.symmetries.size() < 2 || least(solution);
    std::vector<std::int32_t> canonical = solution;
    for (const std::vector<std::int32_t>& symmetry : puzzle_.symmetries) {
        map(solution, symmetry);
        canonical = std::min(canonical, image_);
    }
    return seen_.insert(std::move(canonical)).second;
}

bool Unique::least(const std::vector<std::int32_t>& solution) {
    for (const std::vector<std::int32_t>& symmetry : puzzle_.symmetries) {
        map(solution, symmetry);
        const bool found = std::all_of(image_.begin(), image_.end(), [this](std::int32_t i) { return kept_[i] != 0; });
        if (found && image_ < solution) return false;
    }
    return true;
}

void Unique::map(const std::vector<std::int32_t>& solution, const std::vector<std::int32_t>& symmetry) {
    image_.clear();
    for (const std::int32_t i : solution) image_.push_back(symmetry[i]);
    std::sort(image_.begin(), image_.end());
}

}  // namespace tilings::classic
