// The search itself behind an interface without templates, which has one implementation for each kind of vector
// registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bits/puzzle.hpp"
#include "partition.hpp"

namespace tilings::bits {

// One thread's search. The Engine does everything else: it numbers solutions, counts them up to symmetry and runs
// threads.
class Core {
public:
    virtual ~Core() = default;

    // Where the search stopped: at a limit, at a solution, or at the end of the tree.
    enum class Stop { limit, solution, end };
    virtual Stop run(std::uint64_t nodes, std::uint64_t updates) = 0;
    // Writes the pieces and the masks of the placements of the solution at which the search stopped, and returns their
    // number. A mask has View::words words.
    virtual std::size_t solution(std::uint32_t* pieces, Word* masks) const = 0;
    // The share of the tree that is searched, as if all branches of a node were of one size.
    virtual double progress() const = 0;
    // Descends at random from the root, where the search must still be, and returns an unbiased estimate of the cost of
    // the whole tree, in placements looked at. Source: D. E. Knuth, "Estimating the efficiency of backtrack programs",
    // Mathematics of Computation 29 (1975).
    virtual double probe(std::uint64_t& random) = 0;
    // The number of subtrees met at the split depth.
    virtual std::uint64_t subtrees() const = 0;

    std::uint64_t nodes = 0, updates = 0;
    std::uint64_t elsewhere = 0;  // the updates in the top of the tree, if another core counts them
};

// A piece of memory that the core owns, since the files compiled for different processors must share no template.
struct Block {
    Block() = default;
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;
    ~Block();
    // Returns memory of at least so many bytes, aligned for vectors. Its content is lost if it has to grow.
    void* ensure(std::size_t bytes);

    void* memory = nullptr;
    std::size_t size = 0;
};

constexpr std::size_t kUndivided = ~std::size_t{0};  // the split level of a tree that is not divided

// What a core searches: the subtrees below the nodes at level `split` that it draws. One core of all parts counts what
// lies above.
struct CorePart {
    SubtreePartition& partition;
    std::size_t split;
    bool counts_top;
};

// A kind of vector registers, and the search that uses them.
struct Kind {
    const char* name;
    Core* (*make)(const View& view, const CorePart& part);
};

// The kinds that this processor has, the fastest first. All search the same tree.
std::vector<Kind> kinds();

// A new search with vectors of so many words; the caller owns it.
template <std::size_t lanes>
Core* make(const View& view, const CorePart& part);
template <>
Core* make<1>(const View& view, const CorePart& part);
template <>
Core* make<4>(const View& view, const CorePart& part);
template <>
Core* make<8>(const View& view, const CorePart& part);

}  // namespace tilings::bits
