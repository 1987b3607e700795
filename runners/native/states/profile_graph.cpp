#include "states/profile_graph.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "search_engine.hpp"
#include "states/layout.hpp"

namespace tilings::states {

namespace {

constexpr std::size_t kBytesOfEdge = 32;  // at most, while the graph is built
// With more profiles, those of thick boxes, hashing states was faster: there are few supplies for each.
constexpr std::size_t kMostProfiles = 1 << 23;
constexpr std::uint64_t kEffortOfEdge = 8;  // where comparing an option with a profile is an effort of one
constexpr std::uint32_t kNowhere = UINT32_MAX;
constexpr std::size_t kWord = 64;

std::uint64_t mask(std::size_t bit) { return std::uint64_t{1} << bit; }

}  // namespace

ProfileGraph::ProfileGraph(std::int64_t primary, const std::vector<std::int64_t>& capacities,
                           const std::vector<std::vector<std::int64_t>>& options, std::int64_t pieces,
                           std::size_t memory)
    : most_edges_(std::min<std::size_t>(memory / kBytesOfEdge, kNowhere)),
      positions_(static_cast<std::size_t>(primary - pieces)), levels_(positions_ + 1), reached_(positions_ + 1) {
    const std::vector<Option> all = checked(primary, capacities, options);
    const auto behind = static_cast<std::size_t>(primary);  // the first secondary item
    std::vector<Span> spans(behind + capacities.size(), {positions_, 0});
    for (const Option& option : all) {
        const std::size_t level = option.items.front();
        if (level >= positions_) throw Unsuitable("an option begins with a piece");
        const auto widen = [&](std::size_t item) {
            spans[item] = {std::min(spans[item].first, level), std::max(spans[item].last, level)};
        };
        for (const std::size_t item : option.items) widen(item);
        for (const auto& [secondary, amount] : option.amounts) widen(behind + secondary);
    }
    const std::vector<Field> counters = place_supplies(primary, capacities, all, spans);
    for (std::size_t item = positions_; item < spans.size(); ++item)  // leave those of positions, spare ones among them
        if (item < behind || capacities[item - behind] != 1) spans[item] = {positions_, 0};
    const std::vector<std::uint64_t> bits = place_profiles(spans);

    std::vector<std::vector<Step>> steps(positions_);
    for (const Option& option : all) {
        Step step{0, 0, 0, 1};
        for (std::size_t i = 1; i < option.items.size(); ++i)
            if (const std::size_t item = option.items[i]; item < positions_)
                step.cover |= bits[item];
            else
                step.pieces |= mask(first_piece_ + item - positions_);
        step.add = step.pieces;
        for (const auto& [secondary, amount] : option.amounts)
            if (counters[secondary].width > 0)
                step.add += static_cast<std::uint64_t>(amount) << counters[secondary].bit;
            else
                step.cover |= bits[behind + secondary];
        steps[option.items.front()].push_back(step);
    }
    for (std::size_t level = 0; level < positions_; ++level) add_steps(levels_[level], steps[level]);
    reached_.front().number(0, 0);
    place_.push_back(kNowhere);
}

// Assigns bits of a supply to the counters, which are returned, and behind them to the pieces.
std::vector<Field> ProfileGraph::place_supplies(std::int64_t primary, std::vector<std::int64_t> capacities,
                                                const std::vector<Option>& options, const std::vector<Span>& spans) {
    for (std::int64_t& capacity : capacities)
        if (capacity == 1) capacity = INT64_MAX;  // a bit of the profile, and no counter
    std::vector<Field> fields(capacities.size());
    first_piece_ = place_counters(fields, primary, capacities, options);
    const std::size_t pieces = static_cast<std::size_t>(primary) - positions_;
    if (first_piece_ + pieces > kWord) throw Unsuitable("the supplies have too many bits");
    for (const Field& field : fields) {
        if (field.width == 0) continue;
        start_ |= field.start() << field.bit;
        guards_ |= mask(field.bit + field.width);
    }
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const Span& span = spans[positions_ + piece];
        const std::uint64_t bit = mask(first_piece_ + piece);
        pieces_ |= bit;
        for (std::size_t level = span.last + 1; level <= positions_; ++level) levels_[level].gone |= bit;
        for (std::size_t level = 0; level <= span.first; ++level) levels_[level].coming |= bit;
    }
    return fields;
}

// Assigns bits of a profile to the items with a span: to a position until its own level, to another until its last one.
// Returns the bit of each item.
std::vector<std::uint64_t> ProfileGraph::place_profiles(const std::vector<Span>& spans) {
    std::vector<std::vector<std::size_t>> born(levels()), dead(levels());
    for (std::size_t item = 0; item < spans.size(); ++item) {
        if (spans[item].first >= std::min(item, positions_)) continue;
        born[spans[item].first].push_back(item);
        if (item > positions_) dead[spans[item].last + 1].push_back(item);
    }
    std::vector<std::uint64_t> bits(spans.size(), 0), free;
    std::size_t taken = 0;
    for (std::size_t level = 0; level <= positions_; ++level) {
        for (const std::size_t item : dead[level]) levels_[level].expiring |= bits[item], free.push_back(bits[item]);
        if (level < positions_) levels_[level].bit = bits[level];
        if (levels_[level].bit != 0) free.push_back(levels_[level].bit);
        for (const std::size_t item : born[level]) {
            if (free.empty()) {
                if (taken == kWord) throw Unsuitable("the profiles have too many bits");
                free.push_back(mask(taken++));
            }
            bits[item] = free.back();
            free.pop_back();
        }
    }
    return bits;
}

