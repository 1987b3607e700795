#include "classic/puzzle.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "refuse.hpp"

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
    for (const std::vector<std::int64_t>& given : permutations) {
        std::vector<std::int32_t> images_of(images.size(), -1), hit(images.size(), 0);
        if (given.size() != images.size()) refuse("a symmetry must give an image for each image");
        for (std::size_t i = 0; i < given.size(); ++i) {
            if (given[i] < 0 || given[i] >= static_cast<std::int64_t>(images.size()) || hit[given[i]]++ != 0)
                refuse("a symmetry is no permutation of the images");
            images_of[i] = static_cast<std::int32_t>(given[i]);
        }
        symmetries.push_back(std::move(images_of));
    }
}

}  // namespace tilings::classic
