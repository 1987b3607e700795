// The search below a node with few placements, on the transposed lists: for each item, which is an open cell or a piece
// that is left, a row of bits says which placements cover it. A set of placements is one to four words, a child is made
// by clearing the rows of the items that it covers, and a vector counts the placements over several items at once.
//
// The tree is that of Branching, and its nodes and updates are counted in the same way.
#pragma once

#include "bits/level.hpp"

namespace tilings::bits {
namespace {

template <class Lanes>
class Endgame {
public:
    static constexpr std::size_t kItems = 64, kWords = 4;

    // Starts the search below a level, which must not change until its end; spare: the cells that need not be covered.
    // Returns false if there are too many placements or items, or several copies of a piece are left.
    bool begin(const Level& level, std::size_t width, const Word* spare) {
        if (level.size > 64 * kWords || level.kinds > kItems) return false;
        std::size_t cells = 0;
        for (std::size_t w = 0; w < width; ++w) cells += static_cast<std::size_t>(__builtin_popcountll(level.open[w]));
        items_ = cells + level.kinds;
        std::size_t spares = 0;
        for (std::size_t w = 0; w < width; ++w)
            spares += static_cast<std::size_t>(__builtin_popcountll(met(level, w, spare[w])));
        rows_used_ = spares == 0 ? items_ : padded(items_) + spares;
        if (rows_used_ > kItems) return false;
        for (std::size_t kind = 0; kind < level.kinds; ++kind)
            if (level.left[kind] != 1) return false;
        words_ = (level.size + 63) / 64;
        cells_ = lowest(cells);
        transpose(level, width, spare);
        Node& root = nodes_[0];
        for (std::size_t k = 0; k < words_; ++k) {
            root.alive[k] = lowest(level.size - 64 * k);
            root.placed[k] = 0;
        }
        root.size = level.size;
        root.open = lowest(items_);
        depth_ = 0;
        switch (words_) {
            case 1: finished_ = !expand<1>(root); break;
            case 2: finished_ = !expand<2>(root); break;
            case 3: finished_ = !expand<3>(root); break;
            default: finished_ = !expand<4>(root);
        }
        return true;
    }

    // Continues the search until a counter of the core, which it increases, reaches its limit.
    Core::Stop run(Core& core, std::uint64_t most_nodes, std::uint64_t most_updates) {
        switch (words_) {
            case 1: return search<1>(core, most_nodes, most_updates);
            case 2: return search<2>(core, most_nodes, most_updates);
            case 3: return search<3>(core, most_nodes, most_updates);
            default: return search<4>(core, most_nodes, most_updates);
        }
    }

    // Calls `use` with the index, in the list of the level, of each placement on the path.
    template <class Use>
    void path(Use use) const {
        for (std::size_t d = 0; d <= depth_; ++d)
            for (std::size_t k = 0; k < words_; ++k)
                for (Word bits = nodes_[d].placed[k]; bits != 0; bits &= bits - 1)
                    use(64 * k + static_cast<std::size_t>(__builtin_ctzll(bits)));
    }

private:
    struct Node {
        Word alive[kWords];    // the placements that survive
        Word untried[kWords];  // the candidates left
        Word placed[kWords];   // the placements of the present child
        Word open;             // the items still to be covered
        std::uint64_t size;    // the number of surviving placements
        bool forced;           // whether all candidates are placed together
    };

    static Word lowest(std::size_t bits) { return bits >= 64 ? ~Word{0} : (Word{1} << bits) - 1; }

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
    void transpose(const Level& level, std::size_t width, const Word* spare) {
        std::size_t item = 0;
        for (std::size_t w = 0; w < width; ++w) {
            for (std::size_t k = 0; k < words_; ++k)
                select(level.list + w * level.stride + 64 * k, level.open[w], rows_[k] + item);
            item += static_cast<std::size_t>(__builtin_popcountll(level.open[w]));
        }
        for (std::size_t kind = 0; kind < level.kinds; ++kind, ++item)
            for (std::size_t k = 0; k < words_; ++k)
                rows_[k][item] = before(level.starts[kind + 1], k) & ~before(level.starts[kind], k);
        pad(item);
        for (std::size_t w = 0; w < width && item < rows_used_; ++w) {
            const Word cells = met(level, w, spare[w]);
            for (std::size_t k = 0; k < words_; ++k)
                select(level.list + w * level.stride + 64 * k, cells, rows_[k] + item);
            item += static_cast<std::size_t>(__builtin_popcountll(cells));
        }
        pad(item);
    }

