#include "holes/engine.hpp"
#include "resumable.hpp"

namespace nb = nanobind;

namespace tilings {

void bind_holes(nb::module_& m) {
    using Search = ResumableSearch<holes::Engine>;
    auto bound = nb::class_<Search>(m, "HolesSearch", "See runners.native.holes.Holes.");
    bound.def(
        "__init__",
        [](Search* self, const bits::Puzzle& puzzle, std::int64_t memory) { new (self) Search(puzzle, memory); },
        nb::arg("puzzle"), nb::arg("memory"));
    bind_search(bound).def_prop_ro("progress", [](const Search& s) { return s.engine().progress(); });
}

}  // namespace tilings
