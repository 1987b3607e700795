// The open cells and the connected regions that they fall into.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle.hpp"

namespace classic {

class Regions {
public:
    explicit Regions(const Puzzle& puzzle);

    void place(const Image& image);
    void remove(const Image& image);

    // Finds the regions; the volumes of all of them, numbered as `region` says.
    const std::vector<std::int32_t>& label();
    // The region of an open cell, as of the last call of `label`.
    std::int32_t region(std::int32_t cell) const { return region_[cell]; }
    // The volumes of the parts that an image on open cells would leave of the region that it lies in, as of the last
    // call of `label`. Every part contains a neighbour of the image; so if the first neighbour's part turns out to
    // contain the others, there is no need to go on: it is the only part.
    const std::vector<std::int32_t>& parts(const Image& image);

    std::uint64_t visits() const { return visits_; }  // cells looked at so far: the effort

private:
    std::int32_t flood(std::int32_t from, std::int32_t wanted);
    void surround(const Image& image);

    const Puzzle& puzzle_;
    std::vector<char> taken_;
    std::vector<std::int32_t> region_, volumes_, parts_, queue_, rim_;
    std::vector<std::uint64_t> seen_;    // the call that last came to a cell
    std::vector<std::uint64_t> on_rim_;  // the call of `parts` whose image the cell last neighboured
    std::uint64_t call_ = 0, rim_call_ = 0, visits_ = 0;
    std::int32_t met_ = 0;  // cells of the rim that this call came to
};

}  // namespace classic
