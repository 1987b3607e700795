// The constraints on parity and volumes, and the filters that remove images which no solution can contain.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/matrix.hpp"
#include "engine/puzzle.hpp"

namespace tilings::classic {

// A state is the number of remaining pieces of each class, where the pieces of one magnitude form a class. Source: M.
// Busche, "Solving Polyomino and Polycube Puzzles", 2011, on parity and volume constraints.
class Achievable {
public:
    // magnitudes, copies: those of each piece. With `signs`, every remaining piece adds or subtracts its magnitude, as
    // for parity; without, any subset of the remaining pieces is summed up, as for the volume of a region. Throws
    // std::invalid_argument if the table would be too large.
    Achievable(const std::vector<std::int32_t>& magnitudes, const std::vector<std::int32_t>& copies, bool signs);

    void place(std::int32_t piece) { state_ -= step_[piece]; }
    void remove(std::int32_t piece) { state_ += step_[piece]; }
    bool possible(std::int32_t total) const { return at(state_, total); }
    bool possible_after(std::int32_t piece, std::int32_t total) const { return at(state_ - step_[piece], total); }

private:
    bool at(std::int64_t state, std::int32_t total) const {
        const std::int64_t column = total + offset_;
        return column >= 0 && column < width_ && table_[state * width_ + column];
    }
    void fill(const std::vector<std::int32_t>& classes, const std::vector<std::int32_t>& counts, bool signs);

    std::vector<std::int64_t> step_;  // the change of the state when a copy of each piece is placed
    std::int64_t state_ = 0, states_ = 1, width_ = 0;
    std::int32_t offset_ = 0;
    std::vector<bool> table_;  // states_ rows of width_ columns
};

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

// Source of both constraints: M. Busche, "Solving Polyomino and Polycube Puzzles", 2011.
class Monitor {
public:
    // Only what the settings need is watched, and only as long as they need it. Throws std::invalid_argument if the
    // tables would be too large, if the images of a piece differ in the absolute value of their parity, or if volumes
    // are watched and a piece is not connected.
    Monitor(const Puzzle& puzzle, const Settings& settings);

    // Whether `place` and `remove` have to be called for a placement that leaves so many pieces.
    bool watches(std::int32_t remaining) const { return remaining >= watched_; }
    void place(const Image& image);
    void remove(const Image& image);

    // Whether a constraint that ends branches with so many pieces left is violated.
    bool violated(std::int32_t remaining);

    // Whether a constraint would still hold after one more image is placed. `volumes_possible_with` refers to the
    // regions at the time of the last call of `survey`.
    bool parity_possible_with(const Image& image) const {
        return parities_->possible_after(image.piece, parity_ - image.parity);
    }
    void survey();
    bool volumes_possible_with(std::int32_t number);

    std::uint64_t visits() const { return regions_ ? regions_->visits() : 0; }

private:
    bool volumes_possible();

    const Puzzle& puzzle_;
    const std::int64_t parity_trigger_, volume_trigger_;
    std::int64_t watched_;
    std::optional<Achievable> parities_, volumes_;
    std::optional<Regions> regions_;
    const std::vector<std::int32_t>* surveyed_ = nullptr;
    std::int32_t parity_ = 0;  // of the open cells
};

// Source: M. Busche, "Solving Polyomino and Polycube Puzzles", 2011. The filters run in the order parity, volumes,
// fits, so that the last one profits from the others. The fit filter considers the pieces from the last to the first
// and removes images at once, which may affect the images considered later.
class Filters {
public:
    enum Kind { kParity, kVolume, kFit, kKinds };

    Filters(const Puzzle& puzzle, const Settings& settings, Matrix& matrix, Monitor& monitor);

    // Starts filtering with so many pieces left. parity: that of the last image placed, or 1 if there is none.
    void begin(std::int32_t remaining, std::int32_t parity);
    // Tests one more image, and appends it to `dropped` if it is removed. Returns false if there is no image left to
    // test.
    bool step(std::vector<std::int32_t>& dropped);

    // The number of images that each filter has removed so far in the whole search.
    const std::array<std::uint64_t, kKinds>& counts() const { return counts_; }

private:
    bool applies(Kind kind, std::int32_t remaining) const;
    bool start_pass();
    bool condemns(std::int32_t image);

    const Puzzle& puzzle_;
    std::array<std::int64_t, kKinds>
        least_;  // the least number of remaining pieces at which each filter runs; 0 for never
    const std::int64_t fit_passes_;
    Matrix& matrix_;
    Monitor& monitor_;
    std::array<std::int64_t, kKinds> due_{};  // the passes of each filter still to be made
    std::int32_t current_ = kKinds;
    std::vector<std::int32_t> images_;  // the images that the current filter still has to test, the next one last
    std::array<std::uint64_t, kKinds> counts_{};
};

}  // namespace tilings::classic
