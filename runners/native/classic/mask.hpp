// A set of cells as a few machine words.
#pragma once

#include <bit>
#include <cstdint>

namespace tilings::classic {

template <int Words>
struct Mask {
    static constexpr std::int32_t kBits = 64 * Words;

    std::uint64_t word[Words] = {};

    void insert(std::int32_t bit) { word[bit / 64] |= std::uint64_t{1} << bit % 64; }
    bool has(std::int32_t bit) const { return (word[bit / 64] >> bit % 64 & 1) != 0; }

    bool meets(const Mask& other) const {
        std::uint64_t common = 0;
        for (int i = 0; i < Words; ++i) common |= word[i] & other.word[i];
        return common != 0;
    }

    Mask with(const Mask& other) const {
        Mask both;
        for (int i = 0; i < Words; ++i) both.word[i] = word[i] | other.word[i];
        return both;
    }

    // The least bit from `from` on that is not in the set. There must be one.
    std::int32_t first_missing(std::int32_t from) const {
        int i = from / 64;
        std::uint64_t missing = ~word[i] >> from % 64 << from % 64;
        while (missing == 0) missing = ~word[++i];
        return 64 * i + std::countr_zero(missing);
    }
};

}  // namespace tilings::classic
