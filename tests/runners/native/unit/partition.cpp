#include "partition.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace {

using tilings::SubtreePartition;
using tilings::SubtreeWalk;
using tilings::TreePart;
using tilings::TreePosition;

constexpr std::int64_t kDepth = 7;

// How often each node of a tree was counted; a node is named by a number that its path determines.
using Counts = std::map<std::uint64_t, int>;

// The tree is irregular: a node has none to three children, depending on its name.
std::uint64_t children_of(std::uint64_t node, std::int64_t level) {
    return level == kDepth ? 0 : (node * 0x9E3779B97F4A7C15 >> 40) % (level == 0 ? 1 : 4) + (level < 3 ? 2 : 0);
}

void visit(const SubtreePartition& partition, SubtreeWalk& walk, const TreePosition& position, std::uint64_t node,
           Counts& counts) {
    if (!partition.counted_elsewhere(position)) ++counts[node];
    const std::uint64_t children = children_of(node, position.level);
    for (std::uint64_t k = 0; k < children; ++k) {
        const TreePosition child = partition.below(position, children);
        if (walk.enters(position, child)) visit(partition, walk, child, 5 * node + 1 + k, counts);
    }
}

void search(const TreePart& part, Counts& counts) {
    SubtreePartition partition(part);
    SubtreeWalk walk(partition);
    visit(partition, walk, {}, 1, counts);
}

Counts whole() {
    Counts counts;
    search({}, counts);
    return counts;
}

}  // namespace

TEST_CASE("each node of a tree is counted in exactly one part") {
    const Counts expected = whole();
    REQUIRE(expected.size() > 100);
    for (const std::int64_t depth : {TreePart::kAuto, std::int64_t{0}, std::int64_t{2}, kDepth, 2 * kDepth})
        for (std::int64_t parts = 1; parts < 6; ++parts) {
            CAPTURE(depth);
            CAPTURE(parts);
            Counts counts;
            for (std::int64_t part = 0; part < parts; ++part) search({part, parts, depth}, counts);
            CHECK(counts == expected);
        }
}

TEST_CASE("the automatic split leaves plenty of subtrees for each part") {
    const SubtreePartition partition({0, 3, TreePart::kAuto});
    CHECK(partition.in_top({3 * SubtreePartition::kSubtreesPerPart - 1, 9}));
    CHECK_FALSE(partition.in_top({3 * SubtreePartition::kSubtreesPerPart, 1}));
}

TEST_CASE("walks that share a partition search different subtrees, and all of them together") {
    SubtreePartition partition({1, 3, 0});
    SubtreeWalk first(partition), second(partition);
    std::vector<int> searched(30, 0);
    for (std::size_t subtree = 0; subtree < searched.size(); ++subtree) {
        searched[subtree] += first.next_is_drawn() ? 1 : 0;
        searched[subtree] += second.next_is_drawn() ? 1 : 0;
    }
    for (std::size_t subtree = 0; subtree < searched.size(); ++subtree) CHECK(searched[subtree] == (subtree % 3 == 1));
    CHECK(first.met() == searched.size());
}

TEST_CASE("a walk that restarts searches the same subtrees again") {
    SubtreePartition partition({1, 2, 0});
    SubtreeWalk walk(partition);
    for (int time = 0; time < 2; ++time) {
        CHECK_FALSE(walk.next_is_drawn());
        CHECK(walk.next_is_drawn());
        CHECK_FALSE(walk.next_is_drawn());
        walk.restart();
    }
}

TEST_CASE("a partition for counting hands out no subtree") {
    SubtreePartition partition = SubtreePartition::counting_only(1);
    SubtreeWalk walk(partition);
    for (int subtree = 0; subtree < 1000; ++subtree) REQUIRE_FALSE(walk.next_is_drawn());
    CHECK(walk.met() == 1000);
}

using tilings::EffortCounters;
using tilings::RunBudget;

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

}  // namespace

TEST_CASE("effort since the last settlement belongs to this part or to another") {
    EffortCounters effort;
    effort.nodes = 3, effort.updates = 30;
    effort.settle(true);
    effort.nodes = 5, effort.updates = 70;
    effort.settle(false);
    effort.nodes = 6, effort.updates = 71;
    effort.settle(true);
    CHECK(effort.own_nodes() == 2);
    CHECK(effort.own_updates() == 40);
}

TEST_CASE("a budget is spent by own effort and by effort that another part counts") {
    EffortCounters effort;
    effort.nodes = 10;
    effort.settle(true);
    const RunBudget budget(effort, {kNoLimit, 2, kNoLimit});
    CHECK_FALSE(budget.spent(effort));
    ++effort.nodes;
    effort.settle(true);
    CHECK_FALSE(budget.spent(effort));
    ++effort.nodes;
    effort.settle(false);
    CHECK(budget.spent(effort));
}

TEST_CASE("a limit that is reached already leaves no budget, and no limit leaves it infinite") {
    EffortCounters effort;
    effort.nodes = 10, effort.updates = 100;
    CHECK(RunBudget(effort, {kNoLimit, 10, kNoLimit}).spent(effort));
    CHECK(RunBudget(effort, {kNoLimit, kNoLimit, 1}).spent(effort));
    CHECK_FALSE(RunBudget(effort, {kNoLimit, kNoLimit, kNoLimit}).spent(effort));
}
