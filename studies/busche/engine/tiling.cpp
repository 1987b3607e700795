#include "engine/tiling.hpp"

#include <span>

namespace tilings::classic {

namespace {

// Sources: N. G. de Bruijn, "Programmeren van de pentomino puzzle", 1971, and J. G. Fletcher, "A program to solve the
// pentomino problem by the recursive use of macros", 1965, for filling the first hole with roots of pieces; M. Busche,
// "Solving Polyomino and Polycube Puzzles", 2011, for the most constrained hole and for the exchange of the piece in
// hand with the last one left.
template <int Words>
class Search final : public Tiling {
public:
    explicit Search(const SearchContext& context) : context_(context) {}

    void start(const Matrix& matrix, std::int32_t remaining, const std::vector<std::int32_t>& placed) override;
    bool run(const Limits& limits, bool& ended) override;
    double progress() const override;
    void probe(std::mt19937& random, std::vector<ProbeStep>& path) override;

private:
    // A node: a hole to fill. While a piece is tried, `kinds` is the number of the other kinds of pieces left.
    struct Level {
        Mask<Words> taken;
        const Lists<Words>* lists;
        const std::uint32_t* begin;  // of the hole's lists, by piece
        std::int32_t hole, kinds, slot, piece;
        std::uint32_t next, end;  // the range of entries left in the list of the piece that is tried
        bool placed;              // whether entry next - 1 is placed
    };

    std::int32_t remaining(std::int32_t depth) const { return remaining_ - depth; }
    std::int32_t image(const Level& level) const { return level.lists->image(level.next - 1); }

    void open(std::int32_t depth, std::int32_t hole, std::int32_t kinds, const Lists<Words>& lists);
    bool seek(Level& level);
    bool next_piece(Level& level);
    void give_back(Level& level);
    void place(Level& level);
    void descend(const Level& level);
    void remove(Level& level);
    void finish();
    void report();

