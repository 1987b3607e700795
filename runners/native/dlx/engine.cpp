#include "dlx/engine.hpp"

#include <algorithm>
#include <string>

#include "problem_checks.hpp"
#include "search_engine.hpp"

namespace tilings::dlx {

namespace {

void check(std::int64_t primary, const std::vector<std::int64_t>& capacities, const std::vector<Option>& options) {
    check_items(primary, capacities);
    const std::int64_t items = primary + static_cast<std::int64_t>(capacities.size());
    std::int64_t size = items + 1;
    for (const Option& option : options) size += static_cast<std::int64_t>(option.size()) + 1;
    if (size >= kCovered) refuse("the problem is too large: " + std::to_string(size) + " nodes");
    check_options(options, primary, items);
}

}  // namespace

Engine::Engine(std::int64_t primary, const std::vector<std::int64_t>& capacities, const std::vector<Option>& options,
               const TreePart& part)
    : divided_(part.parts > 1), partition_(part), walk_(partition_) {
    check(primary, capacities, options);
    check(part);
    primary_ = static_cast<std::int32_t>(primary);
    items_ = primary_ + static_cast<std::int32_t>(capacities.size());
    length_.assign(static_cast<std::size_t>(items_), 0);
    room_.assign(static_cast<std::size_t>(items_), 1);
    for (std::size_t i = 0; i < capacities.size(); ++i)
        room_[static_cast<std::size_t>(primary) + i] =
            static_cast<std::int32_t>(std::min<std::int64_t>(capacities[i], kCovered));
    stack_.assign(static_cast<std::size_t>(primary), 0);
    levels_.resize(static_cast<std::size_t>(primary) + 1);
    link(options);
    active_ = primary_;
    for (std::int32_t item = 0; item <= primary_; ++item) {
        before_.push_back(item == 0 ? primary_ : item - 1);
        after_.push_back(item == primary_ ? 0 : item + 1);
    }
    for (std::int32_t item = primary_; item < items_; ++item)
        if (room_[item] == 0) cover(item);
    effort_ = {};
}

void Engine::link(const std::vector<Option>& options) {
    for (std::int32_t item = 0; item < items_; ++item) nodes_of_.push_back({item, item, item, item});
    option_of_.assign(static_cast<std::size_t>(items_), kNone);
    for (std::size_t k = 0; k < options.size(); ++k) {
        const auto first = static_cast<std::int32_t>(nodes_of_.size());
        for (const std::int64_t wide : options[k]) {
            const auto item = static_cast<std::int32_t>(wide);
            const auto node = static_cast<std::int32_t>(nodes_of_.size());
            const std::int32_t last = nodes_of_[item].up;
            nodes_of_.push_back({last, item, item, node + 1});
            option_of_.push_back(static_cast<std::int32_t>(k));
            nodes_of_[last].down = nodes_of_[item].up = node;
            ++length_[item];
        }
        nodes_of_.back().right = first;
    }
}

// The primary item with the fewest options left, the first of them; kNone if all are covered. The pass over all lengths
// takes several at a time, so the list of the items left is faster only where it is short.
std::int32_t Engine::scarcest() const {
    std::int32_t least = kCovered, found = kNone;
    if (active_ < primary_ / 2) {
        for (std::int32_t item = after_[primary_]; item != primary_; item = after_[item])
            if (length_[item] < least) least = length_[found = item];
        return found;
    }
    for (std::int32_t item = 0; item < primary_; ++item) least = std::min(least, length_[item]);
    if (least == kCovered) return kNone;
    return static_cast<std::int32_t>(std::find(length_.begin(), length_.end(), least) - length_.begin());
}

// Unlinks the other nodes of an option from the lists of their items.
inline void Engine::hide(std::int32_t node) {
    Node* const nodes = nodes_of_.data();
    std::int32_t* const length = length_.data();
    for (std::int32_t other = nodes[node].right; other != node;) {
        const Node at = nodes[other];
        nodes[at.up].down = at.down;
        nodes[at.down].up = at.up;
        --length[at.item];
        ++effort_.updates;
        other = at.right;
    }
}

inline void Engine::unhide(std::int32_t node) {
    Node* const nodes = nodes_of_.data();
    std::int32_t* const length = length_.data();
    for (std::int32_t other = nodes[node].right; other != node;) {
        const Node at = nodes[other];
        nodes[at.up].down = nodes[at.down].up = other;
        ++length[at.item];
        other = at.right;
    }
}

void Engine::cover(std::int32_t item) {
    length_[item] += kCovered;
    ++effort_.updates;
    if (item < primary_) {
        --active_;
        after_[before_[item]] = after_[item];
        before_[after_[item]] = before_[item];
    }
    for (std::int32_t node = nodes_of_[item].down; node != item; node = nodes_of_[node].down) hide(node);
}

void Engine::uncover(std::int32_t item) {
    for (std::int32_t node = nodes_of_[item].up; node != item; node = nodes_of_[node].up) unhide(node);
    length_[item] -= kCovered;
    if (item < primary_) {
        ++active_;
        after_[before_[item]] = before_[after_[item]] = item;
    }
}

// Chooses the option of `node`, whose own item is covered already: its other items are covered once more.
void Engine::choose(std::int32_t node) {
    levels_[depth_].trail = trail_.size();
    for (std::int32_t other = nodes_of_[node].right; other != node; other = nodes_of_[other].right) {
        const std::int32_t item = nodes_of_[other].item;
        trail_.push_back(item);
        if (--room_[item] == 0) cover(item);
    }
}

// Undoes the last choice.
void Engine::unchoose() {
    for (const std::size_t length = levels_[depth_].trail; trail_.size() > length; trail_.pop_back())
        if (room_[trail_.back()]++ == 0) uncover(trail_.back());
}

// The first node of the list, from `node` on, whose option leads to a child that this part searches; the header of the
// list if there is none.
std::int32_t Engine::next_child(std::int32_t node) {
    if (!divided_) return node;
    const Level& parent = levels_[depth_ - 1];
    const TreePosition child = partition_.below(parent.position, parent.children);
    while (node >= items_ && !walk_.enters(parent.position, child)) node = nodes_of_[node].down;
    levels_[depth_].position = child;
    return node;
}

std::vector<std::int32_t> Engine::path() const {
    std::vector<std::int32_t> chosen;
    chosen.reserve(static_cast<std::size_t>(depth_));
    for (std::int32_t level = 0; level < depth_; ++level) chosen.push_back(option_of_[stack_[level]]);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

void Engine::run(const Limits& limits, Solutions* found) {
    const RunBudget budget(effort_, limits);
    while (!finished_) {
        if (descending_) {
            if (solutions_ >= limits.solutions || budget.spent(effort_)) return;
            ++effort_.nodes;
            const std::int32_t item = scarcest();
            const bool elsewhere = divided_ && partition_.counted_elsewhere(levels_[depth_].position);
            if (item == kNone) {
                if (divided_) effort_.settle(elsewhere);
                descending_ = false;
                if (elsewhere) continue;
                ++solutions_;
                if (found != nullptr) found->push_back(path());
                continue;
            }
            levels_[depth_].children = static_cast<std::uint64_t>(length_[item]);
            cover(item);
            if (divided_) effort_.settle(elsewhere);
            ++depth_;
            stack_[depth_ - 1] = next_child(nodes_of_[item].down);
        } else {
            if (solutions_ >= limits.solutions) return;
            if (depth_ == 0) {
                finished_ = true;
                return;
            }
            unchoose();
            stack_[depth_ - 1] = next_child(nodes_of_[stack_[depth_ - 1]].down);
        }
        const std::int32_t node = stack_[depth_ - 1];
        descending_ = node >= items_;
        if (descending_) {
            choose(node);
            if (divided_) effort_.settle(partition_.counted_elsewhere(levels_[depth_].position));
        } else {
            uncover(node);
            --depth_;
        }
    }
}

}  // namespace tilings::dlx
