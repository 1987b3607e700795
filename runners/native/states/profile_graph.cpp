#include "states/profile_graph.hpp"

#include <algorithm>
#include <tuple>

#include "search_engine.hpp"
#include "states/layout.hpp"

namespace tilings::states {

namespace {

constexpr std::size_t kBytesOfEdge = 40;  // at most, while the graph is built
constexpr std::uint32_t kNoEdge = UINT32_MAX;
constexpr std::size_t kWord = 64;

// The levels from the first option with an item to the last one.
struct Span {
    std::size_t first, last;
};

}  // namespace

ProfileGraph::ProfileGraph(std::int64_t primary, const std::vector<std::int64_t>& capacities,
                           const std::vector<std::vector<std::int64_t>>& given, std::int64_t pieces, std::size_t memory)
    : most_edges_(std::min<std::size_t>(memory / kBytesOfEdge, kNoEdge)) {
    const std::vector<Option> options = checked(primary, capacities, given);
    const auto positions = static_cast<std::size_t>(primary - pieces);
    levels_.resize(positions + 1);
    reached_.resize(positions + 1);

    // Items of the profile are positions and, behind them, secondary items of capacity 1.
    std::vector<Span> spans(positions + capacities.size(), {positions, 0}), spans_of_pieces(pieces, {positions, 0});
    const auto widen = [](Span& span, std::size_t level) {
        span = {std::min(span.first, level), std::max(span.last, level)};
    };
    std::vector<std::int64_t> counted = capacities;
    for (std::int64_t& capacity : counted)
        if (capacity == 1) capacity = INT64_MAX;  // needs no counter
    for (const Option& option : options) {
        const std::size_t level = option.items.front();
        if (level >= positions) refuse("an option begins with a piece");
        for (const std::size_t item : option.items)
            widen(item < positions ? spans[item] : spans_of_pieces[item - positions], level);
        for (const auto& [secondary, amount] : option.amounts)
            if (capacities[secondary] == 1) widen(spans[positions + secondary], level);
    }

    std::vector<Field> fields(capacities.size());
    std::size_t bits = place_counters(fields, primary, counted, options);
    if (bits + spans_of_pieces.size() > kWord) throw Unsuitable("the supplies have too many bits");
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i].width == 0) continue;
        const std::uint64_t full = (std::uint64_t{1} << fields[i].width) - 1;
        start_ |= (full - static_cast<std::uint64_t>(capacities[i])) << fields[i].bit;
        guards_ |= std::uint64_t{1} << (fields[i].bit + fields[i].width);
    }
    const auto bit_of = [&](std::size_t piece) { return std::uint64_t{1} << (bits + piece); };
    for (std::size_t piece = 0; piece < spans_of_pieces.size(); ++piece) {
        pieces_ |= bit_of(piece);
        for (std::size_t level = spans_of_pieces[piece].last + 1; level <= positions; ++level)
            levels_[level].gone |= bit_of(piece);
        for (std::size_t level = 0; level <= spans_of_pieces[piece].first; ++level)
            levels_[level].coming |= bit_of(piece);
    }

    // An item has a bit from its first level on: a position to its own level, another one to its last level.
    std::vector<std::vector<std::size_t>> born(positions + 1), dead(positions + 2);
    for (std::size_t item = 0; item < spans.size(); ++item) {
        if (item < positions ? spans[item].first >= item : spans[item].first == positions) continue;
        born[spans[item].first].push_back(item);
        if (item >= positions) dead[spans[item].last + 1].push_back(item);
    }
    std::vector<std::uint64_t> bit(spans.size(), 0), free;
    std::size_t taken = 0;
    for (std::size_t level = 0; level <= positions; ++level) {
        for (const std::size_t item : dead[level]) levels_[level].expiring |= bit[item], free.push_back(bit[item]);
        if (level < positions && bit[level] != 0) levels_[level].bit = bit[level], free.push_back(bit[level]);
        for (const std::size_t item : born[level]) {
            if (free.empty()) {
                if (taken == kWord) throw Unsuitable("the profiles have too many bits");
                free.push_back(std::uint64_t{1} << taken++);
            }
            bit[item] = free.back();
            free.pop_back();
        }
    }

    std::vector<std::vector<Step>> steps(positions);
    for (const Option& option : options) {
        Step step{0, 0, 0, 1};
        for (std::size_t i = 1; i < option.items.size(); ++i)
            if (const std::size_t item = option.items[i]; item < positions)
                step.cover |= bit[item];
            else
                step.pieces |= bit_of(item - positions);
        step.add = step.pieces;
        for (const auto& [secondary, amount] : option.amounts)
            if (fields[secondary].width > 0)
                step.add += static_cast<std::uint64_t>(amount) << fields[secondary].bit;
            else
                step.cover |= bit[positions + secondary];
        steps[option.items.front()].push_back(step);
    }
    for (std::size_t level = 0; level < positions; ++level) {
        const auto key = [](const Step& step) { return std::tie(step.cover, step.add); };
        std::ranges::sort(steps[level], {}, key);
        levels_[level].first_step = steps_.size();
        for (const Step& step : steps[level])
            if (steps_.size() > levels_[level].first_step && key(steps_.back()) == key(step))
                ++steps_.back().weight;
            else
                steps_.push_back(step);
        levels_[level].end_step = steps_.size();
    }
    reached_.front().push_back({0, kNoEdge});
}

