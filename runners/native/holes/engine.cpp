#include "holes/engine.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "holes/board.hpp"
#include "holes/diagram.hpp"
#include "search_engine.hpp"

namespace tilings::holes {

namespace {

template <std::size_t W>
class Guided final : public Search {
public:
    Guided(const bits::Puzzle& puzzle, std::size_t memory)
        : view_(puzzle.view()), board_(puzzle), fields_(view_), diagram_(board_, fields_), memory_(memory),
          room_(memory), unused_(fields_.all()) {
        for (std::size_t p = 0; p < view_.pieces; ++p) {
            left_.push_back(view_.copies[p]);
            pieces_left_ += view_.copies[p];
        }
        if (fields_.fit()) solved_below_ = view_.cells / 2;
        empty_ = view_.cells == 0 && pieces_left_ == 0;
        const Id root = diagram_.state(0, {}, view_.cells);
        finished_ = root == Diagram<W>::kDead || pieces_left_ > view_.cells;
        if (finished_) return;
        levels_.push_back({root, 0, 0});
        require(root);
    }

    Stop run(std::uint64_t most_nodes, std::uint64_t most_updates) override {
        if (std::exchange(empty_, false)) return Stop::solution;
        while (!finished_) {
            if (nodes >= most_nodes || updates >= most_updates) return Stop::limit;
            if (diagram_.bytes() > room_) rebuild();
            if (!waiting_.empty()) {
                prepare();
            } else if (step()) {
                return Stop::solution;
            }
        }
        return Stop::end;
    }

    std::vector<std::int32_t> path() const override {
        std::vector<std::int32_t> ids;
        for (std::size_t d = 1; d < levels_.size(); ++d) ids.push_back(board_.fits()[levels_[d].fit].id);
        return ids;
    }

    double progress() const override {
        double share = 1, done = 0;
        for (const Level& level : levels_) {
            const auto [begin, end] = std::pair(diagram_.begin(level.state), diagram_.end(level.state));
            if (finished_ || begin == end) break;
            share /= end - begin;
            done += share * (level.next - (&level == &levels_.back() ? 0 : 1));
        }
        return finished_ ? 1 : done;
    }

private:
    using Id = typename Diagram<W>::Id;

    // A node on the path from the root: its state, how many of its edges were tried, and the placement that led to it.
    struct Level {
        Id state;
        std::uint32_t next, fit;
    };
    // A state whose multisets are to be computed; those of the states below its first `next` edges are computed.
    struct Waiting {
        Id state;
        std::uint32_t next;
    };

    // Schedules the edges of a state and, close to the end, the multisets that fill it.
    void require(Id state) {
        const bool known =
            guided(state) ? diagram_.solved(state) : diagram_.expanded(state) || state == Diagram<W>::kFilled;
        if (!known) waiting_.push_back({state, 0});
    }
    bool guided(Id state) const { return fields_.fit() && diagram_.left(state) <= solved_below_; }

    void prepare() {
        const Id state = waiting_.back().state;
        if (!diagram_.expanded(state)) updates += diagram_.expand(state);
        if (guided(state) && !diagram_.solved(state)) {
            for (std::uint32_t& next = waiting_.back().next; next < diagram_.end(state) - diagram_.begin(state);) {
                const Id below = diagram_.edge(diagram_.begin(state) + next++).below;
                if (!diagram_.solved(below)) return waiting_.push_back({below, 0});
            }
            updates += diagram_.solve(state);
        }
        waiting_.pop_back();
    }

