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

void construct(Search* self, std::int64_t cells, const Numbers& copies, const Numbers& piece, const Lists& covers,
               const Lists& symmetries, const Pairs& adjacent, std::int64_t constrained, const std::string& kind,
               std::int64_t threads, std::int64_t part, std::int64_t parts, std::int64_t depth, std::int64_t spare) {
    new (self) Search(bits::Puzzle(cells, copies, piece, covers, symmetries, adjacent, constrained, spare), kind,
                      threads, TreePart{part, parts, depth});
}

double cost(std::int64_t cells, const Numbers& copies, const Numbers& piece, const Lists& covers,
            const Lists& symmetries, const Pairs& adjacent, std::int64_t constrained, std::int64_t probes,
            std::uint64_t seed, std::int64_t spare) {
    const bits::Puzzle puzzle(cells, copies, piece, covers, symmetries, adjacent, constrained, spare);
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

std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const bits::Kind& kind : bits::kinds()) found.emplace_back(kind.name);
    return found;
}

}  // namespace

void bind_bits(nb::module_& m) {
    auto bound = nb::class_<Search>(m, "BitsSearch", "See runners.native.bits.Bits.");
    bound.def("__init__", &construct, nb::arg("cells"), nb::arg("copies"), nb::arg("piece"), nb::arg("covers"),
              nb::arg("symmetries"), nb::arg("adjacent"), nb::arg("constrained"), nb::arg("kind"), nb::arg("threads"),
              nb::arg("part"), nb::arg("parts"), nb::arg("depth"), nb::arg("spare") = 0);
    bind_search(bound)
        .def_prop_ro("progress", [](const Search& s) { return s.engine().progress(); })
        .def_prop_ro("kind", [](const Search& s) { return s.engine().kind(); });
    m.def("bits_cost", &cost, nb::arg("cells"), nb::arg("copies"), nb::arg("piece"), nb::arg("covers"),
          nb::arg("symmetries"), nb::arg("adjacent"), nb::arg("constrained"), nb::arg("probes"), nb::arg("seed"),
          nb::arg("spare") = 0);
    m.def("bits_kinds", &names);
}

}  // namespace tilings
