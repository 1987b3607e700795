// Runs every engine on random puzzles, to be compiled with sanitizers: all engines must agree with dancing links.
// Prints the number of puzzles; after a disagreement, prints the engine and exits with 1.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "bits/engine.hpp"
#include "dlx/engine.hpp"
#include "engine/engine.hpp"
#include "general/engine.hpp"
#include "states/engine.hpp"

int try_skyline();  // sanitized_skyline.cpp
int try_budget();   // sanitized_budget.cpp
int try_covers();   // sanitized_covers.cpp

using namespace tilings;  // NOLINT: the engines under test

namespace {

using Numbers = std::vector<std::int64_t>;
using Lists = std::vector<Numbers>;
using Point = std::array<std::int64_t, 3>;
using Shape = std::vector<Point>;

constexpr std::uint64_t kMostSolutions = 500, kMostNodes = 5'000, kMostUpdates = 500'000;

constexpr std::size_t kPocket = 12;  // cells that large pieces leave to small ones

std::mt19937 random_numbers(1);

std::int64_t below(std::int64_t end) {
    return static_cast<std::int64_t>(random_numbers() % static_cast<std::uint64_t>(end));
}

// A box cut into connected pieces; pieces move and may be mirrored along each axis, and so may solutions.
struct Puzzle {
    Point box;
    std::vector<Point> cells;
    std::vector<std::pair<std::int64_t, std::int64_t>> adjacent;
    Numbers copies, piece;
    Lists covers, symmetries;
};

std::int64_t number(const Point& box, const Point& at) { return (at[0] * box[1] + at[1]) * box[2] + at[2]; }

// Grows a piece out of the cells that are left, from the first of them on.
Shape grown(std::set<Point>& left, std::size_t size) {
    Shape piece{*left.begin()};
    left.erase(left.begin());
    for (std::size_t tries = 0; piece.size() < size && tries < 20 * size; ++tries) {
        Point next = piece[static_cast<std::size_t>(below(static_cast<std::int64_t>(piece.size())))];
        next[static_cast<std::size_t>(below(3))] += below(2) == 0 ? 1 : -1;
        if (left.erase(next) != 0) piece.push_back(next);
    }
    return piece;
}

// The first cells that are left: connected, if they are more than a layer of the box.
Shape sliced(std::set<Point>& left, std::size_t size) {
    const auto end = std::next(left.begin(), static_cast<std::ptrdiff_t>(size));
    const Shape piece(left.begin(), end);
    left.erase(left.begin(), end);
    return piece;
}

// Moved into the corner, the cells in order.
Shape normalised(Shape shape) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::int64_t least = INT64_MAX;
        for (const Point& at : shape) least = std::min(least, at[axis]);
        for (Point& at : shape) at[axis] -= least;
    }
    std::sort(shape.begin(), shape.end());
    return shape;
}

void add_placements(Puzzle& puzzle, const Shape& shape, std::int64_t piece) {
    std::set<Numbers> found;
    for (unsigned mirrors = 0; mirrors < 8; ++mirrors) {
        Shape turned = shape;
        for (Point& at : turned)
            for (std::size_t axis = 0; axis < 3; ++axis)
                if ((mirrors >> axis & 1) != 0) at[axis] = -at[axis];
        turned = normalised(turned);
        for (const Point& to : puzzle.cells) {
            Numbers cover;
            for (const Point& at : turned) {
                const Point cell{at[0] + to[0], at[1] + to[1], at[2] + to[2]};
                if (cell[0] >= puzzle.box[0] || cell[1] >= puzzle.box[1] || cell[2] >= puzzle.box[2]) break;
                cover.push_back(number(puzzle.box, cell));
            }
            if (cover.size() < turned.size()) continue;
            std::sort(cover.begin(), cover.end());
            found.insert(cover);
        }
    }
    for (const Numbers& cover : found) puzzle.piece.push_back(piece), puzzle.covers.push_back(cover);
}

void add_symmetries(Puzzle& puzzle) {
    std::map<std::pair<std::int64_t, Numbers>, std::int64_t> index;
    for (std::size_t i = 0; i < puzzle.piece.size(); ++i)
        index[{puzzle.piece[i], puzzle.covers[i]}] = static_cast<std::int64_t>(i);
    for (unsigned mirrors = 0; mirrors < 8; ++mirrors) {
        Numbers images;
        for (std::size_t i = 0; i < puzzle.piece.size(); ++i) {
            Numbers image;
            for (const std::int64_t cell : puzzle.covers[i]) {
                Point at = puzzle.cells[static_cast<std::size_t>(cell)];
                for (std::size_t axis = 0; axis < 3; ++axis)
                    if ((mirrors >> axis & 1) != 0) at[axis] = puzzle.box[axis] - 1 - at[axis];
                image.push_back(number(puzzle.box, at));
            }
            std::sort(image.begin(), image.end());
            images.push_back(index.at({puzzle.piece[i], image}));
        }
        puzzle.symmetries.push_back(std::move(images));
    }
}

