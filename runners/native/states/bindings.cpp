#include "resumable.hpp"

#include "states/engine.hpp"

namespace nb = nanobind;

namespace tilings {

namespace {

using States = ResumableSearch<states::Engine>;

nb::int_ count(const States& self) {
    if (!self.engine().finished()) throw std::runtime_error("the count is known only when the search is finished");
    const std::vector<std::uint64_t> words = self.engine().count();
    std::string bytes;
    for (const std::uint64_t word : words)
        for (int shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(word >> shift));
    const nb::object integer = nb::module_::import_("builtins").attr("int");
    return nb::int_(integer.attr("from_bytes")(nb::bytes(bytes.data(), bytes.size()), "little"));
}

}  // namespace

void bind_states(nb::module_& m) {
    nb::exception<states::Exhausted>(m, "StatesExhausted", PyExc_MemoryError);
    nb::class_<States>(m, "States", R"(Counts the exact covers of the given options without visiting each, in slices.

Dynamic programming over states: the items are covered in their order, and all partial covers that cover the same items
and use the secondary items equally often are counted together. Effort and memory grow with the number of such
states, which depends on the order: an item needs a bit of a state from the level of the first option that has it.
Source: the transfer matrices of lattice statistics, also known as the broken-profile or frontier method.

primary: the number of primary items; items 0..primary-1 are covered by exactly one chosen option each.
capacities: of the secondary items; item primary+i is used at most capacities[i] times.
options: the items of each option, in any order; a secondary item may be there several times. An option is chosen at
most once; equal options are different.
memory: the most bytes that the tables of states may take.
ordered: whether the items are covered in their order. Otherwise each state chooses the item that the fewest options
can still cover, which leads to fewer states where few of them are reached in several ways.
pieces: the number of last primary items that are pieces. If ordered, states are grouped by the items before them, if
that is possible and no option has pieces alone.
threads: that count grouped states.
least: the least number of times that each secondary item is used; if it is not given, all may be unused. With a lower
bound above 0, states are not grouped.

Raises ValueError for an empty option, an item out of range, a primary item twice in an option, a negative number,
bound or capacity, a bound above the capacity, an option without a primary item, states of more than 1024 bits, and less memory than 65536 bytes.)")
        .def(nb::init<std::int64_t, const std::vector<std::int64_t>&, const std::vector<std::vector<std::int64_t>>&,
                      std::int64_t, bool, std::int64_t, int, const std::vector<std::int64_t>&>(),
             nb::arg("primary"), nb::arg("capacities"), nb::arg("options"), nb::arg("memory") = 1'000'000'000,
             nb::arg("ordered") = true, nb::arg("pieces") = 0, nb::arg("threads") = 1,
             nb::arg("least") = std::vector<std::int64_t>())
        .def(
            "advance", [](States& s, std::int64_t states) { s.advance(0, states, false); }, nb::arg("max_states") = 0,
            R"(Continue until so many further states are expanded, or all (0: no limit).

Other Python threads can run during the call. A signal handler that raises (Ctrl-C) ends the call within about ten
milliseconds, or after the present groups; the count can be continued after that. Raises StatesExhausted, a MemoryError, if the tables need more than
their memory, and again in every later call; RuntimeError if another thread is inside advance; ValueError for a negative
limit.)")
        .def_prop_ro(
            "finished", [](const States& s) { return s.engine().finished(); }, "Whether the count is known.")
        .def_prop_ro("count", &count, "The number of exact covers. Raises RuntimeError before the end.")
        .def_prop_ro(
            "level", [](const States& s) { return s.engine().counter().level; },
            "The number of items, of `primary`, for which all states are expanded.")
        .def_prop_ro(
            "states", [](const States& s) { return s.engine().nodes(); },
            "The number of states expanded so far, and of profiles of groups.")
        .def_prop_ro(
            "effort", [](const States& s) { return s.engine().updates(); },
            "The effort so far: the options tried and the states added, with weights that make a unit about as costly.")
        .def_prop_ro(
            "grouped", [](const States& s) { return s.engine().counter().grouped(); },
            "Whether states are grouped by the items before the pieces; it may turn out to be impossible on the way.")
        .def_prop_ro(
            "held", [](const States& s) { return s.engine().counter().held; },
            "The number of states in the tables now.")
        .def_prop_ro(
            "bytes", [](const States& s) { return s.engine().counter().bytes(); }, "The memory of the tables now.")
        .def_prop_ro("bits", [](const States& s) { return s.engine().bits(); }, "The number of bits of a state.");
}

}  // namespace tilings
