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
    const std::vector<std::uint64_t> children = engine_.probe(random_);
    double weight = 1, nodes = 1;
    std::size_t remaining = fits_.size() - 1;
    for (const std::uint64_t count : children) {
        if (count == 0) break;
        weight *= static_cast<double>(count);
        nodes += weight;
        fits_[remaining--].add(weight);
    }
    for (; remaining > 0; --remaining) fits_[remaining].add(0);
    nodes_.add(nodes);
    leaves_.add(weight);
    solutions_.add(engine_.solutions() > solutions_before ? weight : 0);
}

// Follows one random path from the root and returns to the root. The result is the number of children of each node.
std::vector<std::uint64_t> Engine::probe(std::mt19937& random) {
    std::vector<std::uint64_t> children;
    while (descend()) {
        Frame& frame = frames_.back();
        children.push_back(static_cast<std::uint64_t>(frame.branches));
        for (std::uint64_t steps = 1 + random() % children.back(); steps > 0; --steps)
            frame.node = matrix_.next(frame.node);
        place(frame);
        if (phase_ == Phase::kNext) break;
    }
    if (phase_ == Phase::kDone) {  // The root is a leaf.
        frames_.clear();
        phase_ = Phase::kEnter;
        return children;
    }
    if (phase_ == Phase::kTiling) tiling_->probe(random, children);
    while (phase_ != Phase::kDone) {
        if (frames_.back().placed) remove(frames_.back());
        leave();
    }
    phase_ = Phase::kBranch;
    return children;
}

// Proceeds from a new node until its children are known. Returns false if it has none or the bit masks take over.
bool Engine::descend() {
    while (phase_ == Phase::kEnter || phase_ == Phase::kFilter || phase_ == Phase::kBranch) advance();
    return phase_ == Phase::kNext && !frames_.back().placed;
}

}  // namespace tilings::classic
