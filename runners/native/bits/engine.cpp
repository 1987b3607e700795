#include "bits/engine.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <new>
#include <thread>
#include <utility>

#include "search_engine.hpp"

namespace tilings::bits {

namespace {

constexpr std::align_val_t kVector{64};
constexpr std::int64_t kMostThreads = 1024;
constexpr std::size_t kDeepestSplit = 8;
constexpr std::uint64_t kMostCountingUpdates = 12'800'000;  // the effort to count the subtrees of a depth
constexpr std::uint64_t kThreadedSlice = 4;           // the factor by which slices are longer if threads are started
constexpr std::uint64_t kThreadedSolutions = 10'000;  // the most solutions of a thread in a slice, if they are limited

Kind chosen(const std::string& name) {
    std::string known;
    for (const Kind& kind : kinds()) {
        if (name.empty() || name == kind.name) return kind;
        known += std::string(known.empty() ? "" : ", ") + kind.name;
    }
    refuse("this processor has no vector registers '" + name + "'; it has " + known);
}

}  // namespace

Block::~Block() { ::operator delete(memory, kVector); }

void* Block::ensure(std::size_t bytes) {
    if (bytes <= size) return memory;
    ::operator delete(memory, kVector);
    memory = nullptr;
    size = 0;
    memory = ::operator new(bytes, kVector);
    size = bytes;
    return memory;
}

std::vector<Kind> kinds() {
    std::vector<Kind> known;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq") &&
        __builtin_cpu_supports("bmi2"))
        known.push_back({"avx512", make<8>});
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) known.push_back({"avx2", make<4>});
#endif
    known.push_back({"plain", make<1>});
    return known;
}

Engine::Engine(Puzzle puzzle, const std::string& kind, std::int64_t threads, const TreePart& part)
    : puzzle_(std::make_unique<const Puzzle>(std::move(puzzle))), kind_(chosen(kind)), partition_(part),
      counts_root_(part.part == 0) {
    check(part);
    if (threads < 1 || threads > kMostThreads)
        refuse("threads must be from 1 to " + std::to_string(kMostThreads) + ", not " + std::to_string(threads));
    std::size_t split = kUndivided;
    if (part.parts > 1 || threads > 1) {
        const std::int64_t shares = part.parts > 1 ? part.parts : threads;
        split = part.depth == TreePart::kAuto ? split_depth(shares) : static_cast<std::size_t>(part.depth);
    }
    workers_.resize(static_cast<std::size_t>(threads));
    for (Worker& worker : workers_) {
        const bool counts_top = part.part == 0 && &worker == &workers_.front();
        worker.core.reset(kind_.make(puzzle_->view(), {partition_, split, counts_top}));
    }
    if (puzzle_->pieces() == 0 && puzzle_->view().cells == 0 && part.part == 0) {
        waiting_ = 1;
        ready_.emplace_back();
    }
}

// The least depth at which every share of the tree has plenty of subtrees.
std::size_t Engine::split_depth(std::int64_t shares) const {
    for (std::size_t depth = 1; depth < kDeepestSplit; ++depth) {
        SubtreePartition none = SubtreePartition::counting_only(static_cast<std::int64_t>(depth));
        const std::unique_ptr<Core> scout(kind_.make(puzzle_->view(), {none, depth, false}));
        const Core::Stop stop = scout->run(std::numeric_limits<std::uint64_t>::max(), kMostCountingUpdates);
        const std::uint64_t wanted = SubtreePartition::kSubtreesPerPart * static_cast<std::uint64_t>(shares);
        if (stop != Core::Stop::end || scout->subtrees() >= wanted) return depth;
    }
    return kDeepestSplit;
}

void Engine::run(const Limits& limits, Solutions* found) {
    if (waiting_ == 0 && !finished_) {
        const Limits own{limits.solutions - solutions_, limits.nodes - nodes(), limits.updates - updates()};
        if (workers_.size() == 1)
            attempt(workers_[0], own, found != nullptr);
        else
            attempt_together(own, found != nullptr);
        for (const Worker& worker : workers_)
            if (worker.failure) std::rethrow_exception(worker.failure);
        for (Worker& worker : workers_) {
            waiting_ += std::exchange(worker.found, 0);
            std::move(worker.solutions.begin(), worker.solutions.end(), std::back_inserter(ready_));
            worker.solutions.clear();
        }
    }
    const std::uint64_t given = std::min(waiting_, limits.solutions - solutions_);
    solutions_ += given;
    waiting_ -= given;
    const auto last = ready_.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(given, ready_.size()));
    if (found != nullptr) std::move(ready_.begin(), last, std::back_inserter(*found));
    ready_.erase(ready_.begin(), last);
    finished_ =
        waiting_ == 0 && std::all_of(workers_.begin(), workers_.end(), [](const Worker& w) { return w.finished; });
}

