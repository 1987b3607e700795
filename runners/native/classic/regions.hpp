// The open cells and the connected regions that they form.
#pragma once

#include <cstdint>
#include <vector>

#include "classic/puzzle.hpp"

namespace tilings::classic {

class Regions {
public:
    explicit Regions(const Puzzle& puzzle);

    void place(const Image& image);
    void remove(const Image& image);

    // Determines the regions, and returns their volumes by the number of the region.
    const std::vector<std::int32_t>& label();
    // The number of the region of an open cell at the time of the last call of `label`.
    std::int32_t region(std::int32_t cell) const { return region_[cell]; }
    // The volumes of the parts that an image on open cells would leave of its region, at the time of the last call of
    // `label`.
    const std::vector<std::int32_t>& parts(std::int32_t number);

    std::uint64_t visits() const { return visits_; }  // the number of cells looked at so far

private:
    // The cells that touch an image, at least at a corner. Those that share a face with it form the rim. Every part
    // that the image would leave contains a cell of the rim. So if the open cells of the rim are connected within the
    // ring, as they are for nearly all images, there is one part and no need to search further.
    struct Ring {
        std::vector<std::int32_t> cells;
        std::vector<std::uint64_t> beside;  // for each of the cells, those that share a face with it, as bits
        std::uint64_t rim = 0;              // those that share a face with the image
    };

    Ring ring(const Image& image) const;
    bool connected(const Ring& ring);
    std::int32_t flood(std::int32_t from);

    const Puzzle& puzzle_;
    std::vector<char> taken_;
    std::vector<std::int32_t> region_, volumes_, parts_, queue_;
    std::vector<Ring> rings_;          // by image, determined at the first use
    std::vector<std::uint64_t> seen_;  // the number of the call that visited each cell last
    std::uint64_t call_ = 0, visits_ = 0;
};

}  // namespace tilings::classic
