#include "engine/puzzle.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "problem_checks.hpp"
#include "search_engine.hpp"

namespace tilings::classic {

namespace {

constexpr std::int64_t kMost = 1 << 24;  // of cells, copies and images; more would not fit into memory

}  // namespace

Puzzle::Puzzle(const Point& given_box, const std::vector<Point>& coordinates, const std::vector<std::int64_t>& given,
               const std::vector<std::int64_t>& owners, const std::vector<std::vector<std::int64_t>>& covers,
               const std::vector<std::vector<std::int64_t>>& permutations)
    : box(given_box) {
    const std::vector<std::int32_t> number = scan(coordinates);
    count_copies(given);
    add_images(owners, covers, number);
    check_volume();
    add_symmetries(permutations);
}

// Sorts the cells and finds their neighbours. Returns the number in scan order of each given cell.
std::vector<std::int32_t> Puzzle::scan(const std::vector<Point>& coordinates) {
    if (static_cast<std::int64_t>(coordinates.size()) > kMost) refuse("too many cells");
    std::array<std::size_t, 3> axes{0, 1, 2};  // from the slowest to the fastest
    std::stable_sort(axes.begin(), axes.end(), [&](std::size_t a, std::size_t b) { return box[a] > box[b]; });
    std::map<Point, std::size_t> order;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        const Point& at = coordinates[i];
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (at[axis] < 0 || at[axis] >= box[axis]) refuse("cell " + std::to_string(i) + " lies outside the box");
        if (!order.emplace(Point{at[axes[0]], at[axes[1]], at[axes[2]]}, i).second)
            refuse("cell " + std::to_string(i) + " is there twice");
    }
    std::vector<std::int32_t> number(coordinates.size());
    std::map<Point, std::int32_t> index;
    for (const auto& [key, i] : order) {
        number[i] = index[coordinates[i]] = static_cast<std::int32_t>(cells.size());
        cells.push_back(coordinates[i]);
    }
    neighbours.resize(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (const std::int64_t step : {-1, 1}) {
                Point next = cells[i];
                next[axis] += step;
                if (const auto found = index.find(next); found != index.end()) neighbours[i].push_back(found->second);
            }
    return number;
}

void Puzzle::count_copies(const std::vector<std::int64_t>& given) {
    std::int64_t total = 0;
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (given[i] < 1 || given[i] > kMost)
            refuse("piece " + std::to_string(i) + " has " + std::to_string(given[i]) + " copies");
        total += given[i];
        if (total > kMost) refuse("too many pieces");
        copies.push_back(static_cast<std::int32_t>(given[i]));
    }
    sizes.assign(copies.size(), 0);
    pieces = static_cast<std::int32_t>(total);
}

void Puzzle::add_images(const std::vector<std::int64_t>& owners, const std::vector<std::vector<std::int64_t>>& covers,
                        const std::vector<std::int32_t>& number) {
    if (owners.size() != covers.size()) refuse("there must be one piece for each image");
    if (static_cast<std::int64_t>(owners.size()) > kMost) refuse("too many images");
    for (std::size_t i = 0; i < owners.size(); ++i) {
        const std::string name = "image " + std::to_string(i);
        if (owners[i] < 0 || owners[i] >= static_cast<std::int64_t>(copies.size()))
            refuse(name + " is of piece " + std::to_string(owners[i]) + ", which does not exist");
        if (covers[i].empty()) refuse(name + " covers nothing");
        Image image{static_cast<std::int32_t>(owners[i]), 0, {}};
        for (const std::int64_t cell : covers[i]) {
            if (cell < 0 || cell >= static_cast<std::int64_t>(cells.size()))
                refuse(name + " covers cell " + std::to_string(cell) + ", which does not exist");
            image.cells.push_back(number[static_cast<std::size_t>(cell)]);
            const Point& at = cells[image.cells.back()];
            image.parity += (at[0] + at[1] + at[2]) % 2 == 0 ? 1 : -1;
        }
        std::sort(image.cells.begin(), image.cells.end());
        if (std::adjacent_find(image.cells.begin(), image.cells.end()) != image.cells.end())
            refuse(name + " covers a cell twice");
        std::int32_t& size = sizes[image.piece];
        if (size == 0) size = static_cast<std::int32_t>(image.cells.size());
        if (size != static_cast<std::int32_t>(image.cells.size()))
            refuse(name + " covers more or fewer cells than others of its piece");
        images.push_back(std::move(image));
    }
}

