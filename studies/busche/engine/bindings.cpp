#include "resumable.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <string>
#include <tuple>

#include "engine/engine.hpp"
#include "search_engine.hpp"

namespace nb = nanobind;

namespace tilings {

namespace {

using Search = ResumableSearch<classic::Engine>;

void bind_settings(nb::module_& m) {
    using classic::Settings;
    nb::class_<Settings>(m, "ClassicSettings", "The settings of a ClassicSearch; see studies.busche.engine.")
        .def(nb::init<>())
        .def(
            "order",
            [](Settings& settings, const std::string& heuristic, std::int64_t from, double degrees) {
                if (heuristic.size() != 1) refuse("a heuristic has one letter, not " + heuristic);
                settings.orders.push_back({heuristic[0], from, degrees});
            },
            nb::arg("heuristic"), nb::arg("remaining"), nb::arg("degrees") = 0)
        .def_rw("mch", &Settings::mch)
        .def_rw("emch", &Settings::emch)
        .def_rw("bruijn", &Settings::bruijn)
        .def_rw("constrain", &Settings::constrain)
        .def_rw("parity_filter", &Settings::parity_filter)
        .def_rw("volume_filter", &Settings::volume_filter)
        .def_rw("fit_filter", &Settings::fit_filter)
        .def_rw("fit_passes", &Settings::fit_passes)
        .def_rw("parity_trigger", &Settings::parity_trigger)
        .def_rw("volume_trigger", &Settings::volume_trigger)
        .def_rw("trials", &Settings::trials)
        .def_rw("stop", &Settings::stop)
        .def_rw("seed", &Settings::seed);
}

void trace(Search& search, std::int64_t most, std::int64_t least, std::int64_t limit) {
    if (limit < 0) refuse("limit is negative");
    search.require_idle();
    search.engine().recorder().trace(most, least, limit);
}

std::vector<std::tuple<bool, std::int32_t, std::int32_t>> events(const Search& search) {
    search.require_idle();
    std::vector<std::tuple<bool, std::int32_t, std::int32_t>> events;
    for (const classic::Event& event : search.engine().recorder().events)
        events.emplace_back(event.placed, event.image, event.remaining);
    return events;
}

std::pair<double, double> both(const classic::Mean& mean) { return {mean.mean(), mean.standard_error()}; }

void bind_estimate(nb::module_& m) {
    using classic::Estimate;
    nb::class_<Estimate>(m, "ClassicEstimate", "The engine behind studies.busche.engine.estimate.")
        .def(nb::init<const classic::Puzzle&, const classic::Settings&>(), nb::arg("puzzle"), nb::arg("settings"))
        .def("probe", &Estimate::probe)
        .def_prop_ro("nodes", [](const Estimate& e) { return both(e.nodes()); })
        .def_prop_ro("effort", [](const Estimate& e) { return both(e.effort()); })
        .def_prop_ro("solutions", [](const Estimate& e) { return both(e.solutions()); })
        .def_prop_ro("fits", [](const Estimate& e) {
            std::vector<std::pair<double, double>> fits;
            for (const classic::Mean& mean : e.fits()) fits.push_back(both(mean));
            return fits;
        });
}

}  // namespace

void bind_classic(nb::module_& m) {
    m.doc() = "M. Busche's solver; see studies.busche.engine for the documentation.";
    nb::class_<classic::Puzzle>(m, "ClassicPuzzle", "A packing, as the engine reads it.")
        .def(nb::init<const classic::Point&, const std::vector<classic::Point>&, const Numbers&, const Numbers&,
                      const Lists&, const Lists&>(),
             nb::arg("box"), nb::arg("cells"), nb::arg("copies"), nb::arg("piece"), nb::arg("covers"),
             nb::arg("symmetries"));
    bind_settings(m);
    bind_estimate(m);
    auto bound = nb::class_<Search>(m, "ClassicSearch", "The engine behind studies.busche.engine.Classic.");
    bound.def(nb::init<const classic::Puzzle&, const classic::Settings&>(), nb::arg("puzzle"), nb::arg("settings"))
        .def("trace_steps", &trace, nb::arg("most"), nb::arg("least"), nb::arg("limit"))
        .def_prop_ro("events", &events)
        .def_prop_ro("removed_counts", [](const Search& s) { return s.engine().removed(); })
        .def_prop_ro("progress", [](const Search& s) { return s.engine().progress(); })
        .def_prop_ro("found", [](const Search& s) { return s.engine().recorder().found_raw; })
        .def_prop_ro("attempts", [](const Search& s) { return s.engine().recorder().attempts; })
        .def_prop_ro("fits", [](const Search& s) { return s.engine().recorder().fits; });
    bind_search(bound);
}

}  // namespace tilings

NB_MODULE(_engine, m) { tilings::bind_classic(m); }