    // Clears the rows from one on, to the end of its vector.
    void pad(std::size_t& item) {
        for (; item % Lanes::kLanes != 0; ++item)
            for (std::size_t k = 0; k < words_; ++k) rows_[k][item] = 0;
    }

    // Writes, for each of these bits, which of 64 words have it: bit i of a result is that of word i.
    static void select(const Word* words, Word bits, Word* out) {
        constexpr std::size_t n = 64 / Lanes::kLanes;
        typename Lanes::Vector v[n];
        for (std::size_t i = 0; i < n; ++i) v[i] = Lanes::load(words + i * Lanes::kLanes);
        exchange<32>(v), exchange<16>(v), exchange<8>(v), exchange<4>(v), exchange<2>(v), exchange<1>(v);
        for (std::size_t i = 0; i < n; ++i) {
            const unsigned keep = static_cast<unsigned>(bits >> (i * Lanes::kLanes)) & Lanes::kAll;
            Lanes::compress(keep, v[i], out);
            out += __builtin_popcount(keep);
        }
    }

    // The bits whose number has a zero in the binary digit of value s.
    template <std::size_t s>
    static constexpr Word kLow = ~Word{0} / ((Word{1} << s) + 1);

    // One of six steps of the transposition of 64 by 64 bits: exchanges the binary digit of value s of a word's number
    // with that of a bit's number. Source: H. S. Warren, Hacker's Delight, 2nd edition 2012, section 7-3.
    template <std::size_t s>
    static void exchange(typename Lanes::Vector* v) {
        constexpr std::size_t n = 64 / Lanes::kLanes, apart = s / Lanes::kLanes;
        if constexpr (apart != 0) {
            const auto low = Lanes::fill(kLow<s>);
            for (std::size_t i = 0; i < n; ++i) {
                if ((i & apart) != 0) continue;
                const auto a = v[i], b = v[i + apart];
                v[i] = Lanes::choose(low, a, Lanes::template up<s>(b));
                v[i + apart] = Lanes::choose(low, Lanes::template down<s>(a), b);
            }
        } else {
            for (std::size_t i = 0; i < n; ++i) v[i] = Lanes::template swap_bits<s>(v[i], kLow<s>);
        }
    }

    // Word k of the set of the first placements.
    static Word before(std::size_t end, std::size_t k) { return end < 64 * k ? 0 : lowest(end - 64 * k); }

    template <std::size_t words>
    Core::Stop search(Core& core, std::uint64_t most_nodes, std::uint64_t most_updates) {
        while (!finished_) {
            if (core.nodes >= most_nodes || core.updates >= most_updates) return Core::Stop::limit;
            Node& node = nodes_[depth_];
            unsigned left = 0;  // a bit for each word with candidates
            for (std::size_t k = 0; k < words; ++k) left |= static_cast<unsigned>(node.untried[k] != 0) << k;
            if (left == 0) {
                finished_ = depth_ == 0;
                if (depth_ != 0) --depth_;
                continue;
            }
            core.updates += node.size;
            Node& below = nodes_[depth_ + 1];
            if (node.forced) {
                for (std::size_t k = 0; k < words; ++k) {
                    node.placed[k] = node.untried[k];
                    node.untried[k] = 0;
                    core.nodes += static_cast<std::uint64_t>(__builtin_popcountll(node.placed[k]));
                }
                place<words>(node, below, covered_together_);
            } else {
                const auto k = static_cast<std::size_t>(__builtin_ctz(left));
                const Word one = node.untried[k] & (~node.untried[k] + 1);
                node.untried[k] ^= one;
                for (std::size_t j = 0; j < words; ++j) node.placed[j] = 0;
                node.placed[k] = one;
                ++core.nodes;
                place<words>(node, below, covered(rows_[k], one));
            }
            if (below.open == 0) return Core::Stop::solution;
            if (expand<words>(below)) ++depth_;
        }
        return Core::Stop::end;
    }

