// Counts exact covers by dynamic programming over states that are grouped by their profiles; see ProfileGraph.
//
// Where pieces differ, few profiles occur with many supplies. So an option is compared with a profile once, and not with
// each of its states. Each profile has a table of its supplies in ascending order, with the number of ways that lead to
// each. A table is merged from those of the neighbouring profiles: adding the same piece to all supplies of a table
// keeps their order. So memory is read and written in sequence, without hashing.
//
// The tables are made from both ends, always on the side that holds fewer states. Where the sides meet, a way from the
// start and a way from the end fit together if each piece is in the supply of one of them.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "states/engine.hpp"
#include "states/profile_graph.hpp"

namespace tilings::states {

class ProfileCounter final : public Counter {
public:
    ProfileCounter(ProfileGraph graph, std::size_t memory, int threads);

    // Throws std::bad_alloc if the memory does not suffice, and Unsuitable.
    void run(const Limits& limits) override;
    std::vector<std::uint64_t> count() const override { return {total_.begin(), total_.end()}; }
    std::size_t bytes() const override { return used_; }

private:
    using Edges = std::span<const ProfileGraph::Edge>;
    struct Entry {
        std::uint64_t supply, count;
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
    std::span<const Entry> merge(Edges edges, std::uint64_t needed, Scratch& scratch);
    void collect(Edges edges, std::uint64_t needed, Scratch& scratch);
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
    std::array<std::uint64_t, 4> total_{};
};

}  // namespace tilings::states