Puzzle random_puzzle(const Point& box, std::size_t large) {
    Puzzle puzzle{box, {}, {}, {}, {}, {}, {}};
    for (std::int64_t x = 0; x < box[0]; ++x)
        for (std::int64_t y = 0; y < box[1]; ++y)
            for (std::int64_t z = 0; z < box[2]; ++z) puzzle.cells.push_back({x, y, z});
    std::set<Point> left(puzzle.cells.begin(), puzzle.cells.end());
    bool single = false;
    std::vector<Shape> shapes;
    while (!left.empty()) {
        const bool pocket = large == 0 || left.size() <= kPocket;
        const std::size_t rest = left.size() < kPocket + 2 * large ? left.size() - kPocket : large;
        const Shape shape =
            normalised(pocket ? grown(left, static_cast<std::size_t>(2 + below(4))) : sliced(left, rest));
        single |= shape.size() == 1;
        const auto same = std::find(shapes.begin(), shapes.end(), shape);
        if (same != shapes.end() && below(3) != 0) {
            ++puzzle.copies[static_cast<std::size_t>(same - shapes.begin())];
        } else {
            shapes.push_back(shape);
            puzzle.copies.push_back(1);
        }
    }
    for (std::size_t p = 0; p < shapes.size(); ++p) add_placements(puzzle, shapes[p], static_cast<std::int64_t>(p));
    add_symmetries(puzzle);
    for (std::size_t i = 0; i < puzzle.cells.size() && !single; ++i)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Point next = puzzle.cells[i];
            if (++next[axis] < box[axis]) puzzle.adjacent.emplace_back(static_cast<std::int64_t>(i), number(box, next));
        }
    return puzzle;
}

void expect(bool agreed, const std::string& what) {
    if (agreed) return;
    std::printf("%s disagrees with dancing links\n", what.c_str());
    std::exit(1);
}

// Searches in slices of random length, to the end unless that is far off; the number of solutions.
template <class Engine>
std::uint64_t solved(Engine& engine) {
    tilings::Solutions found;
    while (!engine.finished() && engine.updates() < kMostUpdates) {
        const auto some = static_cast<std::uint64_t>(1 + below(1000));
        engine.run({engine.solutions() + some, engine.nodes() + some, engine.updates() + 100 * some}, &found);
    }
    return found.size();
}

constexpr std::uint64_t kUnfinished = UINT64_MAX;

// Makes and searches the engines of one to three parts, split at some depth; the sum of their solutions, or
// kUnfinished.
template <class Make>
std::uint64_t solved_in_parts(Make make) {
    std::uint64_t sum = 0;
    bool complete = true;
    tilings::TreePart part{0, 1 + below(3), below(4) - 1};
    for (; part.part < part.parts; ++part.part) {
        auto engine = make(part);
        sum += solved(engine);
        complete &= engine.finished();
    }
    return complete ? sum : kUnfinished;
}

using Classes = std::set<std::vector<std::int32_t>>;

Classes classes(const Puzzle& puzzle, const tilings::Solutions& solutions) {
    Classes found;
    for (const auto& solution : solutions) {
        std::vector<std::int32_t> least;
        for (const Numbers& symmetry : puzzle.symmetries) {
            std::vector<std::int32_t> image;
            for (const std::int32_t i : solution)
                image.push_back(static_cast<std::int32_t>(symmetry[static_cast<std::size_t>(i)]));
            std::sort(image.begin(), image.end());
            if (least.empty() || image < least) least = image;
        }
        found.insert(least);
    }
    return found;
}

void try_bits(const Puzzle& puzzle, std::size_t expected) {
    for (const bits::Kind& kind : bits::kinds()) {
        for (std::int64_t constrain = -1; constrain < static_cast<std::int64_t>(puzzle.copies.size()); ++constrain) {
            if (constrain >= 0 && puzzle.copies[static_cast<std::size_t>(constrain)] > 1) continue;
            const auto made = [&puzzle, constrain] {
                return bits::Puzzle(static_cast<std::int64_t>(puzzle.cells.size()), puzzle.copies, puzzle.piece,
                                    puzzle.covers, puzzle.symmetries, puzzle.adjacent, constrain);
            };
            const std::uint64_t sum = solved_in_parts([&](const tilings::TreePart& part) {
                return bits::Engine(made(), kind.name, 1 + (below(8) == 0), part);
            });
            expect(sum == expected || sum == kUnfinished, std::string("bits with ") + kind.name);
            if (constrain == 0) {
                const bits::Puzzle puzzle = made();
                bits::Descents(puzzle, 3).sum(20);
            }
        }
    }
}

