#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <tuple>
#include <utility>

#include "budget/engine.hpp"
#include "resumable.hpp"

namespace nb = nanobind;

namespace tilings {

namespace {

using Layouts = std::vector<std::pair<std::int64_t, Numbers>>;
using Budgets = std::vector<std::tuple<Numbers, std::int64_t, std::int64_t>>;

using Search = ResumableSearch<budget::Engine>;

void construct(Search* self, std::int64_t rows, std::int64_t cols, const Numbers& blocked, const Layouts& layouts,
               const Numbers& copies, const Budgets& budgets, std::int64_t wanted, bool all, bool connected) {
    budget::Problem problem{rows, cols, blocked, {}, copies, {}, wanted, all, connected};
    for (const auto& [kind, values] : layouts) problem.layouts.push_back({kind, values});
    for (const auto& [weights, total, each] : budgets) problem.budgets.push_back({weights, total, each});
    new (self) Search(problem);
}

}  // namespace

void bind_budget(nb::module_& m) {
    auto bound = nb::class_<Search>(m, "BudgetSearch", "See runners.native.budget.Boards.");
    bound.def("__init__", &construct, nb::arg("rows"), nb::arg("cols"), nb::arg("blocked"), nb::arg("layouts"),
              nb::arg("copies"), nb::arg("budgets"), nb::arg("wanted"), nb::arg("all"), nb::arg("connected"));
    bind_search(bound).def_prop_ro(
        "bound", [](const Search& s) { return s.engine().bound(); }, "No board has more tiles: known from the start.");
}

}  // namespace tilings
