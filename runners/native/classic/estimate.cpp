#include "classic/estimate.hpp"

#include <cmath>
#include <utility>

#include "refuse.hpp"

namespace tilings::classic {

void Mean::add(double value) {
    count_ += 1;
    const double before = value - mean_;
    mean_ += before / count_;
    squares_ += before * (value - mean_);
}

double Mean::standard_error() const { return count_ < 2 ? 0 : std::sqrt(squares_ / (count_ - 1) / count_); }

Estimate::Estimate(Puzzle puzzle, const Settings& settings)
    : random_(static_cast<std::uint32_t>(settings.seed)), engine_(std::move(puzzle), settings) {
    if (settings.trials != 0) refuse("an estimate takes no trials: it makes probes of its own");
    fits_.resize(engine_.recorder().fits.size());
}

void Estimate::probe() {
    const std::uint64_t solutions_before = engine_.solutions();
    double weight = 1, nodes = 1, effort = 0;
    std::uint64_t before = 0;
    std::size_t remaining = fits_.size() - 1;
    for (const ProbeStep& step : engine_.probe(random_)) {
        effort += weight * static_cast<double>(step.effort - before);
        before = step.effort;
        if (step.children == 0) break;
        weight *= static_cast<double>(step.children);
        nodes += weight;
        fits_[remaining--].add(weight);
    }
    for (; remaining > 0; --remaining) fits_[remaining].add(0);
    nodes_.add(nodes);
    effort_.add(effort);
    leaves_.add(weight);
    solutions_.add(engine_.solutions() > solutions_before ? weight : 0);
}

// Follows one random path from the root and returns to the root.
std::vector<ProbeStep> Engine::probe(std::mt19937& random) {
    std::vector<ProbeStep> path;
    const std::uint64_t before = updates();
    std::uint64_t looks = 0;  // at items, to choose one
    while (descend()) {
        Frame& frame = frames_.back();
        looks += static_cast<std::uint64_t>(matrix_.items());
        path.push_back({static_cast<std::uint64_t>(frame.branches), updates() - before + looks});
        for (std::uint64_t steps = 1 + random() % path.back().children; steps > 0; --steps)
            frame.node = matrix_.next(frame.node);
        place(frame);
        if (phase_ == Phase::kNext) break;
    }
    if (phase_ == Phase::kDone) {  // The root is a leaf.
        frames_.clear();
        phase_ = Phase::kEnter;
        return path;
    }
    if (phase_ == Phase::kTiling) {
        const std::size_t above = path.size();
        const std::uint64_t elsewhere = updates() - recorder_.updates;
        tiling_->probe(random, path);
        for (std::size_t i = above; i < path.size(); ++i) path[i].effort += elsewhere + looks - before;
    }
    while (phase_ != Phase::kDone) {
        if (frames_.back().placed) remove(frames_.back());
        leave();
    }
    phase_ = Phase::kBranch;
    return path;
}

// Proceeds from a new node until its children are known. Returns false if it has none or the bit masks take over.
bool Engine::descend() {
    while (phase_ == Phase::kEnter || phase_ == Phase::kFilter || phase_ == Phase::kBranch) advance();
    return phase_ == Phase::kNext && !frames_.back().placed;
}

}  // namespace tilings::classic