void try_classic(const Puzzle& puzzle, std::size_t expected) {
    std::int64_t pieces = 0;
    for (const std::int64_t copies : puzzle.copies) pieces += copies;
    const auto some = [pieces] { return below(pieces + 1); };
    for (int round = 0; round < 4; ++round) {
        classic::Settings settings;
        std::array<std::int64_t, 3> from{some(), some(), some()};
        std::sort(from.rbegin(), from.rend());
        settings.mch = from[0], settings.emch = from[1], settings.bruijn = from[2];
        settings.orders = {{"fxyzXYZRa"[below(9)], pieces, static_cast<double>(below(360))}};
        settings.constrain = below(2) == 0 ? classic::kNoPiece : classic::kBestPiece;
        settings.parity_filter = some(), settings.volume_filter = some(), settings.fit_filter = some();
        settings.fit_passes = 1 + below(2);
        settings.parity_trigger = some(), settings.volume_trigger = some();
        const classic::Puzzle own(puzzle.box, puzzle.cells, puzzle.copies, puzzle.piece, puzzle.covers,
                                  puzzle.symmetries);
        classic::Engine engine(own, settings);
        const std::uint64_t found = solved(engine);
        expect(found == expected || !engine.finished(), "classic");
        classic::Estimate estimate(own, settings);
        for (int probe = 0; probe < 5; ++probe) estimate.probe();
        settings.trials = 3, settings.stop = 1 + below(pieces);
        classic::Engine trials(own, settings);
        expect(solved(trials) <= expected, "classic by trials");
    }
}

void try_general(const Puzzle& puzzle, const Lists& options, std::size_t expected) {
    general::Problem problem{};
    for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) problem.primary.emplace_back(1, 1);
    for (const std::int64_t copies : puzzle.copies) problem.primary.emplace_back(copies, copies);
    for (const Numbers& items : options) {
        general::Option option;
        for (const std::int64_t item : items) option.emplace_back(item, 0);
        problem.options.push_back(std::move(option));
    }
    const std::uint64_t sum = solved_in_parts([&](const tilings::TreePart& part) {
        problem.part = part;
        return general::Engine(problem);
    });
    expect(sum == expected || sum == kUnfinished, "general");
    problem.part = {}, problem.best = 1;
    for (std::size_t i = 0; i < options.size(); ++i) problem.costs.push_back(below(10));
    general::Engine cheapest(problem);
    const std::uint64_t found = solved(cheapest);
    expect((found > 0) == (expected > 0) || !cheapest.finished(), "general with costs");
}

void try_states(const Puzzle& puzzle, const Lists& options, std::size_t expected) {
    for (const bool ordered : {true, false}) {
        const auto cells = static_cast<std::int64_t>(puzzle.cells.size());
        states::Engine engine(cells, puzzle.copies, options, 1'000'000'000, ordered);
        solved(engine);
        if (!engine.finished()) continue;
        const std::vector<std::uint64_t> count = engine.count();
        expect((count.empty() ? 0 : count[0]) == expected, ordered ? "states" : "states without an order");
    }
}

// Whether the puzzle is small enough to be tried.
bool tried(const Puzzle& puzzle) {
    const auto cells = static_cast<std::int64_t>(puzzle.cells.size());
    Lists options = puzzle.covers;
    for (std::size_t i = 0; i < options.size(); ++i) options[i].push_back(cells + puzzle.piece[i]);
    dlx::Engine plain(cells, puzzle.copies, options, {});
    tilings::Solutions solutions;
    plain.run({kMostSolutions, kMostNodes, UINT64_MAX}, &solutions);
    if (!plain.finished()) return false;
    const std::size_t unique = classes(puzzle, solutions).size();
    const std::uint64_t sum = solved_in_parts(
        [&](const tilings::TreePart& part) { return dlx::Engine(cells, puzzle.copies, options, part); });
    expect(sum == solutions.size() || sum == kUnfinished, "dancing links in slices");
    try_bits(puzzle, unique);
    try_classic(puzzle, unique);
    try_general(puzzle, options, solutions.size());
    if (cells <= 100) try_states(puzzle, options, solutions.size());
    return true;
}

struct Size {
    Point box;
    std::size_t large;  // cells of the large pieces, if there are any
    int puzzles;
};

}  // namespace

int main() {
    const std::vector<Size> sizes{
        {{1, 1, 1}, 0, 1},    {{4, 4, 1}, 0, 20},   {{3, 3, 2}, 0, 20},  {{5, 2, 2}, 0, 20},
        {{7, 3, 1}, 0, 20},   {{8, 8, 1}, 18, 5},   {{13, 5, 1}, 20, 5}, {{13, 10, 1}, 40, 4},
        {{14, 14, 1}, 60, 4}, {{17, 16, 1}, 80, 4}, {{7, 7, 7}, 110, 4},
    };
    int puzzles = 0;
    for (const Size& size : sizes)
        for (int k = 0; k < size.puzzles; ++k)
            puzzles += tried(random_puzzle(size.box, size.large + static_cast<std::size_t>(size.large != 0 ? k : 0)));
    const int tilings = try_skyline(), boards = try_budget(), covers = try_covers();
    expect(tilings > 0, "skyline");
    expect(boards > 0, "budget");
    expect(covers > 0, "an engine for covers");
    puzzles += tilings + boards + covers;
    std::printf("%d puzzles\n", puzzles);
    return 0;
}
