// The interface of engines: a search that stops at limits and can be resumed.
#pragma once

#include <concepts>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace tilings {

// Throws std::invalid_argument, which becomes a ValueError in Python.
[[noreturn]] inline void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

// An index that stands for no item, option, hole or node.
constexpr std::int32_t kNone = -1;

// Added to the length of a covered item's list of dancing links. So the search for the shortest list can run over a
// plain array of integers, which the compiler vectorises.
constexpr std::int32_t kCovered = 1 << 30;

// The totals at which `run` returns, counted from the start of the search.
struct Limits {
    std::uint64_t solutions, nodes, updates;
};

// The solutions that a call found, each as ascending indices of options.
using Solutions = std::vector<std::vector<std::int32_t>>;

// An engine counts solutions, nodes of its search tree, and updates, a unit of effort that its documentation names.
// `run` searches until a total reaches its limit or the tree is exhausted; solutions are appended to the second
// argument unless it is null. `nodes_in` estimates how many nodes take as long as so many updates.
template <class E>
concept SearchEngine =
    requires(E engine, const E& view, const Limits& limits, Solutions* found, std::uint64_t updates) {
        { engine.run(limits, found) } -> std::same_as<void>;
        { view.finished() } -> std::same_as<bool>;
        { view.solutions() } -> std::same_as<std::uint64_t>;
        { view.nodes() } -> std::same_as<std::uint64_t>;
        { view.updates() } -> std::same_as<std::uint64_t>;
        { view.nodes_in(updates) } -> std::same_as<std::uint64_t>;
    };

// An engine with access to the options on the path from the root to the present node.
template <class E>
concept TracksPath = SearchEngine<E> && requires(const E& view) {
    { view.path() } -> std::same_as<std::vector<std::int32_t>>;
};

}  // namespace tilings