// Continues the search in all threads, each of which may spend the limits beyond what it has spent before. If solutions
// are limited, the threads together may find too many. These are kept for the next call, which may want to return them
// even if this one does not.
void Engine::attempt_together(const Limits& limits, bool wanted) {
    const bool limited = limits.solutions < UINT64_MAX - solutions_;
    const Limits own{limited ? std::min(limits.solutions, kThreadedSolutions) : limits.solutions, limits.nodes,
                     limits.updates * kThreadedSlice};
    std::vector<std::jthread> threads;
    threads.reserve(workers_.size());
    for (Worker& worker : workers_)
        threads.emplace_back([this, &worker, &own, collect = wanted || limited] { attempt(worker, own, collect); });
}

// A search that failed, because memory ran out, cannot be resumed: it fails whenever it is continued.
void Engine::attempt(Worker& worker, const Limits& limits, bool collect) const {
    if (worker.failure) return;
    try {
        work(worker, limits, collect);
    } catch (...) {
        worker.failure = std::current_exception();
    }
}

// Continues the search in one thread, which may spend the limits beyond what it has spent before.
void Engine::work(Worker& worker, const Limits& limits, bool collect) const {
    const auto most = [](std::uint64_t now, std::uint64_t more) {
        return more > UINT64_MAX - now ? UINT64_MAX : now + more;
    };
    Core& core = *worker.core;
    const std::uint64_t nodes = most(core.nodes, limits.nodes), updates = most(core.updates, limits.updates);
    while (!worker.finished && worker.found < limits.solutions) {
        const Core::Stop stop = core.run(nodes, updates);
        worker.finished = stop == Core::Stop::end;
        if (stop != Core::Stop::solution) return;
        if (collect || puzzle_->symmetric()) {
            std::vector<std::int32_t> solution = numbers(core);
            if (puzzle_->symmetric() && !puzzle_->representative(solution)) continue;
            if (collect) worker.solutions.push_back(std::move(solution));
        }
        ++worker.found;
    }
}

// The placements on the path to where a core stopped, by the caller's numbers, ascending.
std::vector<std::int32_t> Engine::numbers(const Core& core) const {
    const View view = puzzle_->view();
    std::size_t most = 0;
    for (std::size_t p = 0; p < view.pieces; ++p) most += view.copies[p];
    std::vector<std::uint32_t> pieces(most);
    std::vector<Word> masks(most * view.words);
    std::vector<std::int32_t> solution(core.solution(pieces.data(), masks.data()));
    for (std::size_t k = 0; k < solution.size(); ++k)
        solution[k] = puzzle_->id(pieces[k], masks.data() + k * view.words);
    std::sort(solution.begin(), solution.end());
    return solution;
}

std::uint64_t Engine::nodes() const {
    std::uint64_t sum = counts_root_ ? 1 : 0;
    for (const Worker& worker : workers_) sum += worker.core->nodes;
    return sum;
}

std::uint64_t Engine::updates() const {
    std::uint64_t sum = 0;
    for (const Worker& worker : workers_) sum += worker.core->updates - worker.core->elsewhere;
    return sum;
}

double Engine::progress() const {
    if (finished_) return 1;
    double least = 1;
    for (const Worker& worker : workers_) least = std::min(least, worker.core->progress());
    return least;
}

Descents::Descents(const Puzzle& puzzle, std::uint64_t seed)
    : whole_(TreePart{}), core_(kinds().front().make(puzzle.view(), {whole_, kUndivided, true})),
      random_(2 * seed + 1) {}

double Descents::sum(std::int64_t number) {
    double sum = 0;
    for (std::int64_t k = 0; k < number; ++k) sum += core_->probe(random_);
    return sum;
}

}  // namespace tilings::bits
