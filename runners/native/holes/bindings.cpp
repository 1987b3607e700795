#include <nanobind/stl/pair.h>

#include "holes/engine.hpp"
#include "resumable.hpp"

namespace nb = nanobind;

namespace tilings {

namespace {

using Search = ResumableSearch<holes::Engine>;

void construct(Search* self, std::int64_t cells, const Numbers& copies, const Numbers& piece, const Lists& covers,
               const Lists& symmetries, const Pairs& adjacent, std::int64_t constrained, std::int64_t memory) {
    new (self) Search(bits::Puzzle(cells, copies, piece, covers, symmetries, adjacent, constrained), memory);
}

}  // namespace

void bind_holes(nb::module_& m) {
    auto bound = nb::class_<Search>(m, "HolesSearch", "See runners.native.holes.Holes.");
    bound.def("__init__", &construct, nb::arg("cells"), nb::arg("copies"), nb::arg("piece"), nb::arg("covers"),
              nb::arg("symmetries"), nb::arg("adjacent"), nb::arg("constrained"), nb::arg("memory"));
    bind_search(bound).def_prop_ro("progress", [](const Search& s) { return s.engine().progress(); });
}

}  // namespace tilings
