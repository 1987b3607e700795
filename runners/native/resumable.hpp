// The Python interface of an engine: the search runs in slices without the GIL, and signals are handled between slices.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "search_engine.hpp"

namespace tilings {

// Python's lists of integers.
using Numbers = std::vector<std::int64_t>;
using Lists = std::vector<Numbers>;
using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

template <SearchEngine Engine>
class ResumableSearch {
public:
    using EngineType = Engine;

    template <class... Arguments>
        requires std::constructible_from<Engine, Arguments...>
    explicit ResumableSearch(Arguments&&... arguments) : engine_(std::forward<Arguments>(arguments)...) {}

    Solutions advance(std::int64_t max_solutions, std::int64_t max_nodes, bool collect) {
        const std::uint64_t solutions = limit(engine_.solutions(), max_solutions, "max_solutions");
        const std::uint64_t nodes = limit(engine_.nodes(), max_nodes, "max_nodes");
        require_idle();
        const Busy busy(busy_);
        Solutions found;
        while (!engine_.finished() && engine_.solutions() < solutions && engine_.nodes() < nodes) {
            const Limits slice{solutions, std::min(nodes, engine_.nodes() + 1 + engine_.nodes_in(kSlice)),
                               engine_.updates() + kSlice};
            {
                const nanobind::gil_scoped_release released;
                engine_.run(slice, collect ? &found : nullptr);
            }
            if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        }
        return found;
    }

    // Throws std::runtime_error while another thread is inside advance, since data that the caller reads may move.
    void require_idle() const {
        if (busy_) throw std::runtime_error("another thread is advancing this search");
    }
    Engine& engine() { return engine_; }
    const Engine& engine() const { return engine_; }

private:
    // The updates of a slice, which takes about ten milliseconds.
    static constexpr std::uint64_t kSlice = 1 << 21;

    // Marks the search as busy while the engine runs without the GIL and other threads could call.
    struct Busy {
        explicit Busy(bool& flag) : flag(flag) { flag = true; }
        ~Busy() { flag = false; }
        bool& flag;
    };

    static std::uint64_t limit(std::uint64_t so_far, std::int64_t further, const char* name) {
        if (further < 0) refuse(std::string(name) + " is negative");
        return further == 0 ? UINT64_MAX : so_far + static_cast<std::uint64_t>(further);
    }

    Engine engine_;
    bool busy_ = false;
};

// Adds the methods and properties that all engines share to a bound ResumableSearch<Engine>.
template <class Bound>
Bound& bind_search(Bound& bound) {
    using Self = typename Bound::Type;
    bound
        .def("advance", &Self::advance, nanobind::arg("max_solutions") = 0, nanobind::arg("max_nodes") = 0,
             nanobind::arg("collect") = true,
             R"(Continue the search until so many further solutions or nodes are found, or it is complete (0: no limit).

Returns the solutions of this call in the order of the search, each as ascending indices of options, or an empty
list if `collect` is false. Other Python threads can run during the call. A signal handler that raises (Ctrl-C) ends
the call within about ten milliseconds; the search can be continued after that, but the solutions of the call are lost.
Raises RuntimeError if another thread is inside advance, ValueError for a negative limit.)")
        .def_prop_ro(
            "finished", [](const Self& s) { return s.engine().finished(); },
            "Whether the whole tree has been searched; after a call that stopped at its limit with the "
            "last solution, only the next call sets it.")
        .def_prop_ro(
            "solutions", [](const Self& s) { return s.engine().solutions(); }, "The number of solutions found so far.")
        .def_prop_ro(
            "nodes", [](const Self& s) { return s.engine().nodes(); },
            "The number of nodes of the search tree visited so far.")
        .def_prop_ro(
            "updates", [](const Self& s) { return s.engine().updates(); },
            "The effort so far, in the unit that the engine's documentation names.");
    if constexpr (TracksPath<typename Self::EngineType>) {
        bound.def_prop_ro(
            "path",
            [](const Self& s) {
                s.require_idle();
                return s.engine().path();
            },
            R"(The options chosen on the path from the root to the present node, in the form of a solution.

The present node is the one visited last or the next one, depending on the engine; after a solution, it is the solution.
Raises RuntimeError if another thread is inside advance.)");
    }
    return bound;
}

}  // namespace tilings