    // Tries the next edge of the last node. Returns whether it leads to a solution.
    bool step() {
        Level& level = levels_.back();
        ++updates;
        if (level.state == Diagram<W>::kFilled ||
            diagram_.begin(level.state) + level.next == diagram_.end(level.state) ||
            (guided(level.state) && level.next == 0 && !diagram_.fills(unused_, level.state))) {
            leave();
            return false;
        }
        const auto edge = diagram_.edge(diagram_.begin(level.state) + level.next++);
        const std::size_t piece = board_.fits()[edge.fit].piece;
        if (left_[piece] == 0) return false;
        if (guided(edge.below) && diagram_.solved(edge.below) &&
            !diagram_.fills(unused_ - fields_.of(piece).one, edge.below))
            return false;
        --left_[piece];
        --pieces_left_;
        if (fields_.fit()) unused_ -= fields_.of(piece).one;
        ++nodes;
        levels_.push_back({edge.below, 0, edge.fit});
        require(edge.below);
        return edge.below == Diagram<W>::kFilled && pieces_left_ == 0;
    }

    void leave() {
        if (levels_.size() == 1) {
            finished_ = true;
            return;
        }
        const std::size_t piece = board_.fits()[levels_.back().fit].piece;
        ++left_[piece];
        ++pieces_left_;
        if (fields_.fit()) unused_ += fields_.of(piece).one;
        levels_.pop_back();
    }

    // Drops all states but those on the path. If multisets were being computed, fewer states get them from now on.
    void rebuild() {
        if (!waiting_.empty() && guided(waiting_.front().state)) solved_below_ /= 2;
        waiting_.clear();
        diagram_.clear();
        Id state = diagram_.state(0, {}, view_.cells);
        for (std::size_t d = 0; d < levels_.size(); ++d) {
            levels_[d].state = state;
            if (d + 1 == levels_.size()) break;
            diagram_.expand(state);
            state = diagram_.edge(diagram_.begin(state) + levels_[d].next - 1).below;
        }
        require(state);
        room_ = std::max(memory_, 2 * diagram_.bytes());
    }

    bits::View view_;
    Board<W> board_;
    Fields fields_;
    Diagram<W> diagram_;
    std::size_t memory_, room_;  // bytes that the states may take, in general and now
    std::vector<Level> levels_;
    std::vector<Waiting> waiting_;
    std::vector<std::uint32_t> left_;  // copies of each piece
    std::size_t pieces_left_ = 0;
    Multiset unused_;
    std::size_t solved_below_ = 0;  // states with at most so many open cells get multisets
    bool empty_ = false;            // whether the empty solution is still to be found
    bool finished_ = false;
};

}  // namespace

std::unique_ptr<Search> make_search(const bits::Puzzle& puzzle, std::size_t memory) {
    const std::size_t words = (span_of(puzzle.view()) + kWordBits - 1) / kWordBits;
    if (words <= 1) return std::make_unique<Guided<1>>(puzzle, memory);
    if (words <= 2) return std::make_unique<Guided<2>>(puzzle, memory);
    if (words <= 4) return std::make_unique<Guided<4>>(puzzle, memory);
    if (words <= kMostWords) return std::make_unique<Guided<kMostWords>>(puzzle, memory);
    refuse("a placement reaches over " + std::to_string(span_of(puzzle.view())) + " cells, more than " +
           std::to_string(kMostWords * kWordBits));
}

Engine::Engine(bits::Puzzle puzzle, std::int64_t memory)
    : puzzle_(std::make_unique<const bits::Puzzle>(std::move(puzzle))) {
    if (memory < 0) refuse("memory is negative: " + std::to_string(memory));
    search_ = make_search(*puzzle_, static_cast<std::size_t>(memory));
}

void Engine::run(const Limits& limits, Solutions* found) {
    while (!finished_ && solutions_ < limits.solutions) {
        const Search::Stop stop = search_->run(limits.nodes, limits.updates);
        finished_ = stop == Search::Stop::end;
        if (stop != Search::Stop::solution) return;
        if (found != nullptr || puzzle_->symmetric()) {
            std::vector<std::int32_t> solution = path();
            if (puzzle_->symmetric() && !puzzle_->representative(solution)) continue;
            if (found != nullptr) found->push_back(std::move(solution));
        }
        ++solutions_;
    }
}

std::vector<std::int32_t> Engine::path() const {
    std::vector<std::int32_t> numbers = search_->path();
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

}  // namespace tilings::holes
