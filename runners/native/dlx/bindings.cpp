#include "resumable.hpp"

#include "dlx/engine.hpp"

namespace nb = nanobind;

namespace tilings {

void bind_dlx(nb::module_& m) {
    using Search = ResumableSearch<dlx::Engine>;
    auto bound =
        nb::class_<Search>(m, "Search",
                           R"(Depth-first search for all exact covers of the given options, resumable in slices.

Algorithm X with dancing links (D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1), which branches on the
first of the primary items with the fewest options left.

primary: the number of primary items; items 0..primary-1 are covered by exactly one chosen option each.
capacities: of the secondary items; item primary+i is covered by at most capacities[i] chosen options.
options: the items of each option, in any order. An option is chosen at most once; equal options are different.
part, parts: search the part-th (from 0) of so many disjoint parts of the tree, which together are the whole tree. Their
solutions, nodes and updates add up to those of the whole: what lies above the split counts in part 0 alone.
depth: the tree is split below the nodes of this level, where the root has level 0; -1 for a split where each part has
plenty of subtrees.

Nodes are counted as by Knuth: the root, every partial solution and every solution. So are updates: one for each item
covered and one for each node unlinked from its item's list. Neither undoing them nor the set-up is counted.

Without primary items there is exactly one solution, the empty one.
Raises ValueError for an empty option, an item out of range or twice in an option, a negative number or capacity,
an option without a primary item, which would never be chosen, and a part or depth out of range.)");
    bound.def(
        "__init__",
        [](Search* self, std::int64_t primary, const std::vector<std::int64_t>& capacities,
           const std::vector<dlx::Option>& options, std::int64_t part, std::int64_t parts,
           std::int64_t depth) { new (self) Search(primary, capacities, options, TreePart{part, parts, depth}); },
        nb::arg("primary"), nb::arg("capacities"), nb::arg("options"), nb::arg("part") = 0, nb::arg("parts") = 1,
        nb::arg("depth") = TreePart::kAuto);
    bind_search(bound);
}

}  // namespace tilings
