#include "bits/engine.hpp"

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <utility>

namespace bits {

namespace {

constexpr std::uint64_t kShares = 64, kNoTicket = UINT64_MAX;
constexpr std::int64_t kMostThreads = 1024;
constexpr std::size_t kDeepest = 8;
constexpr std::uint64_t kScouted = 200'000;  // nodes
constexpr std::uint64_t kThreadedSlice = 4;  // longer slices, so that starting the threads does not count
constexpr std::uint64_t kThreadedSolutions = 10'000;  // found by a thread in a slice, where they may be too many

Kind chosen(const std::string& name) {
    std::string known;
    for (const Kind& kind : kinds()) {
        if (name.empty() || name == kind.name) return kind;
        known += std::string(known.empty() ? "" : ", ") + kind.name;
    }
    throw std::invalid_argument("this processor has no vector registers '" + name + "'; it has " + known);
}

}  // namespace

Engine::Engine(Puzzle puzzle, const std::string& kind, std::int64_t threads, const native::Share& share)
    : puzzle_(std::make_unique<const Puzzle>(std::move(puzzle))), kind_(chosen(kind)), counts_root_(share.part == 0) {
    check(share);
    if (threads < 1 || threads > kMostThreads)
        throw std::invalid_argument("threads must be from 1 to " + std::to_string(kMostThreads) + ", not " +
                                    std::to_string(threads));
    const auto [part, parts, wanted] = share;
    const std::int64_t shares = parts > 1 ? parts : threads;
    std::size_t depth = SIZE_MAX;
    if (shares > 1) depth = wanted == native::Share::kAuto ? split_depth(shares) : static_cast<std::size_t>(wanted);
    tickets_ =
        std::make_unique<Tickets>(depth, static_cast<std::uint64_t>(part), static_cast<std::uint64_t>(parts));
    workers_.resize(static_cast<std::size_t>(threads));
    for (std::size_t k = 0; k < workers_.size(); ++k)
        workers_[k].core.reset(kind_.make(puzzle_->view(), *tickets_,
                                          static_cast<std::uint64_t>(part) + static_cast<std::uint64_t>(parts) * k));
    if (puzzle_->pieces() == 0 && puzzle_->view().cells == 0 && part == 0) waiting_ = 1, ready_.emplace_back();
}

// The least depth at which there are plenty of subtrees for every share, found by walking the tree above.
std::size_t Engine::split_depth(std::int64_t shares) const {
    for (std::size_t depth = 1; depth < kDeepest; ++depth) {
        Tickets none(depth, kNoTicket, 1);
        const std::unique_ptr<Core> scout(kind_.make(puzzle_->view(), none, kNoTicket));
        const Core::Stop stop = scout->run(UINT64_MAX, kScouted * 64);
        if (stop != Core::Stop::end || scout->passed >= kShares * static_cast<std::uint64_t>(shares)) return depth;
    }
    return kDeepest;
}

void Engine::run(const native::Limits& limits, native::Solutions* found) {
    if (waiting_ == 0 && !finished_) {
        const native::Limits own{limits.solutions - solutions_, limits.nodes - nodes(), limits.updates - updates()};
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
    finished_ = waiting_ == 0 && std::all_of(workers_.begin(), workers_.end(), [](const Worker& w) { return w.finished; });
}

// Searches on in all threads; the limits are further ones of each. With a limit of solutions they may find too many:
// these are kept for the next call, which may want them even if this one does not.
void Engine::attempt_together(const native::Limits& limits, bool wanted) {
    const bool limited = limits.solutions < UINT64_MAX - solutions_;
    const native::Limits own{limited ? std::min(limits.solutions, kThreadedSolutions) : limits.solutions, limits.nodes,
                             limits.updates * kThreadedSlice};
    std::vector<std::jthread> threads;
    for (Worker& worker : workers_)
        threads.emplace_back([this, &worker, &own, collect = wanted || limited] { attempt(worker, own, collect); });
}

// A search that failed for want of memory has lost its place, and fails ever after.
void Engine::attempt(Worker& worker, const native::Limits& limits, bool collect) const {
    if (worker.failure) return;
    try {
        work(worker, limits, collect);
    } catch (...) {
        worker.failure = std::current_exception();
    }
}

// Searches on in one thread; the limits are further ones.
void Engine::work(Worker& worker, const native::Limits& limits, bool collect) const {
    const auto most = [](std::uint64_t now, std::uint64_t more) { return more > UINT64_MAX - now ? UINT64_MAX : now + more; };
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

// The solution at which a core stopped, as ascending numbers of placements.
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
    for (const Worker& worker : workers_) sum += worker.core->updates - worker.core->repeated;
    return sum;
}

double Engine::progress() const {
    if (finished_) return 1;
    double least = 1;
    for (const Worker& worker : workers_) least = std::min(least, worker.core->progress());
    return least;
}

Descents::Descents(const Puzzle& puzzle, std::uint64_t seed)
    : all_(SIZE_MAX, 0, 1), core_(kinds().front().make(puzzle.view(), all_, 0)), random_(2 * seed + 1) {}

double Descents::sum(std::int64_t number) {
    double sum = 0;
    for (std::int64_t k = 0; k < number; ++k) sum += core_->probe(random_);
    return sum;
}

}  // namespace bits
