#include "states/profiles.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <new>
#include <span>
#include <thread>
#include <utility>

#include "states/profile_graph.hpp"

namespace tilings::states {

namespace {

using Total = std::array<std::uint64_t, 3>;  // the lowest word first

void add(Total& sum, unsigned __int128 more) {
    for (std::uint64_t& word : sum) {
        more += word;
        word = static_cast<std::uint64_t>(more);
        more >>= 64;
    }
}

// Supplies and counts are words of type Word.
template <class Word>
class ProfileCounter final : public Counter {
public:
    ProfileCounter(ProfileGraph graph, std::size_t memory, int threads);

    void run(const Limits& limits) override;
    std::vector<std::uint64_t> count() const override { return {total_.begin(), total_.end()}; }
    std::size_t bytes() const override { return used_; }
    bool grouped() const override { return true; }

private:
    using Edges = std::span<const ProfileGraph::Edge>;
    using Edge = ProfileGraph::Edge;
    struct Entry {
        Word supply, count;
    };
    struct Table {
        std::unique_ptr<Entry[]> entries;
        std::size_t size = 0;
    };
    // Where a thread merges a table: sorted runs of entries, one behind the other, and the end of each.
    struct Scratch {
        std::unique_ptr<Entry[]> entries, merged;
        std::size_t capacity = 0;
        std::vector<std::size_t> ends;
    };
    // The tables that were made from one end: before `level` from the front, from `level` on from the back.
    struct Side {
        std::size_t level = 0, held = 0;
        std::vector<std::vector<std::size_t>> last_use;  // for each level, the profiles whose tables it uses last
    };
    using Task = std::function<void(std::size_t profile, Scratch& scratch)>;

    void begin();
    bool advance(const Limits& limits);
    bool for_profiles(const Limits& limits, const Task& task);
    std::span<const Entry> merge(Edges edges, Word needed, Scratch& scratch);
    void collect(Edges edges, Word needed, Scratch& scratch);
    std::size_t merge_runs(const Entry* from, Entry* to, std::vector<std::size_t>& ends);
    void store(std::size_t profile, std::span<const Entry> entries);
    void join(std::size_t profile, Scratch& scratch);
    void take(std::size_t bytes);

