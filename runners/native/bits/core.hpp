// The search itself, behind an interface without templates: one implementation for each kind of vector registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bits/puzzle.hpp"
#include "bits/tickets.hpp"

namespace bits {

// What a search is given and what it tells; what is no concern of the hot loop lies outside it (engine.cpp).
class Core {
public:
    virtual ~Core() = default;

    // Where the search stopped: at a limit, at a solution, or at the end of the tree.
    enum class Stop { limit, solution, end };
    virtual Stop run(std::uint64_t nodes, std::uint64_t updates) = 0;
    // The placements of the solution at which the search stopped, as (piece, mask); masks have words() words.
    virtual std::size_t solution(std::uint32_t* pieces, Word* masks) const = 0;
    virtual double progress() const = 0;
    // Descends once at random from the root, which must be where the search still is, and returns an unbiased
    // estimate of the cost of the whole tree, in placements looked at (Knuth, "Estimating the efficiency of backtrack
    // programs", 1975).
    virtual double probe(std::uint64_t& random) = 0;

    std::uint64_t nodes = 0, updates = 0;
    std::uint64_t repeated = 0;  // of the updates, those above the split depth that another engine counts
    std::uint64_t passed = 0;  // subtrees met at the split depth
};

// A piece of memory of the core's own, so that the files compiled for different processors share no template.
struct Block {
    Block() = default;
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    ~Block();
    // At least so many bytes, aligned for vectors; what was there is lost where it has to grow.
    void* ensure(std::size_t bytes);

    void* memory = nullptr;
    std::size_t size = 0;
};

// A kind of vector registers, and the search that uses them.
struct Kind {
    const char* name;
    Core* (*make)(const View& view, Tickets& tickets, std::uint64_t number);
};

// The kinds that this processor has, the fastest first. All search the same tree.
std::vector<Kind> kinds();

Core* make_plain(const View& view, Tickets& tickets, std::uint64_t number);
Core* make_avx2(const View& view, Tickets& tickets, std::uint64_t number);
Core* make_avx512(const View& view, Tickets& tickets, std::uint64_t number);

}  // namespace bits
