// The search below a node with few placements, on the transposed lists: for each item, which is an open cell or a piece
// that is left, a row of bits says which placements cover it. A set of placements is a few words, a child is made by
// clearing the rows of the items that it covers, and a vector counts the placements over several items at once. The
// children of a node are made several at a time, and those in which an item cannot be covered are dropped without a
// branch, since no processor predicts which they are.
//
// The tree is that of Branching, and its nodes and updates are counted in the same way.
#pragma once

#include "bits/transpose.hpp"

namespace tilings::bits {
namespace {

template <class Lanes>
class Endgame {
public:
    using Set = typename Lanes::Set;  // a bit for each placement
    static constexpr std::size_t kItems = 64, kWords = sizeof(Set) / sizeof(Word);

    // Starts the search below a level, which must not change until its end; spare: the cells that need not be covered.
    // Returns false if there are too many placements or items, or several copies of a piece are left.
    bool begin(const Level& level, std::size_t width, const Word* spare) {
        if (level.size > 64 * kWords || level.kinds > kItems) return false;
        for (std::size_t kind = 0; kind < level.kinds; ++kind)
            if (level.left[kind] != 1) return false;
        level_ = &level;
        width_ = width;
        cells_ = spares_ = 0;
        for (std::size_t w = 0; w < width; ++w) {
            const Word cells = met(level, w, spare[w]);
            if (w >= kSpareWords && cells != 0) return false;
            if (w < kSpareWords) spare_[w] = cells;
            spares_ += ones(cells);
            cells_ += ones(level.open[w]);
        }
        items_ = cells_ + level.kinds;
        const std::size_t rows = spares_ == 0 ? items_ : padded(items_) + spares_;
        if (rows > kItems) return false;
        words_ = (level.size + 63) / 64;
        write(rows);
        Child root{};
        for (std::size_t k = 0; k < words_; ++k) root.alive[k] = lowest(level.size - 64 * k);
        root.open = lowest(items_);
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
            for (std::size_t k = 0; node.forced && k < words_; ++k)
                for (Word bits = node.together[k]; bits != 0; bits &= bits - 1) use(64 * k + first(bits));
        }
    }

private:
    static constexpr std::size_t kBatch = 8, kSpareWords = 4;

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
        if (words_ <= 2) return use(Number<2>());
        if constexpr (kWords == 8) {
            if (words_ > 6) return use(Number<8>());
            if (words_ > 4) return use(Number<6>());
        }
        return use(Number<4>());
    }

    static Word lowest(std::size_t bits) { return bits >= 64 ? ~Word{0} : (Word{1} << bits) - 1; }
    static std::size_t ones(Word bits) { return static_cast<std::size_t>(__builtin_popcountll(bits)); }
    static std::size_t first(Word bits) { return static_cast<std::size_t>(__builtin_ctzll(bits)); }

    // So many rows in whole vectors.
    static std::size_t padded(std::size_t rows) { return (rows + Lanes::kLanes - 1) / Lanes::kLanes * Lanes::kLanes; }

    // Those of some cells, in word w, that placements of a level cover.
    static Word met(const Level& level, std::size_t w, Word cells) {
        if (cells == 0) return 0;
        Word any = 0;
        for (std::size_t i = 0; i < level.size; ++i) any |= level.list[w * level.stride + i];
        return any & cells;
    }

    // Writes the rows: the open cells in ascending order, then the pieces, and from the next vector on the spare cells.
    void write(std::size_t rows) {
        std::size_t item = 0;
        for (std::size_t w = 0; w < width_; ++w) write_cells(w, level_->open[w], item);
        for (std::size_t kind = 0; kind < level_->kinds; ++kind, ++item) {
            const std::size_t begin = level_->starts[kind], end = level_->starts[kind + 1];
            for (std::size_t k = 0; k < words_; ++k) rows_[k][item] = before(end, k) & ~before(begin, k);
            for (std::size_t at = begin; at < end; at += kFill) std::memset(kinds_ + at, static_cast<int>(kind), kFill);
        }
        pad(item);
        for (std::size_t w = 0; w < width_ && item < rows; ++w) write_cells(w, spare_[w], item);
        pad(item);
        for (std::size_t i = 0; i < item; ++i)
            for (std::size_t k = 0; k < kWords; ++k) sets_[i][k] = rows_[k][i];
    }

    // Writes the rows of these cells of word w from an item on.
    void write_cells(std::size_t w, Word cells, std::size_t& item) {
        for (std::size_t k = 0; k < words_; ++k)
            transpose<Lanes>(level_->list + w * level_->stride + 64 * k, cells, rows_[k] + item);
        item += ones(cells);
    }

    // Clears the rows from one on, to the end of its vector.
    void pad(std::size_t& item) {
        for (; item % Lanes::kLanes != 0; ++item)
            for (std::size_t k = 0; k < words_; ++k) rows_[k][item] = 0;
    }

