// Python's view of the engine: slices of search without the GIL, signals looked at between them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "dlx.hpp"

namespace nb = nanobind;

namespace {

// So much work, in updates or in items looked at, takes about ten milliseconds.
constexpr std::uint64_t kSlice = 1 << 21;

class Search {
public:
    Search(std::int64_t primary, const std::vector<std::int64_t>& capacities, const std::vector<dlx::Option>& options)
        : engine_(primary, capacities, options) {}

    std::vector<std::vector<std::int32_t>> advance(std::int64_t max_solutions, std::int64_t max_nodes, bool collect) {
        const std::uint64_t solutions = limit(engine_.solutions(), max_solutions, "max_solutions");
        const std::uint64_t nodes = limit(engine_.nodes(), max_nodes, "max_nodes");
        if (busy_) throw std::runtime_error("another thread is advancing this search");
        const Busy busy(busy_);
        std::vector<std::vector<std::int32_t>> found;
        while (!engine_.finished() && engine_.solutions() < solutions && engine_.nodes() < nodes) {
            const dlx::Engine::Limits slice{solutions,
                                            std::min(nodes, engine_.nodes() + 1 + kSlice / (engine_.primary() + 1)),
                                            engine_.updates() + kSlice};
            {
                const nb::gil_scoped_release released;
                engine_.run(slice, collect ? &found : nullptr);
            }
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        }
        return found;
    }

    const dlx::Engine& engine() const { return engine_; }

private:
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

    dlx::Engine engine_;
    bool busy_ = false;
};

}  // namespace

NB_MODULE(_engine, m) {
    m.doc() = "Exact covers by dancing links; see runners.native for the documentation.";
    nb::class_<Search>(m, "Search",
                       R"(Depth-first search for all exact covers of the given options, resumable in slices.

Algorithm X with dancing links (D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1), which branches on the
primary item with the fewest options left, the first of them if there are several.

primary: the number of primary items; items 0..primary-1 are covered by exactly one chosen option each.
capacities: of the secondary items; item primary+i is covered by at most capacities[i] chosen options.
options: the items of each option, in any order. An option is chosen at most once; equal options are different.

Without primary items there is exactly one solution, the empty one.
Raises ValueError for an empty option, an item out of range or twice in an option, a negative number or capacity,
and an option without a primary item, which nothing would ever demand.)")
        .def(nb::init<std::int64_t, const std::vector<std::int64_t>&, const std::vector<dlx::Option>&>(),
             nb::arg("primary"), nb::arg("capacities"), nb::arg("options"))
        .def("advance", &Search::advance, nb::arg("max_solutions") = 0, nb::arg("max_nodes") = 0,
             nb::arg("collect") = true,
             R"(Search on until so many further solutions or nodes are found, or nothing is left (0: no limit).

Returns the solutions of this call in the order of the search, each as ascending indices of options, or an empty
list if `collect` is false. Other Python threads run meanwhile. A signal handler that raises (Ctrl-C) ends the
call within some ten milliseconds; the search can be continued then, but what this call collected is lost.
Raises RuntimeError if another thread is inside advance, ValueError for a negative limit.)")
        .def_prop_ro("finished", [](const Search& s) { return s.engine().finished(); },
                     "Whether the whole tree has been searched. The call that finds the last solution and stops "
                     "there for its limit does not know yet: the next one does.")
        .def_prop_ro("solutions", [](const Search& s) { return s.engine().solutions(); },
                     "The number of solutions found so far.")
        .def_prop_ro("nodes", [](const Search& s) { return s.engine().nodes(); },
                     "The number of nodes of the search tree visited so far: the root, every partial solution and "
                     "every solution (Knuth's nodes).")
        .def_prop_ro("updates", [](const Search& s) { return s.engine().updates(); },
                     "The number of removals so far: one for each item covered and one for each node unlinked from "
                     "its item's list (Knuth's updates); undoing them is not counted, nor is the set-up.");
}