// Adds the edge to a profile, of which the positions before `level` are covered, unless no option continues from there.
void ProfileGraph::add_edge(std::uint64_t profile, std::size_t level, std::size_t step) {
    for (;; ++level) {
        profile &= ~levels_[level].expiring;
        if (level + 1 == levels_.size() || (profile & levels_[level].bit) == 0) break;
        profile &= ~levels_[level].bit;
    }
    const std::span<const Step> next = steps(level);
    const auto fits = [&](const Step& step) { return (step.cover & profile) == 0; };
    if (level + 1 < levels_.size() && std::ranges::none_of(next, fits)) return;
    if (from_.size() == most_edges_) throw Unsuitable("there are too many profiles");
    reached_[level].push_back({profile, static_cast<std::uint32_t>(from_.size())});
    from_.push_back({0, static_cast<std::uint32_t>(step)});
}

std::size_t ProfileGraph::build_level() {
    std::vector<Reached> here;
    here.swap(reached_[built_]);
    std::ranges::sort(here, {}, &Reached::profile);
    const Level& level = levels_[built_];
    levels_[built_].begin = level_of_.size();
    for (std::size_t i = 0; i < here.size(); ++i) {
        if (i == 0 || here[i].profile != here[i - 1].profile) {
            first_from_.push_back(static_cast<std::uint32_t>(from_.size()));
            level_of_.push_back(static_cast<std::uint32_t>(built_));
            for (std::size_t step = level.first_step; step < level.end_step; ++step)
                if ((here[i].profile & steps_[step].cover) == 0)
                    add_edge(here[i].profile | steps_[step].cover, built_ + 1, step);
        }
        if (here[i].edge != kNoEdge) from_[here[i].edge].profile = static_cast<std::uint32_t>(level_of_.size() - 1);
    }
    const std::size_t effort = (level_of_.size() - level.begin) * (level.end_step - level.first_step) + 8 * here.size();
    if (++built_ == levels_.size()) finish();
    return effort;
}

// Removes the profiles that do not lead to the end, and adds the edges in the other direction.
void ProfileGraph::finish() {
    first_from_.push_back(static_cast<std::uint32_t>(from_.size()));
    std::vector<std::uint32_t> number(profiles(), kNoEdge);
    if (begin(levels() - 1) < profiles()) number.back() = 0;
    const auto leads_on = [&](const Edge& edge) { return number[edge.profile] != kNoEdge; };
    for (std::size_t profile = begin(levels() - 1); profile-- > 0;)
        if (std::ranges::any_of(from(profile), leads_on)) number[profile] = 0;

    std::uint32_t kept = 0;
    std::vector<std::uint32_t> first;
    for (std::size_t level = 0, profile = 0; level < levels(); ++level) {
        const std::size_t end = begin(level + 1);
        levels_[level].begin = kept;
        for (; profile < end; ++profile)
            if (number[profile] != kNoEdge) number[profile] = kept++;
    }
    std::size_t edges = 0;
    for (std::size_t profile = 0; profile < number.size(); ++profile) {
        if (number[profile] == kNoEdge) continue;
        first.push_back(static_cast<std::uint32_t>(edges));
        level_of_[number[profile]] = level_of_[profile];
        for (const Edge& edge : from(profile))
            if (leads_on(edge)) from_[edges++] = {number[edge.profile], edge.step};
    }
    first.push_back(static_cast<std::uint32_t>(edges));
    first_from_ = std::move(first);
    from_.resize(edges);
    from_.shrink_to_fit();
    level_of_.resize(kept);
    reached_.clear();

    first_to_.assign(kept + 1, 0);
    for (const Edge& edge : from_) ++first_to_[edge.profile + 1];
    for (std::size_t profile = 0; profile < kept; ++profile) first_to_[profile + 1] += first_to_[profile];
    to_.resize(edges);
    std::vector<std::uint32_t> place(first_to_.begin(), first_to_.end() - 1);
    for (std::uint32_t profile = 0; profile < kept; ++profile)
        for (const Edge& edge : from(profile)) to_[place[edge.profile]++] = {profile, edge.step};
}

std::size_t ProfileGraph::bytes() const {
    return (from_.size() + to_.size()) * sizeof(Edge) +
           (level_of_.size() + first_from_.size() + first_to_.size()) * sizeof(std::uint32_t);
}

}  // namespace tilings::states
