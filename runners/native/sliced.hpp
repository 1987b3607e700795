// An engine as Python drives it: slices of search without the GIL, signals looked at between them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "limits.hpp"

namespace native {

// Engine has run(const Limits&, Solutions*), finished(), solutions(), nodes(), updates() and
// nodes_in(updates): about how many nodes take as long as so many updates.
template <class Engine>
class Sliced {
public:
    template <class... Arguments>
        requires std::is_constructible_v<Engine, Arguments...>
    explicit Sliced(Arguments&&... arguments) : engine_(std::forward<Arguments>(arguments)...) {}

    Solutions advance(std::int64_t max_solutions, std::int64_t max_nodes, bool collect) {
        const std::uint64_t solutions = limit(engine_.solutions(), max_solutions, "max_solutions");
        const std::uint64_t nodes = limit(engine_.nodes(), max_nodes, "max_nodes");
        if (busy_) throw std::runtime_error("another thread is advancing this search");
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

    // Whether another thread is inside advance, so that what grows there must not be read.
    bool busy() const { return busy_; }
    Engine& engine() { return engine_; }
    const Engine& engine() const { return engine_; }

private:
    // So much work, in updates, takes about ten milliseconds.
    static constexpr std::uint64_t kSlice = 1 << 21;

    // Held while the engine runs without the GIL, when another thread could call.
    struct Busy {
        explicit Busy(bool& flag) : flag(flag) { flag = true; }
        ~Busy() { flag = false; }
        bool& flag;
    };

    static std::uint64_t limit(std::uint64_t so_far, std::int64_t further, const char* name) {
        if (further < 0) throw std::invalid_argument(std::string(name) + " is negative");
        return further == 0 ? UINT64_MAX : so_far + static_cast<std::uint64_t>(further);
    }

    Engine engine_;
    bool busy_ = false;
};

// Adds to a bound Sliced<Engine> what all engines share.
template <class Bound>
Bound& searches(Bound& bound) {
    using Self = typename Bound::Type;
    bound
        .def("advance", &Self::advance, nanobind::arg("max_solutions") = 0, nanobind::arg("max_nodes") = 0,
             nanobind::arg("collect") = true,
             R"(Search on until so many further solutions or nodes are found, or nothing is left (0: no limit).

Returns the solutions of this call in the order of the search, each as ascending indices of options, or an empty
list if `collect` is false. Other Python threads run meanwhile. A signal handler that raises (Ctrl-C) ends the
call within some ten milliseconds; the search can be continued then, but what this call collected is lost.
Raises RuntimeError if another thread is inside advance, ValueError for a negative limit.)")
        .def_prop_ro("finished", [](const Self& s) { return s.engine().finished(); },
                     "Whether the whole tree has been searched. The call that finds the last solution and stops "
                     "there for its limit does not know yet: the next one does.")
        .def_prop_ro("solutions", [](const Self& s) { return s.engine().solutions(); },
                     "The number of solutions found so far.")
        .def_prop_ro("nodes", [](const Self& s) { return s.engine().nodes(); },
                     "The number of nodes of the search tree visited so far.")
        .def_prop_ro("updates", [](const Self& s) { return s.engine().updates(); },
                     "The effort so far, in the unit that the engine's documentation names.");
    if constexpr (requires(const Self& s) { s.engine().path(); }) {
        bound.def_prop_ro(
            "path",
            [](const Self& s) {
                if (s.busy()) throw std::runtime_error("another thread is advancing this search");
                return s.engine().path();
            },
            R"(The options chosen on the way from the root to where the search stands, as a solution has them.

That is the node visited last or the one that comes next, as suits the engine, and after a solution that solution.
Raises RuntimeError if another thread is inside advance.)");
    }
    return bound;
}

}  // namespace native
