#include "effort.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

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
