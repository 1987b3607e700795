#include "dlx/engine.hpp"

#include <algorithm>
#include <string>

#include "dlx/covered.hpp"
#include "refuse.hpp"

namespace tilings::dlx {

namespace {

void check(std::int64_t primary, const std::vector<std::int64_t>& capacities, const std::vector<Option>& options) {
    using std::to_string;
    if (primary < 0) refuse("primary is negative: " + to_string(primary));
    for (std::size_t i = 0; i < capacities.size(); ++i)
        if (capacities[i] < 0)
            refuse("the capacity of item " + to_string(primary + static_cast<std::int64_t>(i)) +
                   " is negative: " + to_string(capacities[i]));
    const std::int64_t items = primary + static_cast<std::int64_t>(capacities.size());
    std::int64_t size = items + 1;
    for (const Option& option : options) size += static_cast<std::int64_t>(option.size()) + 1;
    if (size >= kCovered) refuse("the problem is too large: " + to_string(size) + " nodes");

    std::vector<std::size_t> last_seen(static_cast<std::size_t>(items), options.size());
    for (std::size_t k = 0; k < options.size(); ++k) {
        const std::string name = "option " + to_string(k);
        if (options[k].empty()) refuse(name + " is empty");
        bool demanded = false;
        for (const std::int64_t item : options[k]) {
            if (item < 0 || item >= items)
                refuse(name + " has item " + to_string(item) + ", but items are 0.." + to_string(items - 1));
            if (last_seen[static_cast<std::size_t>(item)] == k)
                refuse(name + " has item " + to_string(item) + " twice");
            last_seen[static_cast<std::size_t>(item)] = k;
            demanded |= item < primary;
        }
        if (!demanded)
            refuse(name +
                   " has no primary item: nothing would ever demand it, and the search, "
                   "which branches on primary items, would never choose it");
    }
}

}  // namespace

Engine::Engine(std::int64_t primary, const std::vector<std::int64_t>& capacities, const std::vector<Option>& options,
               const TreePart& part)
    : partition_(part), walk_(partition_) {
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
    for (std::int32_t item = primary_; item < items_; ++item)
        if (room_[item] == 0) cover(item);
    effort_ = {};
}

void Engine::link(const std::vector<Option>& options) {
    for (std::int32_t item = 0; item < items_; ++item) nodes_of_.push_back({item, item, item});
    nodes_of_.push_back({0, 0, -1});
    for (std::size_t k = 0; k < options.size(); ++k) {
        const auto first = static_cast<std::int32_t>(nodes_of_.size());
        for (const std::int64_t wide : options[k]) {
            const auto item = static_cast<std::int32_t>(wide);
            const auto node = static_cast<std::int32_t>(nodes_of_.size());
            const std::int32_t last = nodes_of_[item].up;
            nodes_of_.push_back({last, item, item});
            nodes_of_[last].down = nodes_of_[item].up = node;
            ++length_[item];
        }
        nodes_of_[first - 1].down = static_cast<std::int32_t>(nodes_of_.size()) - 1;
        nodes_of_.push_back({first, 0, ~static_cast<std::int32_t>(k)});
    }
}

// The primary item with the fewest options left, the first of them; kNone if all are covered.
std::int32_t Engine::scarcest() const {
    std::int32_t least = kCovered;
    for (std::int32_t item = 0; item < primary_; ++item) least = std::min(least, length_[item]);
    if (least == kCovered) return kNone;
    return static_cast<std::int32_t>(std::find(length_.begin(), length_.end(), least) - length_.begin());
}

// Unlinks the other nodes of an option from the lists of their items.
inline void Engine::hide(std::int32_t node) {
    Node* const nodes = nodes_of_.data();
    for (std::int32_t other = node + 1; other != node;) {
        const Node at = nodes[other];
        if (at.item < 0) {
            other = at.up;
            continue;
        }
        nodes[at.up].down = at.down;
        nodes[at.down].up = at.up;
        --length_[at.item];
        ++effort_.updates;
        ++other;
    }
}

inline void Engine::unhide(std::int32_t node) {
    Node* const nodes = nodes_of_.data();
    for (std::int32_t other = node - 1; other != node;) {
        const Node at = nodes[other];
        if (at.item < 0) {
            other = at.down;
            continue;
        }
        nodes[at.up].down = nodes[at.down].up = other;
        ++length_[at.item];
        --other;
    }
}

void Engine::cover(std::int32_t item) {
    length_[item] += kCovered;
    ++effort_.updates;
    for (std::int32_t node = nodes_of_[item].down; node != item; node = nodes_of_[node].down) hide(node);
}

void Engine::uncover(std::int32_t item) {
    for (std::int32_t node = nodes_of_[item].up; node != item; node = nodes_of_[node].up) unhide(node);
    length_[item] -= kCovered;
}

// Chooses the option of `node`, whose own item is covered already: its other items are covered once more.
void Engine::choose(std::int32_t node) {
    for (std::int32_t other = node + 1; other != node;) {
        const std::int32_t item = nodes_of_[other].item;
        if (item < 0) {
            other = nodes_of_[other].up;
            continue;
        }
        if (--room_[item] == 0) cover(item);
        ++other;
    }
}

void Engine::unchoose(std::int32_t node) {
    for (std::int32_t other = node - 1; other != node;) {
        const std::int32_t item = nodes_of_[other].item;
        if (item < 0) {
            other = nodes_of_[other].down;
            continue;
        }
        if (room_[item]++ == 0) uncover(item);
        --other;
    }
}

// The first node of the list, from `node` on, whose option leads to a child that this part searches; the header of the
// list if there is none.
std::int32_t Engine::next_child(std::int32_t node) {
    const Level& parent = levels_[depth_ - 1];
    const TreePosition child = partition_.below(parent.position, parent.children);
    while (node >= items_ && !walk_.enters(parent.position, child)) node = nodes_of_[node].down;
    levels_[depth_].position = child;
    return node;
}

std::vector<std::int32_t> Engine::path() const {
    std::vector<std::int32_t> chosen;
    for (std::int32_t level = 0; level < depth_; ++level) {
        std::int32_t node = stack_[level];
        while (nodes_of_[node].item >= 0) ++node;
        chosen.push_back(~nodes_of_[node].item);
    }
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
            const bool elsewhere = partition_.counted_elsewhere(levels_[depth_].position);
            if (item == kNone) {
                effort_.settle(elsewhere);
                descending_ = false;
                if (elsewhere) continue;
                ++solutions_;
                if (found != nullptr) found->push_back(path());
                continue;
            }
            levels_[depth_].children = static_cast<std::uint64_t>(length_[item]);
            cover(item);
            effort_.settle(elsewhere);
            ++depth_;
            stack_[depth_ - 1] = next_child(nodes_of_[item].down);
        } else {
            if (solutions_ >= limits.solutions) return;
            if (depth_ == 0) {
                finished_ = true;
                return;
            }
            unchoose(stack_[depth_ - 1]);
            stack_[depth_ - 1] = next_child(nodes_of_[stack_[depth_ - 1]].down);
        }
        const std::int32_t node = stack_[depth_ - 1];
        descending_ = node >= items_;
        if (descending_) {
            choose(node);
            effort_.settle(partition_.counted_elsewhere(levels_[depth_].position));
        } else {
            uncover(node);
            --depth_;
        }
    }
}

}  // namespace tilings::dlx
