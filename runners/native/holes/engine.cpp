#include "holes/engine.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "refuse.hpp"

namespace tilings::holes {

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