// Adds the steps of a level; equal ones become one.
void ProfileGraph::add_steps(Level& level, std::vector<Step>& steps) {
    const auto key = [](const Step& step) { return std::tie(step.cover, step.add); };
    std::ranges::sort(steps, {}, key);
    level.first_step = steps_.size();
    for (const Step& step : steps)
        if (steps_.size() > level.first_step && key(steps_.back()) == key(step))
            ++steps_.back().weight;
        else
            steps_.push_back(step), covers_.push_back(step.cover);
    level.end_step = steps_.size();
}

std::uint32_t ProfileGraph::Reached::number(std::uint64_t profile, std::uint32_t next) {
    if (4 * size_ >= 3 * slots_.size()) {
        std::vector<Entry> full(std::max<std::size_t>(8, 2 * slots_.size()), {0, kNowhere});
        full.swap(slots_);
        for (const Entry& entry : full)
            if (entry.number != kNowhere) find(entry.profile) = entry;
    }
    Entry& entry = find(profile);
    if (entry.number == kNowhere) entry = {profile, next}, ++size_;
    return entry.number;
}

// The entry of a profile, or a free one.
ProfileGraph::Reached::Entry& ProfileGraph::Reached::find(std::uint64_t profile) {
    std::uint64_t hashed = profile * 0x9e3779b97f4a7c15U;
    hashed ^= hashed >> 32;
    for (std::size_t at = hashed & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1))
        if (slots_[at].number == kNowhere || slots_[at].profile == profile) return slots_[at];
}

std::vector<ProfileGraph::Reached::Entry> ProfileGraph::Reached::ascending() const {
    std::vector<Entry> found;
    found.reserve(size_);
    std::ranges::copy_if(slots_, std::back_inserter(found), [](const Entry& slot) { return slot.number != kNowhere; });
    std::ranges::sort(found, {}, &Entry::profile);
    return found;
}

// Adds the edge to a profile, of which the positions before `level` are covered, unless no option continues from there.
void ProfileGraph::add_edge(std::uint64_t profile, std::size_t level, std::size_t step) {
    for (;; ++level) {
        profile &= ~levels_[level].expiring;
        if (level + 1 == levels_.size() || (profile & levels_[level].bit) == 0) break;
        profile &= ~levels_[level].bit;
    }
    const auto covers = covers_.begin() + static_cast<std::ptrdiff_t>(levels_[level].first_step);
    const auto end = covers_.begin() + static_cast<std::ptrdiff_t>(levels_[level].end_step);
    const auto fits = [&](std::uint64_t cover) { return (cover & profile) == 0; };
    if (level + 1 < levels_.size() && std::none_of(covers, end, fits)) return;
    if (from_.size() == most_edges_ || place_.size() > kMostProfiles) throw Unsuitable("there are too many profiles");
    const auto next = static_cast<std::uint32_t>(place_.size());
    const std::uint32_t number = reached_[level].number(profile, next);
    if (number == next) place_.push_back(kNowhere);
    from_.push_back({number, static_cast<std::uint32_t>(step)});
}

std::uint64_t ProfileGraph::build(std::uint64_t profiles, std::uint64_t most) {
    Level& level = levels_[built_];
    if (at_ == 0) {
        level.begin = level_of_.size();
        here_ = reached_[built_].ascending();
        reached_[built_] = {};
    }
    std::uint64_t effort = 0;
    for (; at_ < here_.size() && profiles > 0 && effort < most; ++at_, --profiles, ++found_) {
        const auto& [profile, number] = here_[at_];
        place_[number] = static_cast<std::uint32_t>(level_of_.size());
        first_from_.push_back(static_cast<std::uint32_t>(from_.size()));
        level_of_.push_back(static_cast<std::uint32_t>(built_));
        for (std::size_t step = level.first_step; step < level.end_step; ++step)
            if ((profile & covers_[step]) == 0) add_edge(profile | covers_[step], built_ + 1, step);
        effort += level.end_step - level.first_step + kEffortOfEdge * (from_.size() - first_from_.back() + 1);
    }
    if (at_ < here_.size()) return effort;
    at_ = 0;
    if (++built_ == levels_.size()) finish();
    return effort;
}

// Removes the profiles that do not lead to the end, and adds the edges in the other direction.
void ProfileGraph::finish() {
    here_ = {};
    first_from_.push_back(static_cast<std::uint32_t>(from_.size()));
    for (Edge& edge : from_) edge.profile = place_[edge.profile];
    place_ = {};
    std::vector<std::uint32_t> number(profiles(), kNowhere);
    if (begin(levels() - 1) < profiles()) number.back() = 0;
    const auto leads_on = [&](const Edge& edge) { return number[edge.profile] != kNowhere; };
    for (std::size_t profile = begin(levels() - 1); profile-- > 0;)
        if (std::ranges::any_of(from(profile), leads_on)) number[profile] = 0;

    std::uint32_t kept = 0;
    std::vector<std::uint32_t> first;
    for (std::size_t level = 0, profile = 0; level < levels(); ++level) {
        const std::size_t end = begin(level + 1);
        levels_[level].begin = kept;
        for (; profile < end; ++profile)
            if (number[profile] != kNowhere) number[profile] = kept++;
    }
    std::size_t edges = 0;
    for (std::size_t profile = 0; profile < number.size(); ++profile) {
        if (number[profile] == kNowhere) continue;
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