    SearchContext context_;
    Holes<Words> holes_;
    std::int32_t remaining_ = 0, depth_ = -1;
    std::vector<std::int32_t> placed_;  // the images placed before this search
    std::vector<std::int32_t> kinds_;   // the pieces left, where those of the current level come first
    std::vector<std::int32_t> copies_;  // the number of copies left of each piece
    std::vector<Level> levels_;
};

template <int Words>
void Search<Words>::start(const Matrix& matrix, std::int32_t remaining, const std::vector<std::int32_t>& placed) {
    remaining_ = remaining;
    placed_ = placed;
    const bool only_rooted = remaining <= context_.settings.bruijn;
    holes_.load(context_.puzzle, matrix, !only_rooted, context_.settings.bruijn > 0);
    kinds_.clear();
    copies_.assign(context_.puzzle.copies.size(), 0);
    for (std::int32_t piece = 0; piece < static_cast<std::int32_t>(copies_.size()); ++piece) {
        if (matrix.covered(matrix.piece_item(piece))) continue;
        kinds_.push_back(piece);
        copies_[piece] = matrix.copies_left(piece);
    }
    levels_.resize(static_cast<std::size_t>(remaining));
    depth_ = 0;
    levels_[0].taken = {};
    // Bits after the last hole count as taken.
    for (std::int32_t bit = holes_.count(); bit < Mask<Words>::kBits; ++bit) levels_[0].taken.insert(bit);
    open(0, only_rooted ? 0 : holes_.first(matrix), static_cast<std::int32_t>(kinds_.size()),
         only_rooted ? holes_.rooted() : holes_.covering());
}

// Begins a level whose `taken` is set.
template <int Words>
void Search<Words>::open(std::int32_t depth, std::int32_t hole, std::int32_t kinds, const Lists<Words>& lists) {
    Level& level = levels_[depth];
    level.lists = &lists;
    level.begin = lists.at_hole(hole);
    level.hole = hole;
    level.kinds = kinds;
    level.slot = level.piece = kNone;
    level.next = level.end = 0;
    level.placed = false;
}

template <int Words>
bool Search<Words>::run(const Limits& limits, bool& ended) {
    while (depth_ >= 0) {
        if (context_.recorder.full(limits)) return false;
        Level& level = levels_[depth_];
        if (level.placed) {
            remove(level);
            if (remaining(depth_) == context_.settings.stop) {
                ended = true;
                finish();
                return true;
            }
        }
        if (seek(level)) {
            place(level);
        } else {
            --depth_;
        }
    }
    return true;
}

// Proceeds to the next entry that fits. Returns false if there is none.
template <int Words>
bool Search<Words>::seek(Level& level) {
    const Mask<Words>* const masks = level.lists->masks();
    for (;;) {
        std::uint32_t entry = level.next;
        while (entry != level.end && masks[entry].meets(level.taken)) ++entry;
        level.next = entry + 1;
        if (entry != level.end) return true;
        if (!next_piece(level)) return false;
    }
}

// Proceeds to the next piece with entries. Returns false if there is none.
template <int Words>
bool Search<Words>::next_piece(Level& level) {
    if (level.piece != kNone) give_back(level);
    do {
        if (++level.slot == level.kinds) return false;
        const std::int32_t piece = kinds_[level.slot];
        level.next = level.begin[piece];
        level.end = level.begin[piece + 1];
    } while (level.next == level.end);
    level.piece = kinds_[level.slot];
    if (--copies_[level.piece] == 0) std::swap(kinds_[level.slot], kinds_[--level.kinds]);
    context_.recorder.attempts[remaining(depth_)] += level.end - level.next;
    context_.recorder.updates += level.end - level.next;
    return true;
}

template <int Words>
void Search<Words>::give_back(Level& level) {
    if (copies_[level.piece]++ == 0) std::swap(kinds_[level.slot], kinds_[level.kinds++]);
    level.piece = kNone;
}

template <int Words>
void Search<Words>::place(Level& level) {
    const std::int32_t left = remaining(depth_) - 1;
    level.placed = true;
    context_.recorder.placed(image(level), left + 1);
    if (left == 0) return report();
    if (context_.monitor.watches(left)) {
        context_.monitor.place(context_.puzzle.images[image(level)]);
        if (context_.monitor.violated(left)) return;
    }
    descend(level);
}

template <int Words>
void Search<Words>::descend(const Level& level) {
    const std::int32_t left = remaining(depth_) - 1;
    Level& below = levels_[depth_ + 1];
    below.taken = level.taken.with(level.lists->masks()[level.next - 1]);
    if (left <= context_.settings.bruijn) {
        // After de Bruijn's method has filled a hole, no earlier hole is open; MCH leaves holes anywhere.
        const std::int32_t filled = level.lists == &holes_.rooted() ? level.hole : 0;
        open(++depth_, below.taken.first_missing(filled), level.kinds, holes_.rooted());
        return;
    }
    const std::span<const std::int32_t> kinds(kinds_.data(), static_cast<std::size_t>(level.kinds));
    const bool estimate = left <= context_.settings.emch;
    const std::int32_t hole = holes_.most_constrained(below.taken, kinds, estimate, context_.recorder.updates);
    if (hole != kNone) open(++depth_, hole, level.kinds, holes_.covering());
}

template <int Words>
void Search<Words>::remove(Level& level) {
    level.placed = false;
    context_.recorder.removed(image(level), remaining(depth_));
    const std::int32_t left = remaining(depth_) - 1;
    if (left > 0 && context_.monitor.watches(left)) context_.monitor.remove(context_.puzzle.images[image(level)]);
}

// Ends the search and restores the state of the monitor.
template <int Words>
void Search<Words>::finish() {
    for (; depth_ >= 0; --depth_)
        if (levels_[depth_].placed) remove(levels_[depth_]);
}

template <int Words>
void Search<Words>::report() {
    std::vector<std::int32_t> solution = placed_;
    for (std::int32_t depth = 0; depth <= depth_; ++depth) solution.push_back(image(levels_[depth]));
    context_.recorder.solved(std::move(solution));
}

template <int Words>
double Search<Words>::progress() const {
    double done = 0, share = 1;
    for (std::int32_t depth = 0; depth <= depth_; ++depth) {
        const Level& level = levels_[depth];
        if (level.piece == kNone) break;
        share /= level.kinds + (copies_[level.piece] == 0 ? 1 : 0);
        done += share * level.slot;
        const std::uint32_t begin = level.begin[level.piece];
        if (begin == level.end) break;
        share /= level.end - begin;
        done += share * (std::min(level.next, level.end) - begin - (level.placed ? 1 : 0));
    }
    return done;
}

template <int Words>
void Search<Words>::probe(std::mt19937& random, std::vector<ProbeStep>& path) {
    for (bool deeper = true; deeper;) {
        Level& level = levels_[depth_];
        const Level untouched = level;
        std::uint64_t count = 0;
        while (seek(level)) ++count;
        const std::uint64_t updates = context_.recorder.updates;
        path.push_back({count, updates});
        if (count == 0) break;
        level = untouched;
        for (std::uint64_t steps = 1 + random() % count; steps > 0; --steps) seek(level);
        context_.recorder.updates = updates;  // a search would not seek them again
        const std::int32_t depth = depth_;
        place(level);
        deeper = depth_ > depth;
    }
    finish();
}

}  // namespace

std::int32_t room_for(std::int32_t holes) {
    std::int32_t room = 64;
    while (room < holes) room *= 2;
    return room;
}

std::unique_ptr<Tiling> tiling_for(std::int32_t holes, const SearchContext& context) {
    switch (room_for(holes)) {
        case 64: return std::make_unique<Search<1>>(context);
        case 128: return std::make_unique<Search<2>>(context);
        case 256: return std::make_unique<Search<4>>(context);
        case 512: return std::make_unique<Search<8>>(context);
        default: return std::make_unique<Search<16>>(context);
    }
}

}  // namespace tilings::classic
