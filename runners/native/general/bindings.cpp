#include <nanobind/stl/pair.h>

#include "general/engine.hpp"
#include "resumable.hpp"

namespace nb = nanobind;

namespace tilings {

void bind_general(nb::module_& m) {
    using Search = ResumableSearch<general::Engine>;
    auto bound = nb::class_<Search>(m, "GeneralSearch",
                                    "Search for exact covers with multiplicities, colours and costs; see "
                                    "runners.native.general, which is the interface to use.");
    bound.def(
        "__init__",
        [](Search* self, const std::vector<general::Bounds>& primary, std::int64_t secondary,
           const std::vector<general::Option>& options, const std::vector<std::int64_t>& costs, std::int64_t best,
           std::int64_t part, std::int64_t parts, std::int64_t depth, const std::vector<general::Images>& symmetries) {
            new (self)
                Search(general::Problem{primary, secondary, options, costs, best, {part, parts, depth}, symmetries});
        },
        nb::arg("primary"), nb::arg("secondary"), nb::arg("options"), nb::arg("costs"), nb::arg("best"),
        nb::arg("part"), nb::arg("parts"), nb::arg("depth"), nb::arg("symmetries"));
    bind_search(bound).def_prop_ro(
        "bound", [](const Search& s) { return s.engine().bound(); },
        "A lower bound on the cost of every cover, known from the start.");
}

}  // namespace tilings
