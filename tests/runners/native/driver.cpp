// Runs the engines on the problems of standard input. Built with sanitizers, or for another processor, it is to answer
// as the engines that are installed.
//
// A problem is a line: the engine's name, the solutions and nodes of a slice, and the arguments of the engine. A list
// is its length and its entries; a pair is two numbers. The output is a line: the solutions found, and the nodes
// visited.
#include <cstdint>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bits/engine.hpp"
#include "budget/engine.hpp"
#include "dlx/engine.hpp"
#include "engine/engine.hpp"
#include "general/engine.hpp"
#include "skyline/engine.hpp"
#include "states/engine.hpp"

using namespace tilings;  // NOLINT: the engines under test

namespace {

using Numbers = std::vector<std::int64_t>;
using Pair = std::pair<std::int64_t, std::int64_t>;
using Answer = std::pair<std::uint64_t, std::uint64_t>;  // solutions and nodes

class Reader {
public:
    explicit Reader(const std::string& line) : in_(line) {}

    std::string word() {
        std::string text;
        in_ >> text;
        return text;
    }
    std::int64_t number() {
        std::int64_t value = 0;
        if (!(in_ >> value)) throw std::runtime_error("a number is missing");
        return value;
    }
    Pair pair() {
        const std::int64_t first = number();
        return {first, number()};
    }
    template <class Read>
    auto list(Read read) {
        std::vector<decltype(read())> all;
        for (std::int64_t left = number(); left > 0; --left) all.push_back(read());
        return all;
    }
    Numbers numbers() {
        return list([this] { return number(); });
    }
    std::vector<Numbers> lists() {
        return list([this] { return numbers(); });
    }
    std::vector<Pair> pairs() {
        return list([this] { return pair(); });
    }
    TreePart part() {
        const auto [part, parts] = pair();
        return {part, parts, number()};
    }

private:
    std::istringstream in_;
};

template <class Engine>
Answer searched(Engine engine, std::uint64_t step) {
    Solutions found;
    while (!engine.finished())
        engine.run({engine.solutions() + step, engine.nodes() + step, engine.updates() + 100 * step}, &found);
    return {found.size(), engine.nodes()};
}

// By all kinds of registers, which search the same tree.
Answer by_bits(Reader& in, std::uint64_t step) {
    const std::int64_t cells = in.number();
    const Numbers copies = in.numbers(), piece = in.numbers();
    const auto covers = in.lists(), symmetries = in.lists();
    const auto adjacent = in.pairs();
    const auto [constrained, spare] = in.pair();
    const bits::Puzzle puzzle(cells, copies, piece, covers, symmetries, adjacent, constrained, spare);
    const std::int64_t threads = in.number();
    const TreePart part = in.part();
    if (spare == 0) bits::Descents(puzzle, 3).sum(20);
    std::vector<Answer> answers;
    for (const bits::Kind& kind : bits::kinds()) {
        answers.push_back(searched(bits::Engine(puzzle, kind.name, threads, part), step));
        if (answers.back() != answers[0]) throw std::runtime_error(std::string("another answer with ") + kind.name);
    }
    return answers[0];
}

Answer by_states(Reader& in, std::uint64_t step) {
    const std::int64_t primary = in.number();
    const Numbers capacities = in.numbers();
    const auto options = in.lists();
    const bool ordered = in.number() != 0;
    const auto [pieces, threads] = in.pair();
    const Numbers least = in.numbers();
    states::Engine engine(primary, capacities, options, 1'000'000'000, ordered, pieces, static_cast<int>(threads),
                          least);
    while (!engine.finished()) engine.run({UINT64_MAX, engine.nodes() + step, UINT64_MAX}, nullptr);
    const auto count = engine.count();
    return {count.empty() ? 0 : count[0], 0};
}

Answer by_classic(Reader& in, std::uint64_t step) {
    const auto point = [&in] {
        const Pair first = in.pair();
        return classic::Point{first.first, first.second, in.number()};
    };
    const classic::Point box = point();
    const auto cells = in.list(point);
    const Numbers copies = in.numbers(), piece = in.numbers();
    const auto covers = in.lists(), symmetries = in.lists();
    const classic::Puzzle puzzle(box, cells, copies, piece, covers, symmetries);
    classic::Settings settings;
    settings.orders = {{in.word()[0], in.number(), static_cast<double>(in.number())}};
    for (std::int64_t* value : {&settings.mch, &settings.emch, &settings.bruijn, &settings.constrain,
                                &settings.parity_filter, &settings.volume_filter, &settings.fit_filter,
                                &settings.fit_passes, &settings.parity_trigger, &settings.volume_trigger})
        *value = in.number();
    classic::Estimate estimate(puzzle, settings);
    for (int probe = 0; probe < 5; ++probe) estimate.probe();
    const Answer answer = searched(classic::Engine(puzzle, settings), step);
    settings.trials = 3, settings.stop = 1;
    if (searched(classic::Engine(puzzle, settings), step).first > answer.first)
        throw std::runtime_error("trials find more");
    return answer;
}

Answer answered(Reader& in, const std::string& name, std::uint64_t step) {
    if (name == "bits") return by_bits(in, step);
    if (name == "states") return by_states(in, step);
    if (name == "classic") return by_classic(in, step);
    if (name == "dlx") {
        const std::int64_t primary = in.number();
        const Numbers capacities = in.numbers();
        const auto options = in.lists();
        return searched(dlx::Engine(primary, capacities, options, in.part()), step);
    }
    if (name == "general") {
        general::Problem problem{
            in.pairs(), in.number(), in.list([&in] { return in.pairs(); }), in.numbers(), in.number(), {}, {}};
        problem.part = in.part();
        return searched(general::Engine(problem), step);
    }
    if (name == "skyline") {
        skyline::Problem problem{in.number(), in.number(), in.numbers(), in.number() != 0, in.number(), in.number(), 0};
        problem.seed = static_cast<std::uint64_t>(in.number());
        return searched(skyline::Engine(problem), step);
    }
    budget::Problem problem{in.number(), in.number(), in.numbers(), {}, {}, {}, 0, false, false};
    problem.layouts = in.list([&in] { return budget::Layout{in.number(), in.numbers()}; });
    problem.copies = in.numbers();
    problem.budgets = in.list([&in] { return budget::Budget{in.numbers(), in.number(), in.number()}; });
    problem.wanted = in.number(), problem.all = in.number() != 0, problem.connected = in.number() != 0;
    return searched(budget::Engine(problem), step);
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        Reader in(line);
        const std::string name = in.word();
        const auto step = static_cast<std::uint64_t>(in.number());
        const Answer answer = answered(in, name, step);
        std::cout << answer.first << ' ' << answer.second << std::endl;
    }
}
