#include "bits/puzzle.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "problem_checks.hpp"
#include "search_engine.hpp"

namespace tilings::bits {

namespace {

using std::to_string;

constexpr std::size_t kMostShifts = 8;
constexpr std::int64_t kMost = 1 << 28;  // of cells, copies and placements

}  // namespace

Puzzle::Puzzle(std::int64_t cells, const std::vector<std::int64_t>& copies, const std::vector<std::int64_t>& piece,
               const std::vector<std::vector<std::int64_t>>& covers,
               const std::vector<std::vector<std::int64_t>>& symmetries,
               const std::vector<std::pair<std::int64_t, std::int64_t>>& adjacent, std::int64_t constrain,
               std::int64_t spare)
    : symmetries_(symmetries) {
    if (cells < 0 || cells > kMost) refuse("the number of cells is out of range: " + to_string(cells));
    if (piece.size() != covers.size()) refuse("every placement needs its piece and its cells");
    if (piece.size() > static_cast<std::size_t>(kMost)) refuse("there are too many placements");
    if (constrain < -1 || constrain >= static_cast<std::int64_t>(copies.size()))
        refuse("there is no piece " + to_string(constrain) + " to constrain");
    check_symmetries(symmetries, piece.size(), "placements");
    if (spare < 0 || spare > cells || (spare != 0 && !adjacent.empty()))
        refuse("the number of cells that need not be covered is out of range: " + to_string(spare));
    cells_ = static_cast<std::size_t>(cells);
    words_ = std::max<std::size_t>(1, (cells_ + 63) / 64);
    for (const std::int64_t number : copies) {
        if (number < 1 || number > kMost) refuse("a piece has " + to_string(number) + " copies");
        copies_.push_back(static_cast<std::uint32_t>(number));
    }
    kept_.assign(piece.size(), true);
    if (constrain >= 0)
        for (const auto& image : symmetries)
            for (std::size_t k = 0; k < piece.size(); ++k)
                if (piece[k] == constrain && image[k] < static_cast<std::int64_t>(k)) kept_[k] = false;
    for (std::size_t k = 0; k < piece.size(); ++k) {
        if (piece[k] < 0 || piece[k] >= static_cast<std::int64_t>(copies.size()))
            refuse("placement " + to_string(k) + " is of piece " + to_string(piece[k]) + ", which does not exist");
        Placement placement{static_cast<std::uint32_t>(piece[k]), static_cast<std::int32_t>(k),
                            std::vector<Word>(words_, 0)};
        if (covers[k].empty()) refuse("placement " + to_string(k) + " covers nothing");
        for (const std::int64_t cell : covers[k]) {
            if (cell < 0 || cell >= cells)
                refuse("placement " + to_string(k) + " covers cell " + to_string(cell) + ", but cells are 0.." +
                       to_string(cells - 1));
            Word& word = placement.mask[static_cast<std::size_t>(cell) / 64];
            const Word bit = Word{1} << (cell % 64);
            if ((word & bit) != 0) refuse("placement " + to_string(k) + " covers cell " + to_string(cell) + " twice");
            word |= bit;
        }
        if (kept_[k]) placements_.push_back(std::move(placement));
    }
    std::sort(placements_.begin(), placements_.end(), [](const Placement& a, const Placement& b) {
        return a.piece != b.piece ? a.piece < b.piece : a.mask != b.mask ? a.mask < b.mask : a.id < b.id;
    });
    for (std::size_t k = 1; k < placements_.size(); ++k)
        if (placements_[k].piece == placements_[k - 1].piece && placements_[k].mask == placements_[k - 1].mask)
            refuse("placements " + to_string(placements_[k - 1].id) + " and " + to_string(placements_[k].id) +
                   " are the same");
    for (std::uint32_t kind = 0; kind <= copies_.size(); ++kind)
        starts_.push_back(static_cast<std::uint32_t>(
            std::partition_point(placements_.begin(), placements_.end(),
                                 [kind](const Placement& placement) { return placement.piece < kind; }) -
            placements_.begin()));
    open_.assign(words_, 0);
    spare_.assign(words_, 0);
    const std::size_t required = cells_ - static_cast<std::size_t>(spare);
    for (std::size_t cell = 0; cell < cells_; ++cell)
        (cell < required ? open_ : spare_)[cell / 64] |= Word{1} << (cell % 64);
    for (std::size_t w = 0; w < words_; ++w)
        for (const Placement& placement : placements_) masks_.push_back(placement.mask[w]);
    const bool single = std::any_of(covers.begin(), covers.end(), [](const auto& over) { return over.size() == 1; });
    if (!single) link(adjacent);
}

void Puzzle::link(const std::vector<std::pair<std::int64_t, std::int64_t>>& adjacent) {
    std::map<std::int64_t, std::vector<Word>> found;
    for (auto [a, b] : adjacent) {
        if (std::min(a, b) < 0 || std::max(a, b) >= static_cast<std::int64_t>(cells_) || a == b)
            refuse("cells " + to_string(a) + " and " + to_string(b) + " cannot be neighbours");
        const std::int64_t low = std::min(a, b);
        auto& from = found.try_emplace(std::max(a, b) - low, words_, 0).first->second;
        from[static_cast<std::size_t>(low) / 64] |= Word{1} << (low % 64);
    }
    if (found.size() > kMostShifts) return;
    for (const auto& [by, from] : found) {
        by_.push_back(static_cast<std::size_t>(by));
        from_.insert(from_.end(), from.begin(), from.end());
    }
}

View Puzzle::view() const {
    return {words_,       cells_,         placements_.size(), copies_.size(), by_.size(),   masks_.data(),
            open_.data(), starts_.data(), copies_.data(),     by_.data(),     from_.data(), spare_.data()};
}

std::int32_t Puzzle::id(std::uint32_t piece, const Word* mask) const {
    const auto less = [this, mask](const Placement& placement) {
        for (std::size_t w = 0; w < words_; ++w)
            if (placement.mask[w] != mask[w]) return placement.mask[w] < mask[w];
        return false;
    };
    const auto begin = placements_.begin();
    return std::partition_point(begin + static_cast<std::ptrdiff_t>(starts_[piece]),
                                begin + static_cast<std::ptrdiff_t>(starts_[piece + 1]), less)
        ->id;
}

// Kept placements of the constrained piece lie in different orbits. So two solutions with that piece in kept placements
// are images of each other only by symmetries that fix its placement, and only images of kept placements are compared.
bool Puzzle::representative(const std::vector<std::int32_t>& solution) const {
    std::vector<std::int32_t> image(solution.size());
    for (const auto& symmetry : symmetries_) {
        bool kept = true;
        for (std::size_t k = 0; k < solution.size() && kept; ++k) {
            image[k] = static_cast<std::int32_t>(symmetry[static_cast<std::size_t>(solution[k])]);
            kept = kept_[static_cast<std::size_t>(image[k])];
        }
        if (!kept) continue;
        std::sort(image.begin(), image.end());
        if (image < solution) return false;
    }
    return true;
}

}  // namespace tilings::bits
