#include "general/engine.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace tilings::general {

namespace {

constexpr std::int32_t kDead = -2;  // in place of an item to branch on, where the node is a dead end

}  // namespace

Engine::Engine(const Problem& problem) : partition_(problem.part), walk_(partition_) {
    check(problem);
    primary_ = static_cast<std::int32_t>(problem.primary.size());
    best_ = static_cast<std::size_t>(problem.best);
    symmetries_ = problem.symmetries;
    link(problem);
    for (std::int32_t item = 0; item < primary_; ++item)
        if (items_[item].room == 0) close(item, 0);
    effort_ = {};
    updates_per_node_ = static_cast<std::uint64_t>(primary_) + 1;
    if (best_ == 0) return;
    costs_ = problem.costs;
    costs_.resize(problem.options.size());
    updates_per_node_ += costs_.size() + nodes_of_.size();
    if (scarcest() != kDead) bound_ = least_further_cost();
}

void Engine::link(const Problem& problem) {
    const auto options = static_cast<std::int64_t>(problem.options.size());
    // No item is covered more often than there are options.
    for (const auto& [least, most] : problem.primary)
        items_.push_back({0, static_cast<std::int32_t>(std::min(least, options + 1)),
                          static_cast<std::int32_t>(std::min(most, options + 1)), false});
    items_.resize(items_.size() + static_cast<std::size_t>(problem.secondary), {0, 0, 1, false});
    sizes_.resize(items_.size());
    for (const Option& option : problem.options)
        for (const auto& [item, colour] : option) ++sizes_[static_cast<std::size_t>(item)];
    std::int32_t first = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        items_[i].first = first;
        first += std::exchange(sizes_[i], 0);
    }
    places_.resize(static_cast<std::size_t>(first));
    for (std::size_t k = 0; k < problem.options.size(); ++k) {
        first_.push_back(static_cast<std::int32_t>(nodes_of_.size()));
        for (const auto& [wide, colour] : problem.options[k]) {
            Item& item = items_[static_cast<std::size_t>(wide)];
            const std::int32_t place = item.first + sizes_[static_cast<std::size_t>(wide)]++;
            places_[place] = static_cast<std::int32_t>(nodes_of_.size());
            nodes_of_.push_back({static_cast<std::int32_t>(k), static_cast<std::int32_t>(wide),
                                 static_cast<std::int32_t>(colour), place});
        }
    }
    first_.push_back(static_cast<std::int32_t>(nodes_of_.size()));
}

// The first of the primary items with the fewest children; kNone if nothing is left to decide, kDead if an item cannot
// be covered often enough any more.
std::int32_t Engine::scarcest() const {
    std::int32_t found = kNone, fewest = std::numeric_limits<std::int32_t>::max();
    for (std::int32_t i = 0; i < primary_; ++i) {
        const Item& item = items_[i];
        if (item.closed) continue;
        if (sizes_[i] < item.need) return kDead;
        if (sizes_[i] == 0) continue;
        const std::int32_t children = sizes_[i] - std::max(item.need, 0) + 1;
        if (children >= fewest) continue;
        fewest = children;
        found = i;
    }
    return found;
}

// A lower bound on the cost of the options still to be chosen. Each item in turn is charged, for each time that it
// needs to be covered, the least cost that its options have left after the charges to earlier items. (These are Knuth's
// taxes, 7.2.2.1, assessed at every node: a greedy solution of the dual linear program.) Every item must have enough
// options.
std::int64_t Engine::least_further_cost() {
    left_ = costs_;
    std::int64_t total = 0;
    for (std::int32_t i = 0; i < primary_; ++i) {
        const Item& item = items_[i];
        if (item.closed || item.need <= 0) continue;
        const auto begin = places_.begin() + item.first, end = begin + sizes_[i];
        std::int64_t charge = std::numeric_limits<std::int64_t>::max();
        for (auto place = begin; place != end; ++place) charge = std::min(charge, left_[nodes_of_[*place].option]);
        if (charge == 0) continue;
        for (auto place = begin; place != end; ++place) left_[nodes_of_[*place].option] -= charge;
        total += item.need * charge;
    }
    return total;
}

void Engine::run(const Limits& limits, Solutions* found) {
    const RunBudget budget(effort_, limits);
    while (!finished_ && solutions_ < limits.solutions) {
        if (!entering_) {
            next();
            continue;
        }
        if (budget.spent(effort_)) return;
        enter(found);
        effort_.settle(partition_.counted_elsewhere(position_));
    }
}

// Visits a new node, which is a solution, a dead end, or has an item to branch on.
void Engine::enter(Solutions* found) {
    ++effort_.nodes;
    entering_ = false;
    if (dead_) return;
    if (best_ > 0 && cheapest_.size() == best_ && scarcest() != kDead && !improvable()) return;
    const std::int32_t item = scarcest();
    if (item == kDead) return;
    if (item != kNone)
        branch(item);
    else if (!partition_.counted_elsewhere(position_))
        record(found);
}

// Whether a cover from here might be cheaper than the best ones found. If so, removes the options with which it could
// not, those whose uncharged cost raises the bound too far. In the top of a divided tree nothing is cut off, because
// all parts must meet the same subtrees there, independent of their solutions.
bool Engine::improvable() {
    if (partition_.in_top(position_)) return true;
    const std::int64_t margin = cheapest_.top() - spent_ - least_further_cost();
    if (margin <= 0) return false;
    for (std::int32_t i = 0; i < primary_; ++i) {
        const Item& item = items_[i];
        if (item.closed) continue;
        for (std::int32_t place = item.first + sizes_[i]; place-- > item.first;) {
            const std::int32_t option = nodes_of_[places_[place]].option;
            if (left_[option] >= margin) remove(option);
        }
    }
    return true;
}

