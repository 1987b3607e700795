#include "engine/engine.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "search_engine.hpp"

namespace tilings::classic {

namespace {

const Settings& checked(const Settings& settings, const Puzzle& puzzle) {
    check(settings, puzzle.pieces, static_cast<std::int64_t>(puzzle.copies.size()));
    return settings;
}

}  // namespace

Engine::Engine(Puzzle puzzle, const Settings& settings)
    : puzzle_(std::move(puzzle)), settings_(checked(settings, puzzle_)),
      kept_(constrained(puzzle_, static_cast<std::int32_t>(settings.constrain))), matrix_(puzzle_, kept_),
      monitor_(puzzle_, settings_), filters_(puzzle_, settings_, matrix_, monitor_), chooser_(puzzle_, settings.orders),
      recorder_(puzzle_.pieces, Unique(puzzle_, kept_, settings.trials == 0)),
      random_(static_cast<std::uint32_t>(settings.seed)), trials_left_(settings.trials),
      holes_(static_cast<std::int32_t>(puzzle_.cells.size())) {}

void Engine::run(const Limits& limits, Solutions* found) {
    recorder_.collected = found;
    while (phase_ != Phase::kDone) {
        if (solutions() >= limits.solutions || nodes() >= limits.nodes || updates() >= limits.updates) return;
        if (phase_ == Phase::kTiling) {
            // The effort of the matrix and the monitor counts as well.
            const std::uint64_t elsewhere = updates() - recorder_.updates;
            if (tiling_->run({limits.solutions, limits.nodes, limits.updates - elsewhere}, ended_)) leave();
        } else {
            advance();
        }
    }
}

// One step of the search outside the bit masks.
void Engine::advance() {
    switch (phase_) {
        case Phase::kEnter: return enter();
        case Phase::kFilter:
            if (!filters_.step(dropped_)) phase_ = Phase::kBranch;
            return;
        case Phase::kBranch: return branch();
        case Phase::kNext: return next();
        case Phase::kTiling:
        case Phase::kDone: return;
    }
}

void Engine::enter() {
    frames_.push_back({.dropped = dropped_.size()});
    const bool root = frames_.size() == 1;
    if (root && (remaining() == 0 || monitor_.violated(remaining()))) {
        ++recorder_.nodes;
        if (remaining() == 0) recorder_.solved({});
        return leave();
    }
    filters_.begin(remaining(), root ? 1 : puzzle_.images[placed_.back()].parity);
    phase_ = Phase::kFilter;
}

void Engine::branch() {
    if (frames_.size() == 1) begin();
    Frame& frame = frames_.back();
    frame.item = chooser_.choose(matrix_, remaining());
    if (frame.item == kNone || matrix_.length(frame.item) == 0) {
        frame.item = kNone;
        return leave();
    }
    if (tiles(frame.item)) {
        frame.item = kNone;
        return tile();
    }
    frame.branches = matrix_.length(frame.item);
    matrix_.cover(frame.item);
    frame.node = frame.item;
    phase_ = Phase::kNext;
}

// Begins the search, or the next trial. The filters ran at the root before, and their result holds for all trials.
void Engine::begin() {
    if (trials_left_ == settings_.trials) {
        ++recorder_.nodes;
        dropped_first_ = filters_.counts();
    }
    if (trials_left_ == 0) return;
    --trials_left_;
    ended_ = false;
    matrix_.shuffle(random_);
}

void Engine::next() {
    Frame& frame = frames_.back();
    if (frame.placed) {
        remove(frame);
        ended_ |= remaining() == settings_.stop;
    }
    frame.node = matrix_.next(frame.node);
    if (ended_ || frame.node == frame.item) return leave();
    ++frame.tried;
    place(frame);
}

void Engine::place(Frame& frame) {
    const std::int32_t left = remaining() - 1, image = matrix_.image(frame.node);
    ++recorder_.attempts[left + 1];
    ++recorder_.updates;
    recorder_.placed(image, left + 1);
    placed_.push_back(image);
    frame.placed = true;
    if (left == 0) return recorder_.solved(placed_);
    frame.watched = monitor_.watches(left);
    if (frame.watched) {
        monitor_.place(puzzle_.images[image]);
        if (monitor_.violated(left)) return;
    }
    matrix_.choose(frame.node);
    frame.chosen = true;
    holes_ -= static_cast<std::int32_t>(puzzle_.images[image].cells.size());
    phase_ = Phase::kEnter;
}

void Engine::remove(Frame& frame) {
    const Image& image = puzzle_.images[placed_.back()];
    recorder_.removed(placed_.back(), remaining());
    if (frame.chosen) {
        matrix_.unchoose(frame.node);
        holes_ += static_cast<std::int32_t>(image.cells.size());
    }
    if (frame.watched) monitor_.remove(image);
    frame.placed = frame.chosen = frame.watched = false;
    placed_.pop_back();
}

// Returns from a node to its parent, or from the root to the next trial.
void Engine::leave() {
    Frame& frame = frames_.back();
    if (frame.item != kNone) matrix_.uncover(frame.item);
    tiling_ = nullptr;
    if (frames_.size() == 1) {
        frame = {.dropped = frame.dropped};
        phase_ = trials_left_ > 0 && phase_ != Phase::kEnter ? Phase::kBranch : Phase::kDone;
        return;
    }
    for (; dropped_.size() > frame.dropped; dropped_.pop_back()) matrix_.restore(dropped_.back());
    frames_.pop_back();
    phase_ = Phase::kNext;
}

bool Engine::tiles(std::int32_t item) const {
    return remaining() <= settings_.tiling() && holes_ <= kMostHoles &&
           (frames_.size() == 1 || matrix_.length(item) > 1);
}

void Engine::tile() {
    std::unique_ptr<Tiling>& tiling = tilings_[room_for(holes_)];
    if (!tiling) tiling = tiling_for(holes_, {puzzle_, settings_, monitor_, recorder_});
    tiling_ = tiling.get();
    tiling_->start(matrix_, remaining(), placed_);
    phase_ = Phase::kTiling;
}

std::array<std::uint64_t, 1 + Filters::kKinds> Engine::removed() const {
    const auto constrained = static_cast<std::uint64_t>(std::count(kept_.begin(), kept_.end(), 0));
    return {constrained, dropped_first_[Filters::kParity], dropped_first_[Filters::kVolume],
            dropped_first_[Filters::kFit]};
}

double Engine::progress() const {
    if (finished()) return 1;
    double done = 0, share = 1;
    for (const Frame& frame : frames_) {
        if (frame.item == kNone) break;
        share /= frame.branches;
        done += share * std::max(0, frame.tried - 1);
    }
    if (tiling_ != nullptr) done += share * tiling_->progress();
    if (settings_.trials == 0) return done;
    const std::int64_t over = std::max<std::int64_t>(0, settings_.trials - trials_left_ - 1);
    return (static_cast<double>(over) + done) / static_cast<double>(settings_.trials);
}

void Mean::add(double value) {
    count_ += 1;
    const double before = value - mean_;
    mean_ += before / count_;
    squares_ += before * (value - mean_);
}

double Mean::standard_error() const { return count_ < 2 ? 0 : std::sqrt(squares_ / (count_ - 1) / count_); }

Estimate::Estimate(Puzzle puzzle, const Settings& settings)
    : random_(static_cast<std::uint32_t>(settings.seed)), engine_(std::move(puzzle), settings) {
    if (settings.trials != 0) refuse("an estimate takes no trials: it uses probes");
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
