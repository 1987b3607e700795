#include "budget/board.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "search_engine.hpp"

namespace tilings::budget {

namespace {

constexpr std::int64_t kMost = 1 << 24;  // of options, copies and weights, so that sums fit into 32 bits

void check(const Problem& problem) {
    if (problem.rows < 1 || problem.cols < 1) refuse("a board has at least one row and column");
    if (problem.layouts.empty()) refuse("there are no tiles");
    const std::size_t length = problem.layouts.front().values.size();
    if (length < 2) refuse("a tile has at least two cells");
    const auto kinds = static_cast<std::int64_t>(problem.copies.size());
    for (const Layout& layout : problem.layouts) {
        if (layout.values.size() != length) refuse("the tiles differ in length");
        if (layout.kind < 0 || layout.kind >= kinds) refuse("a layout has no class");
    }
    for (const std::int64_t copies : problem.copies)
        if (copies < 1 || copies > kMost) refuse("a class has no tiles, or too many");
    if (problem.rows > kMost || problem.cols > kMost ||
        problem.rows * problem.cols > kMost / 2 / static_cast<std::int64_t>(problem.layouts.size()))
        refuse("the board is too large");
    for (const std::int64_t cell : problem.blocked)
        if (cell < 0 || cell >= problem.rows * problem.cols) refuse("there is no cell " + std::to_string(cell));
    for (const Budget& budget : problem.budgets) {
        if (static_cast<std::int64_t>(budget.weights.size()) != problem.rows * problem.cols)
            refuse("a budget needs a weight for each cell");
        for (const std::int64_t number : budget.weights)
            if (number < 0 || number > kMost) refuse("a budget has a weight out of range");
        if (budget.total < 0 || budget.total > kMost || budget.each < 0 || budget.each > kMost)
            refuse("a budget is out of range");
    }
}

const Problem& checked(const Problem& problem) {
    check(problem);
    return problem;
}

}  // namespace

Board::Board(const Problem& problem)
    : cells(static_cast<std::int32_t>(checked(problem).rows * problem.cols)),
      length(static_cast<std::int32_t>(problem.layouts.front().values.size())),
      layouts(static_cast<std::int32_t>(problem.layouts.size())), words((layouts + 63) / 64),
      connected(problem.connected), blocked(static_cast<std::size_t>(cells)),
      copies(problem.copies.begin(), problem.copies.end()) {
    std::int64_t sum = 0;
    for (const std::int64_t number : problem.copies) sum += number;
    tiles = static_cast<std::int32_t>(std::min<std::int64_t>(sum, cells));
    for (const std::int64_t cell : problem.blocked) blocked[static_cast<std::size_t>(cell)] = true;
    lay_out(problem);
    number_values(problem);
    std::vector<std::vector<Price>> lists(static_cast<std::size_t>(cells));
    for (const Budget& budget : problem.budgets) {
        const auto number = static_cast<std::int32_t>(capacities.size());
        for (std::size_t cell = 0; cell < lists.size(); ++cell)
            if (budget.weights[cell] > 0)
                lists[cell].push_back({number, static_cast<std::int32_t>(budget.weights[cell])});
        capacities.push_back({static_cast<std::int32_t>(budget.total), static_cast<std::int32_t>(budget.each)});
    }
    prices.assign(lists);
}

// Determines the positions, and which cells lie beside each other.
void Board::lay_out(const Problem& problem) {
    const auto rows = static_cast<std::int32_t>(problem.rows), cols = static_cast<std::int32_t>(problem.cols);
    std::vector<std::vector<std::int32_t>> found, around(static_cast<std::size_t>(cells));
    std::vector<std::vector<Over>> covering(static_cast<std::size_t>(cells));
    const auto free = [this](std::int32_t cell) { return !blocked[static_cast<std::size_t>(cell)]; };
    for (const bool down : {false, true}) {
        const std::int32_t step = down ? cols : 1;
        for (std::int32_t cell = 0; cell < cells; ++cell) {
            const std::int32_t room = down ? rows - cell / cols : cols - cell % cols;
            const std::int32_t next = cell + step;
            if (room > 1 && free(cell) && free(next)) {
                around[static_cast<std::size_t>(cell)].push_back(next);
                around[static_cast<std::size_t>(next)].push_back(cell);
            }
            if (room < length) continue;
            std::vector<std::int32_t> covered;
            covered.reserve(static_cast<std::size_t>(length));
            for (std::int32_t part = 0; part < length; ++part) covered.push_back(cell + part * step);
            if (!std::all_of(covered.begin(), covered.end(), free)) continue;
            for (std::int32_t part = 0; part < length; ++part)
                covering[static_cast<std::size_t>(covered[static_cast<std::size_t>(part)])].push_back(
                    {static_cast<std::int32_t>(found.size()), part});
            option.push_back((down ? cells : 0) + cell);
            found.push_back(covered);
        }
    }
    positions = static_cast<std::int32_t>(found.size());
    parts.assign(found);
    over.assign(covering);
    neighbours.assign(around);
}

// Numbers the values, and makes the sets of layouts that show a value at a part and of those of the other classes.
void Board::number_values(const Problem& problem) {
    std::map<std::int64_t, std::int32_t> numbers;
    for (const Layout& layout : problem.layouts)
        for (const std::int64_t value : layout.values)
            numbers.emplace(value, static_cast<std::int32_t>(numbers.size()));
    values = static_cast<std::int32_t>(numbers.size());
    const auto width = static_cast<std::size_t>(words);
    every.assign(width, 0);
    showing_.assign(static_cast<std::size_t>(length * values) * width, 0);
    others_.assign(copies.size() * width, 0);
    std::vector<std::vector<std::int32_t>> lists;
    for (std::size_t layout = 0; layout < problem.layouts.size(); ++layout) {
        const std::uint64_t bit = std::uint64_t{1} << (layout % 64);
        const std::size_t word = layout / 64;
        every[word] |= bit;
        kinds.push_back(static_cast<std::int32_t>(problem.layouts[layout].kind));
        others_[static_cast<std::size_t>(kinds.back()) * width + word] |= bit;
        lists.emplace_back();
        for (const std::int64_t value : problem.layouts[layout].values) {
            const auto part = static_cast<std::int32_t>(lists.back().size());
            lists.back().push_back(numbers.at(value));
            showing_[static_cast<std::size_t>(part * values + numbers.at(value)) * width + word] |= bit;
        }
    }
    for (std::uint64_t& mask : others_) mask = ~mask;
    shown.assign(lists);
}

}  // namespace tilings::budget
