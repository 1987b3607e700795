// The search below a node with few placements, on the transposed lists: for each item, which is an open cell or a piece
// that is left, a row of bits marks the placements that cover it. A set of placements is a few words, a child is made
// by clearing the rows of the items that it covers, and a vector counts the placements over several items at once. The
// children of a node are made several at a time. Those in which an item cannot be covered are dropped without a
// conditional jump, which processors would often predict wrongly.
//
// The tree is that of Branching, and its nodes and updates are counted in the same way.
#pragma once

#include "bits/nodes.hpp"

namespace tilings::bits {
namespace {

inline Word lowest(std::size_t bits) { return bits >= 64 ? ~Word{0} : (Word{1} << bits) - 1; }
inline std::size_t ones(Word bits) { return static_cast<std::size_t>(__builtin_popcountll(bits)); }
inline std::size_t first(Word bits) { return static_cast<std::size_t>(__builtin_ctzll(bits)); }

class Rows {
public:
    static constexpr std::size_t kItems = 64, kWords = sizeof(Set) / sizeof(Word);

    // Transposes a level, which must stay as it is while the rows are used; spare: the cells that need not be covered.
    // Returns false if there are too many placements or items, or several copies of a piece are left.
    bool read(const Level& level, std::size_t width, const Word* spare) {
        if (level.size > 64 * kWords || level.kinds > kItems) return false;
        for (std::size_t kind = 0; kind < level.kinds; ++kind)
            if (level.left[kind] != 1) return false;
        level_ = &level;
        width_ = width;
        cells = spares_ = 0;
        for (std::size_t w = 0; w < width; ++w) {
            const Word covered = met(level, w, spare[w]);
            if (w >= kSpareWords && covered != 0) return false;
            if (w < kSpareWords) spare_[w] = covered;
            spares_ += ones(covered);
            cells += ones(level.open[w]);
        }
        items = cells + level.kinds;
        const std::size_t rows = spares_ == 0 ? items : padded(items) + spares_;
        if (rows > kItems) return false;
        words = (level.size + 63) / 64;
        write(rows);
        return true;
    }

    // The items that a placement covers; adds the placements that cover any of them to `removed`.
    Word cover(std::size_t at, Set& removed) const {
        Word found = 0;
        std::size_t start = 0;
        const auto add = [&](std::size_t item) {
            found |= Word{1} << item;
            removed |= set[item];
        };
        const auto add_cells = [&](Word mask, Word among) {
            for (mask &= among; mask != 0; mask &= mask - 1) add(start + ones(among & ((mask & (~mask + 1)) - 1)));
            start += ones(among);
        };
        for (std::size_t w = 0; w < width_; ++w) add_cells(level_->list[w * level_->stride + at], level_->open[w]);
        add(cells + kinds_[at]);
        if (spares_ == 0) return found;
        start = padded(items);
        for (std::size_t w = 0; w < width_ && w < kSpareWords; ++w)
            add_cells(level_->list[w * level_->stride + at], spare_[w]);
        return found;
    }

    // Word k of the row of an item is row[k][item], in `words` words. A transposition writes beyond the last row.
    alignas(64) Word row[kWords][kItems + 8] = {};
    Set set[kItems];        // the rows, one after the other
    std::size_t cells = 0;  // the number of open cells
    std::size_t items = 0;  // the number of items that must be covered: the open cells, then the pieces
    std::size_t words = 1;  // the number of words of a set

private:
    static constexpr std::size_t kSpareWords = 4;
    static constexpr std::size_t kFill = 64;  // the bytes of kinds_ that are written at a time

    // So many rows in whole vectors.
    static std::size_t padded(std::size_t rows) { return (rows + kLanes - 1) / kLanes * kLanes; }

    // Those of some cells, in word w, that placements of a level cover.
    static Word met(const Level& level, std::size_t w, Word some) {
        if (some == 0) return 0;
        Word any = 0;
        for (std::size_t i = 0; i < level.size; ++i) any |= level.list[w * level.stride + i];
        return any & some;
    }

    // Writes the rows: the open cells in ascending order, then the pieces, and from the next vector on the spare cells.
    void write(std::size_t rows) {
        std::size_t item = 0;
        for (std::size_t w = 0; w < width_; ++w) write_cells(w, level_->open[w], item);
        for (std::size_t kind = 0; kind < level_->kinds; ++kind, ++item) {
            const std::size_t begin = level_->starts[kind], end = level_->starts[kind + 1];
            for (std::size_t k = 0; k < words; ++k) row[k][item] = before(end, k) & ~before(begin, k);
            for (std::size_t at = begin; at < end; at += kFill) std::memset(kinds_ + at, static_cast<int>(kind), kFill);
        }
        pad(item);
        for (std::size_t w = 0; w < width_ && item < rows; ++w) write_cells(w, spare_[w], item);
        pad(item);
        for (std::size_t i = 0; i < item; ++i)
            for (std::size_t k = 0; k < kWords; ++k) set[i][k] = row[k][i];
    }

