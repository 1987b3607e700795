// The Python module of the engines; the bindings of each engine are in its folder.
#include <nanobind/nanobind.h>

namespace tilings {

void bind_bits(nanobind::module_& m);
void bind_budget(nanobind::module_& m);
void bind_dlx(nanobind::module_& m);
void bind_general(nanobind::module_& m);
void bind_skyline(nanobind::module_& m);
void bind_states(nanobind::module_& m);

namespace {

// The digest of the sources of each engine, which digests.py computes during the build.
constexpr const char* kDigests[][2] = {
#include "digests.inc"
};

}  // namespace

}  // namespace tilings

NB_MODULE(_engine, m) {
    m.doc() = "Engines for exact covers; see runners.native for the documentation.";
    tilings::bind_bits(m);
    tilings::bind_budget(m);
    tilings::bind_dlx(m);
    tilings::bind_general(m);
    tilings::bind_skyline(m);
    tilings::bind_states(m);
    nanobind::dict digests;
    for (const auto& [engine, digest] : tilings::kDigests) digests[engine] = digest;
    m.attr("digests") = digests;
}
