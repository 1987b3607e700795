#include "resumable.hpp"
#include "skyline/engine.hpp"

#include <stdexcept>

namespace nb = nanobind;

namespace tilings {

void bind_skyline(nb::module_& m) {
    using Search = ResumableSearch<skyline::Engine>;
    auto bound = nb::class_<Search>(m, "SkylineSearch",
                                    "Search for tilings by squares; see runners.native.skyline, which is the "
                                    "interface to use.");
    bound.def(
        "__init__",
        [](Search* self, std::int64_t width, std::int64_t height, const std::vector<std::int64_t>& copies,
           bool symmetry, std::int64_t part, std::int64_t parts, std::uint64_t seed) {
            new (self) Search(skyline::Problem{width, height, copies, symmetry, part, parts, seed});
        },
        nb::arg("width"), nb::arg("height"), nb::arg("copies"), nb::arg("symmetry"), nb::arg("part"), nb::arg("parts"),
        nb::arg("seed"));
    bound.def(
        "restart",
        [](Search& s, std::uint64_t seed) {
            s.require_idle();
            s.engine().restart(seed);
        },
        nb::arg("seed"),
        "Return to the root with another seed and all counters at 0. Cheaper than a new search, which has to make "
        "tables.");
    bind_search(bound).def_prop_ro(
        "digest", [](const Search& s) { return s.engine().digest(); },
        "The sum of a hash of each node visited, modulo 2**64.");
}

}  // namespace tilings