    // Writes the rows of these cells of word w from an item on.
    void write_cells(std::size_t w, Word some, std::size_t& item) {
        for (std::size_t k = 0; k < words; ++k)
            transpose(level_->list + w * level_->stride + 64 * k, some, row[k] + item);
        item += ones(some);
    }

    // Clears the rows from one on, to the end of its vector.
    void pad(std::size_t& item) {
        for (; item % kLanes != 0; ++item)
            for (std::size_t k = 0; k < words; ++k) row[k][item] = 0;
    }

    // Word k of the set of the first placements.
    static Word before(std::size_t end, std::size_t k) { return end < 64 * k ? 0 : lowest(end - 64 * k); }

    std::uint8_t kinds_[64 * kWords + kFill];  // the index of each placement's piece, in the level
    const Level* level_ = nullptr;
    std::size_t width_ = 0;    // the number of words of a mask
    Word spare_[kSpareWords];  // the spare cells that placements of the level cover
    std::size_t spares_ = 0;   // their number
};

class Endgame {
public:
    // Starts the search below a level, which must not change until its end; spare: the cells that need not be covered.
    // Returns false if there are too many placements or items, or several copies of a piece are left.
    bool begin(const Level& level, std::size_t width, const Word* spare) {
        if (!rows_.read(level, width, spare)) return false;
        Child root{};
        for (std::size_t k = 0; k < rows_.words; ++k) root.alive[k] = lowest(level.size - 64 * k);
        root.open = lowest(rows_.items);
        depth_ = 0;
        with_words([&](auto words) {
            finished_ = !viable<words.value>(root) || !expand<words.value>(root, nodes_[0]);
            return Core::Stop::end;
        });
        return true;
    }

    // Continues the search until a counter of the core, which it increases, reaches its limit.
    Core::Stop run(Core& core, std::uint64_t most_nodes, std::uint64_t most_updates) {
        return with_words([&](auto words) { return search<words.value>(core, most_nodes, most_updates); });
    }

    // Calls `use` with the index, in the list of the level, of each placement on the path.
    template <class Use>
    void path(Use use) const {
        for (std::size_t d = 0; d <= depth_; ++d) {
            const Node& node = nodes_[d];
            if (node.next == 0) continue;
            if (!node.forced) use(node.children[node.next - 1].at);
            for (std::size_t k = 0; node.forced && k < rows_.words; ++k)
                for (Word bits = node.together[k]; bits != 0; bits &= bits - 1) use(64 * k + first(bits));
        }
    }

private:
    static constexpr std::size_t kBatch = 8;

    struct Child {
        Set alive;       // the placements that survive
        Word open;       // the items still to be covered
        std::size_t at;  // the placement made, unless several are
    };

    struct Node {
        Set alive;                // the placements that survive
        Set untried;              // the candidates of which no child is made yet
        Set together;             // the placements that are forced
        Word open;                // the items still to be covered
        std::uint64_t size;       // the number of surviving placements
        bool forced;              // whether all candidates are placed together
        std::size_t next, count;  // the index of the next child to search, and the number of children
        Child children[kBatch];   // those of the last candidates that are viable
    };

    template <std::size_t n>
    struct Number {
        static constexpr std::size_t value = n;
    };

    // Calls `use` with an even number of words, known to the compiler, in which the sets fit.
    template <class Use>
    Core::Stop with_words(Use use) {
        if (rows_.words <= 2) return use(Number<2>());
        if constexpr (Rows::kWords == 8) {
            if (rows_.words > 6) return use(Number<8>());
            if (rows_.words > 4) return use(Number<6>());
        }
        return use(Number<4>());
    }

    template <std::size_t words>
    Core::Stop search(Core& core, std::uint64_t most_nodes, std::uint64_t most_updates) {
        while (!finished_) {
            if (core.nodes >= most_nodes || core.updates >= most_updates) return Core::Stop::limit;
            Node& node = nodes_[depth_];
            if (node.next == node.count && !make_children<words>(core, node)) {
                finished_ = depth_ == 0;
                if (depth_ != 0) --depth_;
                continue;
            }
            if (node.count == 0) continue;
            const Child& child = node.children[node.next++];
            if (child.open == 0) return Core::Stop::solution;
            if (expand<words>(child, nodes_[depth_ + 1])) ++depth_;
        }
        return Core::Stop::end;
    }

