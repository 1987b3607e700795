#include "budget/engine.hpp"

#include <algorithm>
#include <bit>

namespace tilings::budget {

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
