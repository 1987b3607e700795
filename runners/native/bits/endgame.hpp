// The search below a node with few placements, on the transposed lists: for each item, which is an open cell or a piece
// that is left, a row of bits says which placements cover it. A set of placements is a few words, a child is made by
// clearing the rows of the items that it covers, and a vector counts the placements over several items at once. The
// children of a node are made several at a time. Those in which an item cannot be covered are dropped without a
// conditional jump, which processors would often predict wrongly.
//
// The tree is that of Branching, and its nodes and updates are counted in the same way.
#pragma once

#include "bits/rows.hpp"

namespace tilings::bits {
namespace {

template <class Lanes>
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
    using Set = typename Lanes::Set;  // a bit for each placement
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
        if constexpr (Rows<Lanes>::kWords == 8) {
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
        typename Lanes::Vector alive[words];
        for (std::size_t k = 0; k < words; ++k) alive[k] = Lanes::fill(child.alive[k]);
        Word none = 0;
        for (std::size_t i = 0; i < rows_.items; i += Lanes::kLanes) {
            auto any = Lanes::both(Lanes::load(rows_.row[0] + i), alive[0]);
            for (std::size_t k = 1; k < words; ++k)
                any = Lanes::either(any, Lanes::both(Lanes::load(rows_.row[k] + i), alive[k]));
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
        for (std::size_t i = 0; i < rows_.items; i += Lanes::kLanes) {
            auto less = Lanes::fill(~Word{0});
            for (std::size_t k = 0; k < words; ++k)
                less = Lanes::add(less, Lanes::count(Lanes::both(Lanes::load(rows_.row[k] + i), alive[k])));
            single |= Word{Lanes::equal(less, Lanes::fill(0))} << i;
            least = Lanes::least(least, Lanes::add(Lanes::template up<6>(less), Lanes::count_from(i)));
        }
        node.alive = child.alive;
        node.open = child.open;
        node.next = node.count = node.size = 0;
        for (std::size_t k = 0; k < words; ++k) node.size += ones(child.alive[k]);
        single &= lowest(rows_.cells);
        node.forced = single != 0;
        if (node.forced) return force<words>(node, single);
        node.untried = child.alive & rows_.set[smallest(least) % 64];
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

    static Word smallest(typename Lanes::Vector a) {
        if constexpr (Lanes::kLanes >= 8) a = Lanes::least(a, Lanes::template swap<4>(a));
        if constexpr (Lanes::kLanes >= 4) a = Lanes::least(a, Lanes::template swap<2>(a));
        if constexpr (Lanes::kLanes >= 2) a = Lanes::least(a, Lanes::template swap<1>(a));
        return Lanes::first(a);
    }

    Rows<Lanes> rows_;
    Node nodes_[Rows<Lanes>::kItems + 1];
    std::size_t depth_ = 0;
    bool finished_ = true;
};

}  // namespace
}  // namespace tilings::bits
