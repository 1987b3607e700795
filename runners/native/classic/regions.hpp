// The open cells and the connected regions that they fall into.
#pragma once

#include <cstdint>
#include <vector>

#include "classic/puzzle.hpp"

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
    // call of `label`.
    const std::vector<std::int32_t>& parts(std::int32_t image);

    std::uint64_t visits() const { return visits_; }  // cells looked at so far: the effort

private:
    // The cells that touch an image, if only at a corner. Every part that the image would leave contains a cell that
    // shares a face with it, of the rim. If the open cells of the rim are connected within the ring, there is one
    // part, and no need to look further. That is so for nearly all images.
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
    std::vector<Ring> rings_;          // of each image, from its first use on
    std::vector<std::uint64_t> seen_;  // the call that last came to a cell
    std::uint64_t call_ = 0, visits_ = 0;
};

}  // namespace classic
