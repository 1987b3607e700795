// The cells from the first open one on, as bits: bit i is the cell whose number is greater by i.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tilings::holes {

using Word = std::uint64_t;

constexpr std::size_t kWordBits = 64;

template <std::size_t W>
struct Window {
    std::array<Word, W> words{};

    bool operator==(const Window&) const = default;
    bool empty() const { return *this == Window{}; }
    bool meets(const Window& other) const { return !(*this & other).empty(); }
    bool has(std::size_t bit) const { return (words[bit / kWordBits] >> (bit % kWordBits) & 1) != 0; }
    void set(std::size_t bit) { words[bit / kWordBits] |= Word{1} << (bit % kWordBits); }

    Window operator&(const Window& other) const {
        Window result;
        for (std::size_t w = 0; w < W; ++w) result.words[w] = words[w] & other.words[w];
        return result;
    }
    Window operator|(const Window& other) const {
        Window result;
        for (std::size_t w = 0; w < W; ++w) result.words[w] = words[w] | other.words[w];
        return result;
    }
    Window operator~() const {
        Window result;
        for (std::size_t w = 0; w < W; ++w) result.words[w] = ~words[w];
        return result;
    }
    Window operator>>(std::size_t by) const {
        Window result;
        const std::size_t whole = by / kWordBits, rest = by % kWordBits;
        for (std::size_t w = 0; w + whole < W; ++w) {
            result.words[w] = words[w + whole] >> rest;
            if (rest != 0 && w + whole + 1 < W) result.words[w] |= words[w + whole + 1] << (kWordBits - rest);
        }
        return result;
    }
    Window operator<<(std::size_t by) const {
        Window result;
        const std::size_t whole = by / kWordBits, rest = by % kWordBits;
        for (std::size_t w = whole; w < W; ++w) {
            result.words[w] = words[w - whole] << rest;
            if (rest != 0 && w > whole) result.words[w] |= words[w - whole - 1] >> (kWordBits - rest);
        }
        return result;
    }

    // The first clear bit; the number of bits if all are set.
    std::size_t first_clear() const {
        std::size_t w = 0;
        while (w < W && words[w] == ~Word{0}) ++w;
        return w == W ? W * kWordBits : w * kWordBits + static_cast<std::size_t>(std::countr_one(words[w]));
    }
    // The lowest set bit alone.
    Window lowest() const {
        Window result;
        std::size_t w = 0;
        while (w < W && words[w] == 0) ++w;
        if (w < W) result.words[w] = words[w] & (~words[w] + 1);
        return result;
    }
    std::size_t count() const {
        std::size_t sum = 0;
        for (const Word word : words) sum += static_cast<std::size_t>(std::popcount(word));
        return sum;
    }
};

}  // namespace tilings::holes
