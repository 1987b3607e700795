// The search as the rest of the program sees it: solutions numbered and counted up to symmetry, threads, shards.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "bits/core.hpp"
#include "limits.hpp"
#include "bits/puzzle.hpp"
#include "share.hpp"
#include "bits/tickets.hpp"

namespace bits {

class Engine {
public:
    // kind: the vector registers to use, or "" for the best there are.
    // threads: so many share the work; where the tree is split does not depend on them if there are parts.
    // Throws std::invalid_argument for what this processor does not have, or a division that is none.
    Engine(Puzzle puzzle, const std::string& kind, std::int64_t threads, const native::Share& share);

    void run(const native::Limits& limits, native::Solutions* found);

    bool finished() const { return finished_; }
    // The placements made on the way from the root to the last node, ascending; of several threads, the first one's.
    std::vector<std::int32_t> path() const { return finished_ ? std::vector<std::int32_t>() : numbers(*workers_[0].core); }
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
        native::Solutions solutions;
        std::exception_ptr failure;
    };

    std::size_t split_depth(std::int64_t shares) const;
    void attempt_together(const native::Limits& limits, bool wanted);
    void attempt(Worker& worker, const native::Limits& limits, bool collect) const;
    void work(Worker& worker, const native::Limits& limits, bool collect) const;
    std::vector<std::int32_t> numbers(const Core& core) const;

    std::unique_ptr<const Puzzle> puzzle_;  // where it stays: the cores look at its arrays
    Kind kind_;
    std::unique_ptr<Tickets> tickets_;
    bool counts_root_;
    std::vector<Worker> workers_;
    native::Solutions ready_;  // found but not handed out yet
    std::uint64_t solutions_ = 0, waiting_ = 0;
    bool finished_ = false;
};

// Random descents from the root, each an unbiased estimate of what searching the whole tree costs, in placements looked
// at. The puzzle must outlive them.
class Descents {
public:
    Descents(const Puzzle& puzzle, std::uint64_t seed);
    // The sum of so many further ones.
    double sum(std::int64_t number);

private:
    Tickets all_;
    std::unique_ptr<Core> core_;
    std::uint64_t random_;
};

}  // namespace bits