    ProfileGraph graph_;
    const std::size_t memory_;
    std::vector<Scratch> scratches_;  // one for each thread
    std::vector<Table> tables_;       // one for each profile
    Side front_, back_;
    Side* moving_ = nullptr;  // the side whose next level is worked on
    bool begun_ = false;
    std::atomic<std::size_t> next_ = 0;  // the next profile to work on
    std::size_t end_ = 0;                // of the profiles to work on
    std::atomic<std::size_t> used_ = 0;  // bytes
    std::atomic<std::uint64_t> made_ = 0, work_ = 0;
    std::atomic<bool> overflow_ = false;
    std::mutex adding_;
    Total total_{};
};

template <class Word>
ProfileCounter<Word>::ProfileCounter(ProfileGraph graph, std::size_t memory, int threads)
    : graph_(std::move(graph)), memory_(memory), scratches_(static_cast<std::size_t>(threads)) {
    levels = graph_.levels();
}

template <class Word>
void ProfileCounter<Word>::run(const Limits& limits) {
    while (!graph_.built()) {
        if (expanded >= limits.nodes || effort >= limits.updates) return;
        effort += graph_.build(limits.nodes - expanded, limits.updates - effort);
        expanded = graph_.found();
    }
    if (!begun_) begin();
    while (level < levels && advance(limits)) {
    }
}

template <class Word>
void ProfileCounter<Word>::begin() {
    begun_ = true;
    made_ = expanded;
    work_ = effort;
    take(graph_.bytes());
    const std::size_t profiles = graph_.profiles();
    if (profiles == 0) {
        level = levels;
        return;
    }
    tables_.resize(profiles);
    front_.last_use.resize(levels);
    back_.last_use.resize(levels);
    const auto level_of = [&](const Edge& edge) { return graph_.level(edge.profile); };
    for (std::size_t profile = 0; profile + 1 < profiles; ++profile)
        front_.last_use[level_of(std::ranges::max(graph_.from(profile), {}, level_of))].push_back(profile);
    for (std::size_t profile = 1; profile < profiles; ++profile)
        back_.last_use[level_of(graph_.to(profile).front())].push_back(profile);
    const Entry first{static_cast<Word>(graph_.start()), 1}, last{0, 1};
    store(0, {&first, 1});
    store(profiles - 1, {&last, 1});
    front_.level = 1;
    back_.level = levels - 1;
}

// Works on the next level of one side, or on the profiles where they meet. Returns whether it was finished.
template <class Word>
bool ProfileCounter<Word>::advance(const Limits& limits) {
    const bool meeting = front_.level == back_.level;
    const bool counters = graph_.guards() != 0;  // with them, a supply does not tell which other one completes it
    if (moving_ == nullptr) {
        moving_ = meeting || counters || front_.held <= back_.held ? &front_ : &back_;
        const std::size_t at = moving_ == &front_ ? front_.level : back_.level - 1;
        next_ = graph_.begin(at);
        end_ = meeting ? graph_.profiles() : graph_.begin(at + 1);
    }
    if (meeting) {
        if (!for_profiles(limits, [&](std::size_t profile, Scratch& scratch) { join(profile, scratch); })) return false;
        level = levels;
        return true;
    }
    const bool forward = moving_ == &front_;
    const std::size_t at = forward ? front_.level : back_.level - 1;
    const bool finished = for_profiles(limits, [&](std::size_t profile, Scratch& scratch) {
        store(profile, forward ? merge(graph_.to(profile), static_cast<Word>(graph_.gone(at)), scratch)
                               : merge(graph_.from(profile), static_cast<Word>(graph_.coming(at)), scratch));
    });
    if (!finished) return false;
    for (std::size_t profile = graph_.begin(at); profile < end_; ++profile) moving_->held += tables_[profile].size;
    for (const std::size_t profile : moving_->last_use[at]) {
        moving_->held -= tables_[profile].size;
        used_ -= tables_[profile].size * sizeof(Entry);
        tables_[profile] = {};
    }
    moving_->level += forward ? 1 : -1;
    moving_ = nullptr;
    held = front_.held + back_.held;
    level = front_.level + levels - back_.level - 1;
    return true;
}

// Does a task for the profiles from next_ to end_, in threads. Returns whether it was finished within the limits.
template <class Word>
bool ProfileCounter<Word>::for_profiles(const Limits& limits, const Task& task) {
    std::exception_ptr failure;
    const auto loop = [&](Scratch& scratch) {
        try {
            while (made_ < limits.nodes && work_ < limits.updates) {
                const std::size_t profile = next_++;
                if (profile >= end_) return;
                task(profile, scratch);
            }
        } catch (...) {
            const std::lock_guard lock(adding_);
            failure = std::current_exception();
            next_ = end_;
        }
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < scratches_.size() && next_ + 1 < end_; ++i)
            others.emplace_back(loop, std::ref(scratches_[i]));
        loop(scratches_.front());
    }
    expanded = made_;
    effort = work_;
    if (failure) std::rethrow_exception(failure);
    if (overflow_) throw Unsuitable("a count has too many bits", true);
    return next_ >= end_;
}

// The table of a profile from those at the other ends of edges, in `scratch` until its next use. Only supplies with the
// pieces `needed` are of use.
template <class Word>
auto ProfileCounter<Word>::merge(Edges edges, Word needed, Scratch& scratch) -> std::span<const Entry> {
    std::size_t most = 0;
    for (const Edge& edge : edges) most += tables_[edge.profile].size;
    if (most > scratch.capacity) {
        used_ -= 2 * scratch.capacity * sizeof(Entry);
        scratch.capacity = most;
        take(2 * most * sizeof(Entry));
        scratch.entries = std::make_unique_for_overwrite<Entry[]>(most);
        scratch.merged = std::make_unique_for_overwrite<Entry[]>(most);
    }
    collect(edges, needed, scratch);
    std::uint64_t work = most + 4;
    std::size_t size = scratch.ends.empty() ? 0 : scratch.ends.back();
    while (scratch.ends.size() > 1) {
        work += size;
        size = merge_runs(scratch.entries.get(), scratch.merged.get(), scratch.ends);
        scratch.entries.swap(scratch.merged);
    }
    work_ += work;
    return {scratch.entries.get(), size};
}

// A run for each edge: the supplies at its other end with its pieces added.
template <class Word>
void ProfileCounter<Word>::collect(Edges edges, Word needed, Scratch& scratch) {
    scratch.ends.clear();
    Entry* out = scratch.entries.get();
    const auto guards = static_cast<Word>(graph_.guards());
    bool overflow = false;
    for (const Edge& edge : edges) {
        const ProfileGraph::Step& step = graph_.step(edge);
        const auto pieces = static_cast<Word>(step.pieces), more = static_cast<Word>(step.add);
        const Table& table = tables_[edge.profile];
        Entry* const run = out;
        for (const Entry *entry = table.entries.get(), *end = entry + table.size; entry != end; ++entry) {
            const Word supply = entry->supply + more;
            *out = {supply, entry->count};
            out += ((entry->supply & pieces) | (supply & guards) | (needed & ~supply)) == 0;
        }
        if (step.weight != 1)
            for (Entry* entry = run; entry != out; ++entry)
                overflow |= __builtin_mul_overflow(entry->count, step.weight, &entry->count);
        if (out != run) scratch.ends.push_back(static_cast<std::size_t>(out - scratch.entries.get()));
    }
    if (overflow) overflow_ = true;
}

// Merges the first run with the second, the third with the fourth, and so on. Returns the number of entries.
template <class Word>
std::size_t ProfileCounter<Word>::merge_runs(const Entry* from, Entry* to, std::vector<std::size_t>& ends) {
    Entry* out = to;
    std::size_t begin = 0, runs = 0;
    bool overflow = false;
    for (std::size_t i = 0; i < ends.size(); i += 2) {
        const Entry *one = from + begin, *const middle = from + ends[i], *other = middle;
        const Entry* const end = i + 1 < ends.size() ? from + ends[i + 1] : middle;
        // Without conditional jumps, which could not be predicted.
        while (one != middle && other != end) {
            const bool take_one = one->supply <= other->supply, take_other = other->supply <= one->supply;
            const Word more = take_other ? other->count : 0, sum = (take_one ? one->count : 0) + more;
            *out++ = {take_one ? one->supply : other->supply, sum};
            overflow |= sum < more;
            one += take_one;
            other += take_other;
        }
        out = std::copy(one, middle, out);
        out = std::copy(other, end, out);
        begin = static_cast<std::size_t>(end - from);
        ends[runs++] = static_cast<std::size_t>(out - to);
    }
    ends.resize(runs);
    if (overflow) overflow_ = true;
    return static_cast<std::size_t>(out - to);
}

template <class Word>
void ProfileCounter<Word>::store(std::size_t profile, std::span<const Entry> entries) {
    take(entries.size_bytes());
    made_ += entries.size();
    if (entries.empty()) return;
    tables_[profile] = {std::make_unique_for_overwrite<Entry[]>(entries.size()), entries.size()};
    std::ranges::copy(entries, tables_[profile].entries.get());
}

// Adds the number of covers whose ways enter a profile behind the meeting level from a profile before it.
template <class Word>
void ProfileCounter<Word>::join(std::size_t profile, Scratch& scratch) {
    const Table& back = tables_[profile];
    const Edges all = graph_.to(profile);
    const auto from_behind = [&](const Edge& edge) { return edge.profile >= graph_.begin(back_.level); };
    const Edges edges(all.begin(), std::ranges::find_if(all, from_behind));
    if (back.size == 0 || edges.empty()) return;
    Total sum{};
    const bool counters = graph_.guards() != 0;  // then the profile is the end
    std::size_t at = back.size;
    const auto pieces = static_cast<Word>(graph_.pieces());
    for (const Entry& entry : merge(edges, static_cast<Word>(graph_.gone(graph_.level(profile))), scratch)) {
        const Word rest = counters ? 0 : pieces - entry.supply;
        while (at > 0 && back.entries[at - 1].supply > rest) --at;
        if (at > 0 && back.entries[at - 1].supply == rest)
            add(sum, static_cast<unsigned __int128>(entry.count) * back.entries[at - 1].count);
    }
    const std::lock_guard lock(adding_);
    add(total_, static_cast<unsigned __int128>(sum[1]) << 64 | sum[0]);
    total_[2] += sum[2];
}

// Accounts for memory before it is allocated.
template <class Word>
void ProfileCounter<Word>::take(std::size_t bytes) {
    if (used_ += bytes; used_ > memory_) throw std::bad_alloc();
}

}  // namespace

std::unique_ptr<Counter> profile_counter(std::int64_t primary, const std::vector<std::int64_t>& capacities,
                                         const std::vector<std::vector<std::int64_t>>& options, std::size_t memory,
                                         std::int64_t pieces, int threads, bool narrow) {
    ProfileGraph graph(primary, capacities, options, pieces, memory);
    if (!narrow) return std::make_unique<ProfileCounter<std::uint64_t>>(std::move(graph), memory, threads);
    if ((graph.pieces() | graph.guards()) > UINT32_MAX) throw Unsuitable("the supplies have too many bits", true);
    return std::make_unique<ProfileCounter<std::uint32_t>>(std::move(graph), memory, threads);
}

}  // namespace tilings::states