    // Makes the children of the next candidates of a node and keeps those that are viable. Returns false if no
    // candidate is left.
    template <std::size_t words>
    bool make_children(Core& core, Node& node) {
        if (node.forced) return place_together<words>(core, node);
        std::size_t made = 0, kept = 0;
        for (std::size_t k = 0; k < words; ++k)
            for (; node.untried[k] != 0 && made < kBatch; node.untried[k] &= node.untried[k] - 1, ++made) {
                Child& child = node.children[kept];
                Set removed{};
                child.at = 64 * k + first(node.untried[k]);
                child.open = node.open & ~rows_.cover(child.at, removed);
                child.alive = node.alive & ~removed;
                kept += viable<words>(child);
            }
        node.next = 0;
        node.count = kept;
        core.nodes += made;
        core.updates += made * node.size;
        return made != 0;
    }

    // Keeps the child that `force` made if it is viable. Returns false if that was done before.
    template <std::size_t words>
    bool place_together(Core& core, Node& node) const {
        std::size_t placed = 0;
        for (std::size_t k = 0; k < words; ++k) placed += ones(node.untried[k]);
        if (placed == 0) return false;
        node.untried = Set{};
        node.count = viable<words>(node.children[0]);
        core.nodes += placed;
        core.updates += node.size;
        return true;
    }

    // Whether each open item of a child can still be covered.
    template <std::size_t words>
    bool viable(const Child& child) const {
        Vector alive[words];
        for (std::size_t k = 0; k < words; ++k) alive[k] = fill(child.alive[k]);
        Word none = 0;
        for (std::size_t i = 0; i < rows_.items; i += kLanes) {
            Vector any = load(rows_.row[0] + i) & alive[0];
            for (std::size_t k = 1; k < words; ++k) any |= load(rows_.row[k] + i) & alive[k];
            none |= Word{disjoint(any, any)} << i;
        }
        return (none & child.open) == 0;
    }

    // Makes a node of a viable child. Returns false if it cannot lead to a solution.
    template <std::size_t words>
    bool expand(const Child& child, Node& node) {
        Vector alive[words];
        for (std::size_t k = 0; k < words; ++k) alive[k] = fill(child.alive[k]);
        // The key of an item is 64 times the number of its placements less one, plus its index. The number of a covered
        // item is 0, so that its key is greater than all others.
        Vector lowest_key = fill(~Word{0});
        Word single = 0;
        for (std::size_t i = 0; i < rows_.items; i += kLanes) {
            Vector less = fill(~Word{0});
            for (std::size_t k = 0; k < words; ++k) less += count(load(rows_.row[k] + i) & alive[k]);
            single |= Word{disjoint(less, less)} << i;
            lowest_key = least(lowest_key, (less << 6) + fill(i) + kIndex);
        }
        node.alive = child.alive;
        node.open = child.open;
        node.next = node.count = node.size = 0;
        for (std::size_t k = 0; k < words; ++k) node.size += ones(child.alive[k]);
        single &= lowest(rows_.cells);
        node.forced = single != 0;
        if (node.forced) return force<words>(node, single);
        node.untried = child.alive & rows_.set[smallest(lowest_key) % 64];
        return true;
    }

    // Makes all placements that are the only one for some of these cells one forced child. Returns false if they
    // overlap or are of the same piece.
    template <std::size_t words>
    bool force(Node& node, Word cells) {
        Set forced{}, removed{};
        for (; cells != 0; cells &= cells - 1) forced |= rows_.set[first(cells)];
        forced &= node.alive;
        Word covered = 0;
        for (std::size_t k = 0; k < words; ++k)
            for (Word bits = forced[k]; bits != 0; bits &= bits - 1) {
                const Word items = rows_.cover(64 * k + first(bits), removed);
                if ((covered & items) != 0) return false;
                covered |= items;
            }
        node.together = node.untried = forced;
        node.children[0] = {node.alive & ~removed, node.open & ~covered, 0};
        return true;
    }

    static Word smallest(Vector a) {
        if constexpr (kLanes >= 8) a = least(a, swapped<4>(a));
        if constexpr (kLanes >= 4) a = least(a, swapped<2>(a));
        if constexpr (kLanes >= 2) a = least(a, swapped<1>(a));
        return lane(a, 0);
    }

    Rows rows_;
    Node nodes_[Rows::kItems + 1];
    std::size_t depth_ = 0;
    bool finished_ = true;
};

}  // namespace
}  // namespace tilings::bits
