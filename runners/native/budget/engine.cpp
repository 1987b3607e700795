#include "budget/engine.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace tilings::budget {

Tree::Tree(const Board& board, bool random) : board_(board), random_(random), levels_(1) {
    Level& root = levels_.front();
    for (std::int32_t position = 0; position < board.positions; ++position)
        root.live.insert(root.live.end(), board.every.begin(), board.every.end());
    for (const bool blocked : board.blocked) root.cells.push_back(blocked ? kBlocked : kOpen);
    root.spent.resize(board.capacities.size());
    slack_.resize(board.capacities.size());
    layouts_at_.resize(static_cast<std::size_t>(board.positions));
    children_in_.resize(root.cells.size());
    restart();
}

void Tree::restart() {
    left_ = board_.copies;
    children_.clear();
    depth_ = 0;
    entering_ = true;
    reported_ = false;
}

Tree::Step Tree::step(std::int32_t target) {
    if (!entering_ && !next()) return Step::kDone;
    entering_ = true;
    Level& level = levels_[depth_];
    level.first_child = level.next_child = children_.size();
    level.child.position = kNone;
    // After a solution its node is visited again, since the board may be part of a larger one.
    if (level.placed >= target && !reported_) {
        reported_ = true;
        return Step::kFound;
    }
    reported_ = entering_ = false;
    if (level.placed >= target) return Step::kNode;
    close_hopeless(level);
    if (!affordable(level, target)) return Step::kNode;
    const std::int32_t cell = scarcest(level);
    if (cell != kNone) branch(level, cell);
    return Step::kNode;
}

// Proceeds to the next child of the last node on the path that has one. Returns false if there is none.
bool Tree::next() {
    if (depth_ + 1 == levels_.size()) levels_.emplace_back();
    for (;;) {
        Level& level = levels_[depth_];
        if (level.child.position != kNone) ++left_[kind(level.child)];
        level.child.position = kNone;
        if (level.next_child < children_.size()) break;
        children_.resize(level.first_child);
        if (depth_ == 0) return false;
        --depth_;
    }
    Level& level = levels_[depth_];
    Level& below = levels_[++depth_];
    below = level;
    level.child = children_[level.next_child++];
    if (level.child.position == kNone)
        leave(below, level.cell);
    else
        place(below, level.child);
    return true;
}

// Leaves a cell empty.
void Tree::leave(Level& level, std::int32_t cell) {
    level.cells[static_cast<std::size_t>(cell)] = kEmpty;
    for (const auto& [budget, weight] : board_.prices[cell]) level.spent[static_cast<std::size_t>(budget)] += weight;
    strike(level, cell);
}

// Removes all layouts that cover a cell.
void Tree::strike(Level& level, std::int32_t cell) {
    for (const auto& [position, part] : board_.over[cell]) std::fill_n(live(level, position), board_.words, 0);
}

void Tree::place(Level& level, Child child) {
    const auto parts = board_.parts[child.position], shown = board_.shown[child.layout];
    for (const std::int32_t cell : parts) {
        level.cells[static_cast<std::size_t>(cell)] = kCovered;
        strike(level, cell);
    }
    for (std::int32_t part = 0; part < board_.length; ++part)
        for (const std::int32_t cell : board_.neighbours[parts.first[part]])
            if (level.cells[static_cast<std::size_t>(cell)] == kOpen)
                for (const auto& [position, its_part] : board_.over[cell])
                    keep(level, position, board_.showing(its_part, shown.first[part]));
    ++level.placed;
    if (--left_[kind(child)] > 0) return;
    for (std::int32_t position = 0; position < board_.positions; ++position)
        keep(level, position, board_.others(board_.kinds[static_cast<std::size_t>(child.layout)]));
}

void Tree::keep(Level& level, std::int32_t position, const std::uint64_t* mask) {
    std::uint64_t* masks = live(level, position);
    for (std::int32_t word = 0; word < board_.words; ++word) masks[word] &= mask[word];
}

// Counts the tiles that could cover each open cell. Cells that none can cover stay empty.
void Tree::close_hopeless(Level& level) {
    const std::uint64_t* masks = level.live.data();
    for (std::int32_t& count : layouts_at_) {
        count = 0;
        for (std::int32_t word = 0; word < board_.words; ++word, ++masks)
            if (*masks != 0) count += std::popcount(*masks);
    }
    for (std::int32_t cell = 0; cell < board_.cells; ++cell) {
        if (level.cells[static_cast<std::size_t>(cell)] != kOpen) continue;
        ++updates_;
        std::int32_t count = 0;
        for (const auto& [position, part] : board_.over[cell]) count += layouts_at_[static_cast<std::size_t>(position)];
        children_in_[static_cast<std::size_t>(cell)] = count;
        if (count == 0) leave(level, cell);
    }
}

