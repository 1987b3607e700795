#include "holes/board.hpp"

namespace tilings::holes {

std::size_t span_of(const bits::View& view) {
    std::size_t span = 1;
    for (std::size_t i = 0; i < view.size; ++i) {
        std::size_t first = view.cells, last = 0;
        for (std::size_t cell = 0; cell < view.cells; ++cell) {
            if ((view.masks[cell / kWordBits * view.size + i] >> (cell % kWordBits) & 1) == 0) continue;
            first = std::min(first, cell);
            last = cell;
        }
        span = std::max(span, last - first + 1);
    }
    return span;
}

}  // namespace tilings::holes
