#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <algorithm>

#include "bits/engine.hpp"
#include "resumable.hpp"

namespace nb = nanobind;

namespace tilings {

namespace {

using Search = ResumableSearch<bits::Engine>;

constexpr std::int64_t kDescents = 16;  // the number of descents between two checks for signals

double cost(const bits::Puzzle& puzzle, std::int64_t probes, std::uint64_t seed) {
    bits::Descents descents(puzzle, seed);
    double sum = 0;
    for (std::int64_t done = 0; done < probes; done += kDescents) {
        {
            const nb::gil_scoped_release released;
            sum += descents.sum(std::min(kDescents, probes - done));
        }
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
    return sum / static_cast<double>(std::max<std::int64_t>(probes, 1));
}

std::vector<std::string> kinds() {
    std::vector<std::string> names;
    for (const bits::Kind& kind : bits::kinds()) names.emplace_back(kind.name);
    return names;
}

}  // namespace

void bind_bits(nb::module_& m) {
    nb::class_<bits::Puzzle>(m, "BitsPuzzle", "The puzzle; see bits/puzzle.hpp.")
        .def(nb::init<std::int64_t, const Numbers&, const Numbers&, const Lists&, const Lists&, const Pairs&,
                      std::int64_t, std::int64_t>(),
             nb::arg("cells"), nb::arg("copies"), nb::arg("piece"), nb::arg("covers"), nb::arg("symmetries"),
             nb::arg("adjacent"), nb::arg("constrained"), nb::arg("spare") = 0);
    auto bound = nb::class_<Search>(m, "BitsSearch", "See runners.native.bits.Bits.");
    bound.def(
        "__init__",
        [](Search* self, const bits::Puzzle& puzzle, const std::string& kind, std::int64_t threads, std::int64_t part,
           std::int64_t parts,
           std::int64_t depth) { new (self) Search(puzzle, kind, threads, TreePart{part, parts, depth}); },
        nb::arg("puzzle"), nb::arg("kind"), nb::arg("threads"), nb::arg("part"), nb::arg("parts"), nb::arg("depth"));
    bind_search(bound)
        .def_prop_ro("progress", [](const Search& s) { return s.engine().progress(); })
        .def_prop_ro("kind", [](const Search& s) { return s.engine().kind(); });
    m.def("bits_cost", &cost, nb::arg("puzzle"), nb::arg("probes"), nb::arg("seed"));
    m.def("bits_kinds", &kinds, "The kinds of vector registers that this processor has, the fastest first.");
}

}  // namespace tilings