// Checks that the volumes of the pieces add up to the number of cells. So every cell is covered when the last piece is
// placed, where the searches on bit masks stop.
void Puzzle::check_volume() const {
    if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return;
    const std::int64_t volume = std::inner_product(sizes.begin(), sizes.end(), copies.begin(), std::int64_t{0});
    if (volume != static_cast<std::int64_t>(cells.size()))
        refuse("the pieces fill " + std::to_string(volume) + " cells, but there are " + std::to_string(cells.size()));
}

void Puzzle::add_symmetries(const std::vector<std::vector<std::int64_t>>& permutations) {
    check_symmetries(permutations, images.size(), "images");
    for (const std::vector<std::int64_t>& permutation : permutations)
        symmetries.emplace_back(permutation.begin(), permutation.end());
}

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

namespace {

void check_orders(const std::vector<Order>& orders) {
    for (std::size_t i = 0; i < orders.size(); ++i) {
        const std::string name(1, orders[i].heuristic);
        if (name.find_first_of("fxyzXYZRa") == std::string::npos)
            refuse("there is no ordering heuristic '" + name + "'");
        if (orders[i].from < 0) refuse("the threshold of heuristic " + name + " is negative");
        if (!std::isfinite(orders[i].degrees)) refuse("the angle of heuristic " + name + " is not finite");
        if (i > 0 && orders[i].from >= orders[i - 1].from)
            refuse("the threshold of heuristic " + name + " is not below the one before it");
    }
}

// Checks that the thresholds of the algorithms in use fall, from the most to the least elaborate algorithm.
void check_algorithms(const Settings& settings) {
    const std::pair<const char*, std::int64_t> thresholds[] = {
        {"mch", settings.mch}, {"emch", settings.emch}, {"bruijn", settings.bruijn}};
    const char* before = nullptr;
    std::int64_t least = 0;
    for (const auto& [name, threshold] : thresholds) {
        if (threshold == 0) continue;
        if (before != nullptr && threshold > least)
            refuse(std::string(name) + " = " + std::to_string(threshold) + " is above " + before + " = " +
                   std::to_string(least) + ": the thresholds of mch, emch and bruijn must fall");
        before = name;
        least = threshold;
    }
}

}  // namespace

void check(const Settings& settings, std::int64_t pieces, std::int64_t kinds) {
    const std::pair<const char*, std::int64_t> numbers[] = {{"mch", settings.mch},
                                                            {"emch", settings.emch},
                                                            {"bruijn", settings.bruijn},
                                                            {"parity_filter", settings.parity_filter},
                                                            {"volume_filter", settings.volume_filter},
                                                            {"fit_filter", settings.fit_filter},
                                                            {"parity_trigger", settings.parity_trigger},
                                                            {"volume_trigger", settings.volume_trigger},
                                                            {"stop", settings.stop}};
    for (const auto& [name, number] : numbers) {
        if (number < 0) refuse(std::string(name) + " is negative");
        if (number > pieces)
            refuse(std::string(name) + " = " + std::to_string(number) + ", but there are " + std::to_string(pieces) +
                   " pieces");
    }
    check_orders(settings.orders);
    check_algorithms(settings);
    if (settings.constrain < kBestPiece || settings.constrain >= kinds) refuse("the piece to constrain does not exist");
    if (settings.fit_passes < 1) refuse("fit_passes must be at least 1");
    if (settings.trials < 0 || settings.seed < 0 || settings.seed > UINT32_MAX)
        refuse("trials must not be negative, the seed must be from 0 to 4294967295");
    if ((settings.trials == 0) != (settings.stop == 0)) refuse("trials and stop belong together: give both or neither");
}

}  // namespace tilings::classic
