#include "sliced.hpp"

#include "dlx.hpp"

namespace nb = nanobind;

namespace native {

void bind_dlx(nb::module_& m) {
    using Search = Sliced<dlx::Engine>;
    auto bound = nb::class_<Search>(m, "Search",
                       R"(Depth-first search for all exact covers of the given options, resumable in slices.

Algorithm X with dancing links (D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1), which branches on the
primary item with the fewest options left, the first of them if there are several.

primary: the number of primary items; items 0..primary-1 are covered by exactly one chosen option each.
capacities: of the secondary items; item primary+i is covered by at most capacities[i] chosen options.
options: the items of each option, in any order. An option is chosen at most once; equal options are different.

Nodes are Knuth's: the root, every partial solution and every solution. Updates are his, too: one for each item
covered and one for each node unlinked from its item's list; undoing them is not counted, nor is the set-up.

Without primary items there is exactly one solution, the empty one.
Raises ValueError for an empty option, an item out of range or twice in an option, a negative number or capacity,
and an option without a primary item, which nothing would ever demand.)");
    bound.def(nb::init<std::int64_t, const std::vector<std::int64_t>&, const std::vector<dlx::Option>&>(),
              nb::arg("primary"), nb::arg("capacities"), nb::arg("options"));
    searches(bound);
}

}  // namespace native