    // Word k of the set of the first placements.
    static Word before(std::size_t end, std::size_t k) { return end < 64 * k ? 0 : lowest(end - 64 * k); }

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
        std::size_t made = 0, kept = 0, placed = 0;
        for (std::size_t k = 0; k < words; ++k) {
            if (node.forced) {
                placed += ones(node.untried[k]);
                node.untried[k] = 0;
            }
            for (; node.untried[k] != 0 && made < kBatch; node.untried[k] &= node.untried[k] - 1, ++made) {
                Child& child = node.children[kept];
                Set removed{};
                child.at = 64 * k + first(node.untried[k]);
                child.open = node.open & ~cover(child.at, removed);
                child.alive = node.alive & ~removed;
                kept += viable<words>(child);
            }
        }
        if (placed != 0) {  // the child was made when it was found to be forced
            made = 1;
            kept = viable<words>(node.children[0]);
        }
        node.next = 0;
        node.count = kept;
        core.nodes += node.forced ? placed : made;
        core.updates += made * node.size;
        return made != 0;
    }

    // The items that a placement covers; adds the placements that cover any of them to `removed`.
    Word cover(std::size_t at, Set& removed) const {
        Word items = 0;
        std::size_t start = 0;
        const auto add = [&](std::size_t item) {
            items |= Word{1} << item;
            removed |= sets_[item];
        };
        const auto add_cells = [&](Word mask, Word cells) {
            for (mask &= cells; mask != 0; mask &= mask - 1) add(start + ones(cells & ((mask & (~mask + 1)) - 1)));
            start += ones(cells);
        };
        for (std::size_t w = 0; w < width_; ++w) add_cells(level_->list[w * level_->stride + at], level_->open[w]);
        add(cells_ + kinds_[at]);
        if (spares_ == 0) return items;
        start = padded(items_);
        for (std::size_t w = 0; w < width_ && w < kSpareWords; ++w)
            add_cells(level_->list[w * level_->stride + at], spare_[w]);
        return items;
    }

    // Whether each open item of a child can still be covered.
    template <std::size_t words>
    bool viable(const Child& child) const {
        typename Lanes::Vector alive[words];
        for (std::size_t k = 0; k < words; ++k) alive[k] = Lanes::fill(child.alive[k]);
        Word none = 0;
        for (std::size_t i = 0; i < items_; i += Lanes::kLanes) {
            auto any = Lanes::both(Lanes::load(rows_[0] + i), alive[0]);
            for (std::size_t k = 1; k < words; ++k)
                any = Lanes::either(any, Lanes::both(Lanes::load(rows_[k] + i), alive[k]));
            none |= Word{Lanes::equal(any, Lanes::fill(0))} << i;
        }
        return (none & child.open) == 0;
    }

    // Makes a node of a viable child. Returns false if it cannot lead to a solution.
    template <std::size_t words>
    bool expand(const Child& child, Node& node) {
        typename Lanes::Vector alive[words];
        for (std::size_t k = 0; k < words; ++k) alive[k] = Lanes::fill(child.alive[k]);
        // The key of an item is 64 times the number of its placements less one, plus its index. The number of a covered
        // item is 0, so that its key is greater than all others.
        auto least = Lanes::fill(~Word{0});
        Word single = 0;
        for (std::size_t i = 0; i < items_; i += Lanes::kLanes) {
            auto less = Lanes::fill(~Word{0});
            for (std::size_t k = 0; k < words; ++k)
                less = Lanes::add(less, Lanes::count(Lanes::both(Lanes::load(rows_[k] + i), alive[k])));
            single |= Word{Lanes::equal(less, Lanes::fill(0))} << i;
            least = Lanes::least(least, Lanes::add(Lanes::template up<6>(less), Lanes::count_from(i)));
        }
        node.alive = child.alive;
        node.open = child.open;
        node.next = node.count = node.size = 0;
        for (std::size_t k = 0; k < words; ++k) node.size += ones(child.alive[k]);
        single &= lowest(cells_);
        node.forced = single != 0;
        if (node.forced) return force<words>(node, single);
        node.untried = child.alive & sets_[smallest(least) % 64];
        return true;
    }

    // Makes all placements that are the only one for some of these cells one forced child. Returns false if they
    // overlap or are of the same piece.
    template <std::size_t words>
    bool force(Node& node, Word cells) {
        Set forced{}, removed{};
        for (; cells != 0; cells &= cells - 1) forced |= sets_[first(cells)];
        forced &= node.alive;
        Word covered = 0;
        for (std::size_t k = 0; k < words; ++k)
            for (Word bits = forced[k]; bits != 0; bits &= bits - 1) {
                const Word items = cover(64 * k + first(bits), removed);
                if ((covered & items) != 0) return false;
                covered |= items;
            }
        node.together = node.untried = forced;
        node.children[0] = {node.alive & ~removed, node.open & ~covered, 0};
        return true;
    }

    static Word smallest(typename Lanes::Vector a) {
        if constexpr (Lanes::kLanes >= 8) a = Lanes::least(a, Lanes::template swap<4>(a));
        if constexpr (Lanes::kLanes >= 4) a = Lanes::least(a, Lanes::template swap<2>(a));
        if constexpr (Lanes::kLanes >= 2) a = Lanes::least(a, Lanes::template swap<1>(a));
        return Lanes::first(a);
    }

    static constexpr std::size_t kFill = 64;  // the bytes of kinds_ that are written at a time

    // Word k of the row of an item is rows_[k][item], in words_ words. A transposition writes beyond the last row.
    alignas(64) Word rows_[kWords][kItems + 8] = {};
    Set sets_[kItems];                         // the rows, one after the other
    std::uint8_t kinds_[64 * kWords + kFill];  // the index of each placement's piece, in the level
    Node nodes_[kItems + 1];
    const Level* level_ = nullptr;
    std::size_t width_ = 0;    // the number of words of a mask
    Word spare_[kSpareWords];  // the spare cells that placements of the level cover
    std::size_t spares_ = 0;   // their number
    std::size_t cells_ = 0;    // the number of open cells
    std::size_t items_ = 0;    // the number of items that must be covered
    std::size_t words_ = 1;    // the number of words of a set
    std::size_t depth_ = 0;
    bool finished_ = true;
};

}  // namespace
}  // namespace tilings::bits
