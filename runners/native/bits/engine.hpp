// The engine around the cores: it runs their threads, numbers solutions and counts them up to symmetry.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "bits/core.hpp"
#include "bits/puzzle.hpp"
#include "partition.hpp"
#include "search_engine.hpp"

namespace tilings::bits {

class Engine {
public:
    // kind: the vector registers to use, or "" for the widest that the processor has. threads: the number of threads
    // that share the work. If there are several parts, the split does not depend on it. Throws std::invalid_argument if
    // the processor lacks the registers, or threads or part are out of range.
    Engine(Puzzle puzzle, const std::string& kind, std::int64_t threads, const TreePart& part);

    // See SearchEngine. Updates are the placements looked at.
    void run(const Limits& limits, Solutions* found);

    bool finished() const { return finished_; }
    // The placements made on the path from the root to the last node, ascending; of several threads, those of the
    // first.
    std::vector<std::int32_t> path() const {
        return finished_ ? std::vector<std::int32_t>() : numbers(*workers_[0].core);
    }
    std::uint64_t solutions() const { return solutions_; }
    std::uint64_t nodes() const;
    std::uint64_t updates() const;
    std::uint64_t nodes_in(std::uint64_t updates) const { return updates / 16; }
    double progress() const;
    const char* kind() const { return kind_.name; }

private:
    struct Worker {
        std::unique_ptr<Core> core;
        bool finished = false;
        std::uint64_t found = 0;
        Solutions solutions;
        std::exception_ptr failure;
    };

    std::size_t split_depth(std::int64_t shares) const;
    void attempt_together(const Limits& limits, bool wanted);
    void attempt(Worker& worker, const Limits& limits, bool collect) const;
    void work(Worker& worker, const Limits& limits, bool collect) const;
    std::vector<std::int32_t> numbers(const Core& core) const;

    std::unique_ptr<const Puzzle> puzzle_;  // it must not move, since the cores refer to its arrays
    Kind kind_;
    SubtreePartition partition_;
    bool counts_root_;
    std::vector<Worker> workers_;
    Solutions ready_;  // solutions found but not returned yet
    std::uint64_t solutions_ = 0, waiting_ = 0;
    bool finished_ = false;
};

// Random descents from the root. Each gives an unbiased estimate of the cost of searching the whole tree, in placements
// looked at. The puzzle must outlive them.
class Descents {
public:
    Descents(const Puzzle& puzzle, std::uint64_t seed);
    // The sum of the estimates of so many further descents.
    double sum(std::int64_t number);

private:
    SubtreePartition whole_;
    std::unique_ptr<Core> core_;
    std::uint64_t random_;
};

}  // namespace tilings::bits