void Engine::branch(std::int32_t i) {
    const Item& item = items_[i];
    const std::size_t first = children_.size();
    Frame frame{0, first, first, spent_, position_, item.room > 1};
    for (std::int32_t place = item.first; place < item.first + sizes_[i]; ++place)
        children_.push_back(nodes_of_[places_[place]].option);
    std::sort(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end(),
              [this](std::int32_t a, std::int32_t b) {
                  return costs_.empty() ? a < b : std::pair(costs_[a], a) < std::pair(costs_[b], b);
              });
    // The last need - 1 options cannot be the first one chosen, since too few would be left after them.
    children_.resize(children_.size() - static_cast<std::size_t>(std::max(item.need, 1) - 1));
    if (item.need <= 0) children_.push_back(kNone);
    if (!frame.one_at_a_time) close(i, 0);
    frame.trail = trail_.size();
    path_.push_back(frame);
    save_sizes();
    chosen_.push_back(kNone);
}

// Proceeds to the next child of the last node on the path, or back to the node before it.
void Engine::next() {
    if (path_.empty()) {
        finished_ = true;
        return;
    }
    Frame& frame = path_.back();
    undo();
    if (frame.next_child == children_.size()) {
        children_.resize(frame.first_child);
        chosen_.pop_back();
        path_.pop_back();
        return;
    }
    const std::int32_t child = children_[frame.next_child++];
    if (frame.one_at_a_time && child != kNone) {
        remove(child);
        frame.trail = trail_.size();
        save_sizes();
        effort_.settle(partition_.counted_elsewhere(frame.position));
    }
    position_ = partition_.below(frame.position, children_.size() - frame.first_child);
    if (!walk_.enters(frame.position, position_)) return;
    chosen_.back() = child;
    spent_ = frame.spent;
    dead_ = false;
    if (child != kNone) choose(child);
    effort_.settle(partition_.counted_elsewhere(position_));
    entering_ = true;
}

void Engine::record(Solutions* found) {
    if (best_ > 0 && cheapest_.size() == best_ && spent_ >= cheapest_.top()) return;
    if (!symmetries_.empty() && !least_image(path(), symmetries_)) return;
    ++solutions_;
    if (best_ > 0) {
        cheapest_.push(spent_);
        if (cheapest_.size() > best_) cheapest_.pop();
    }
    if (found != nullptr) found->push_back(path());
}

std::vector<std::int32_t> Engine::path() const {
    std::vector<std::int32_t> options;
    std::copy_if(chosen_.begin(), chosen_.end(), std::back_inserter(options), [](auto option) { return option >= 0; });
    std::sort(options.begin(), options.end());
    return options;
}

// Chooses an option that was removed before: covers each of its items once more, except those that are closed. These
// have their option already, or the option has their colour. All needs are updated before any removal, so that an
// item with too few options is detected before the next one is closed. (It is not detected before the next removal:
// then the number of updates would depend on the order of the options, and so on the search before.)
void Engine::choose(std::int32_t option) {
    if (!costs_.empty()) spent_ += costs_[option];
    const std::int32_t begin = first_[option], end = first_[option + 1];
    for (std::int32_t node = begin; node < end; ++node) {
        const std::int32_t i = nodes_of_[node].item;
        if (items_[i].closed) continue;
        trail_.push_back({i, items_[i]});
        --items_[i].need;
        --items_[i].room;
    }
    for (std::int32_t node = begin; node < end && !dead_; ++node) {
        const Node& at = nodes_of_[node];
        if (!items_[at.item].closed && items_[at.item].room == 0) close(at.item, at.colour);
    }
}

// Closes an item that is covered often enough: removes its other options, or those of another colour.
void Engine::close(std::int32_t i, std::int32_t colour) {
    Item& item = items_[i];
    trail_.push_back({i, item});
    item.closed = true;
    ++effort_.updates;
    for (std::int32_t place = item.first; place < item.first + sizes_[i]; ++place) {
        const Node& node = nodes_of_[places_[place]];
        if (colour == 0 || node.colour != colour) remove(node.option);
    }
}

// Removes an option from the sets of its items, except the closed ones.
void Engine::remove(std::int32_t option) {
    const std::int32_t end = first_[option + 1];
    for (std::int32_t node = first_[option]; node < end; ++node) {
        Node& at = nodes_of_[node];
        const Item& item = items_[at.item];
        if (item.closed) continue;
        const std::int32_t size = --sizes_[at.item], last = item.first + size, place = at.place;
        dead_ |= size < item.need;
        const std::int32_t other = places_[last];
        places_[place] = other;
        places_[last] = node;
        nodes_of_[other].place = place;
        at.place = last;
        ++effort_.updates;
    }
}

// Saves the sizes of all sets for the last frame.
void Engine::save_sizes() {
    saved_sizes_.resize(path_.size() * sizes_.size());
    std::copy(sizes_.begin(), sizes_.end(), saved_sizes_.end() - static_cast<std::ptrdiff_t>(sizes_.size()));
}

// Undoes what was done for the last child of the last frame.
void Engine::undo() {
    for (; trail_.size() > path_.back().trail; trail_.pop_back()) items_[trail_.back().item] = trail_.back().was;
    const auto saved = saved_sizes_.begin() + static_cast<std::ptrdiff_t>((path_.size() - 1) * sizes_.size());
    std::copy(saved, saved + static_cast<std::ptrdiff_t>(sizes_.size()), sizes_.begin());
}

}  // namespace tilings::general
