// Python's view of the engines; each engine's own bindings lie in its folder.
#include <nanobind/nanobind.h>

namespace native {

void bind_bits(nanobind::module_& m);
void bind_budget(nanobind::module_& m);
void bind_classic(nanobind::module_& m);
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

}  // namespace native

NB_MODULE(_engine, m) {
    m.doc() = "Engines for exact covers; see runners.native for the documentation.";
    native::bind_bits(m);
    native::bind_budget(m);
    native::bind_classic(m);
    native::bind_dlx(m);
    native::bind_general(m);
    native::bind_skyline(m);
    native::bind_states(m);
    nanobind::dict digests;
    for (const auto& [engine, digest] : native::kDigests) digests[engine] = digest;
    m.attr("digests") = digests;
}