    // The items that a placement covers: row is the word of their rows that has its bit.
    Word covered(const Word* row, Word placement) const {
        Word items = 0;
        for (std::size_t i = 0; i < rows_used_; i += Lanes::kLanes)
            items |= Word{Lanes::disjoint(Lanes::load(row + i), Lanes::fill(placement)) ^ Lanes::kAll} << i;
        return items;
    }

    // Makes `to` the child of `from` in which these items are covered.
    template <std::size_t words>
    void place(const Node& from, Node& to, Word items) const {
        to.open = from.open & ~items;
        Word removed[words] = {};
        for (; items != 0; items &= items - 1)
            for (std::size_t k = 0; k < words; ++k) removed[k] |= rows_[k][__builtin_ctzll(items)];
        for (std::size_t k = 0; k < words; ++k) {
            to.alive[k] = from.alive[k] & ~removed[k];
            to.placed[k] = 0;
        }
    }

    // Determines the candidates of a node. Returns false if the node cannot lead to a solution.
    template <std::size_t words>
    bool expand(Node& node) {
        typename Lanes::Vector alive[words];
        for (std::size_t k = 0; k < words; ++k) alive[k] = Lanes::fill(node.alive[k]);
        Word none = 0;
        for (std::size_t i = 0; i < items_; i += Lanes::kLanes) {
            auto any = Lanes::both(Lanes::load(rows_[0] + i), alive[0]);
            for (std::size_t k = 1; k < words; ++k)
                any = Lanes::either(any, Lanes::both(Lanes::load(rows_[k] + i), alive[k]));
            none |= Word{Lanes::equal(any, Lanes::fill(0))} << i;
        }
        if ((none & node.open) != 0) return false;
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
        node.size = 0;
        for (std::size_t k = 0; k < words; ++k)
            node.size += static_cast<std::uint64_t>(__builtin_popcountll(node.alive[k]));
        node.forced = (single & cells_) != 0;
        if (node.forced) return force<words>(node, single & cells_);
        const std::size_t item = smallest(least) % 64;
        for (std::size_t k = 0; k < words; ++k) node.untried[k] = node.alive[k] & rows_[k][item];
        return true;
    }

    // Makes all placements that are the only one for some of these cells one forced child. Returns false if they
    // overlap or are of the same piece.
    template <std::size_t words>
    bool force(Node& node, Word cells) {
        for (std::size_t k = 0; k < words; ++k) node.untried[k] = 0;
        for (; cells != 0; cells &= cells - 1)
            for (std::size_t k = 0; k < words; ++k) node.untried[k] |= node.alive[k] & rows_[k][__builtin_ctzll(cells)];
        covered_together_ = 0;
        for (std::size_t k = 0; k < words; ++k)
            for (Word bits = node.untried[k]; bits != 0; bits &= bits - 1) {
                const Word items = covered(rows_[k], bits & (~bits + 1));
                if ((covered_together_ & items) != 0) return false;
                covered_together_ |= items;
            }
        return true;
    }

    static Word smallest(typename Lanes::Vector a) {
        if constexpr (Lanes::kLanes >= 8) a = Lanes::least(a, Lanes::template swap<4>(a));
        if constexpr (Lanes::kLanes >= 4) a = Lanes::least(a, Lanes::template swap<2>(a));
        if constexpr (Lanes::kLanes >= 2) a = Lanes::least(a, Lanes::template swap<1>(a));
        return Lanes::first(a);
    }

    // Word k of the row of an item is rows_[k][item]. Compressing writes up to a vector beyond the last one.
    alignas(64) Word rows_[kWords][kItems + 8];
    Node nodes_[kItems + 1];
    Word cells_ = 0;             // the items that are cells
    Word covered_together_ = 0;  // the items that the placements forced last cover
    std::size_t items_ = 0;      // the number of items that must be covered
    std::size_t rows_used_ = 0;
    std::size_t words_ = 1, depth_ = 0;
    bool finished_ = true;
};

}  // namespace
}  // namespace tilings::bits