// Whether the empty cells keep within the budgets of a board with so many tiles.
bool Tree::affordable(const Level& level, std::int32_t target) {
    for (std::size_t budget = 0; budget < slack_.size(); ++budget) {
        const auto& [total, each] = board_.capacities[budget];
        slack_[budget] = total - each * target - level.spent[budget];
        if (slack_[budget] < 0) return false;
    }
    return true;
}

// Whether some budget does not allow the cell to be empty.
bool Tree::must_cover(std::int32_t cell) const {
    for (const auto& [budget, weight] : board_.prices[cell])
        if (slack_[static_cast<std::size_t>(budget)] < weight) return true;
    return false;
}

// An open cell with few children and, among such cells, with many open neighbours; if the board has to be connected and
// there are tiles, only cells beside tiles qualify. kNone if no cell qualifies.
std::int32_t Tree::scarcest(const Level& level) {
    std::int32_t found = kNone, least = std::numeric_limits<std::int32_t>::max();
    for (std::int32_t cell = 0; cell < board_.cells; ++cell) {
        if (level.cells[static_cast<std::size_t>(cell)] != kOpen) continue;
        std::int32_t open = 0, covered = 0;
        for (const std::int32_t other : board_.neighbours[cell]) {
            open += level.cells[static_cast<std::size_t>(other)] == kOpen;
            covered += level.cells[static_cast<std::size_t>(other)] == kCovered;
        }
        if (board_.connected && level.placed > 0 && covered == 0) continue;
        const std::int32_t children = children_in_[static_cast<std::size_t>(cell)] + !must_cover(cell);
        if (children == 1) return cell;
        std::int32_t score = 16 * children - 5 * open;
        if (random_) score += static_cast<std::int32_t>(numbers_() % 4);
        if (score >= least) continue;
        least = score;
        found = cell;
    }
    return found;
}

void Tree::branch(Level& level, std::int32_t cell) {
    level.cell = cell;
    for (const auto& [position, part] : board_.over[cell])
        for (std::int32_t word = 0; word < board_.words; ++word)
            for (std::uint64_t mask = live(level, position)[word]; mask != 0; mask &= mask - 1)
                children_.push_back({position, 64 * word + std::countr_zero(mask)});
    if (random_)
        std::shuffle(children_.begin() + static_cast<std::ptrdiff_t>(level.first_child), children_.end(), numbers_);
    if (!must_cover(cell)) children_.push_back({kNone, 0});
}

std::vector<std::int32_t> Tree::solution() const {
    std::vector<std::int32_t> found;
    for (std::size_t depth = 0; depth < depth_; ++depth) {
        const auto [position, layout] = levels_[depth].child;
        if (position == kNone) continue;
        found.push_back(layout * 2 * board_.cells + board_.option[static_cast<std::size_t>(position)]);
    }
    std::sort(found.begin(), found.end());
    return found;
}

namespace {

constexpr std::uint64_t kDescent = 64;           // the nodes of the shortest descents
constexpr std::uint64_t kPatience = 1ULL << 20;  // the nodes after which descents are half as frequent as at first

// The k-th term, counted from 1, of Luby's sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
std::uint64_t luby(std::uint64_t k) {
    while (!std::has_single_bit(k + 1)) k -= std::bit_floor(k) - 1;
    return (k + 1) / 2;
}

}  // namespace

Engine::Engine(const Problem& problem)
    : board_(problem), exhaustive_(board_, false), random_(board_, true), all_(problem.all),
      target_(static_cast<std::int32_t>(std::clamp<std::int64_t>(problem.wanted, 0, board_.cells + 1))),
      bound_(board_.tiles) {
    for (const auto& [total, each] : board_.capacities)
        if (each > 0) bound_ = std::min(bound_, total / each);
    finished_ = target_ > bound_;
}

void Engine::run(const Limits& limits, Solutions* found) {
    while (!finished_ && solutions_ < limits.solutions && nodes_ < limits.nodes && updates() < limits.updates) {
        if (nodes_ == turn_ends_ && !all_) take_turns();
        Tree& tree = descending_ ? random_ : exhaustive_;
        switch (tree.step(target_)) {
            case Tree::Step::kNode: ++nodes_; break;
            case Tree::Step::kFound: record(tree, found); break;
            case Tree::Step::kDone: finished_ = true;
        }
    }
}

// Alternates between a descent and a stretch of the exhaustive search, which is as long at first and gets ever longer.
void Engine::take_turns() {
    descending_ = !descending_;
    if (descending_) {
        random_.restart();
        ++descents_;
    }
    turn_ends_ = nodes_ + luby(descents_) * kDescent * (descending_ ? 1 : 1 + nodes_ / kPatience);
}

void Engine::record(const Tree& tree, Solutions* found) {
    ++solutions_;
    if (found != nullptr) found->push_back(tree.solution());
    if (all_) return;
    target_ = tree.placed() + 1;
    finished_ = target_ > bound_;
}

}  // namespace tilings::budget
