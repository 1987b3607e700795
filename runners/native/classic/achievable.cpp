#include "classic/achievable.hpp"

#include <algorithm>
#include <string>

#include "refuse.hpp"

namespace tilings::classic {

namespace {

constexpr std::int64_t kMostEntries = std::int64_t{1} << 31;  // of one bit each, a quarter of a gigabyte in all

}  // namespace

Achievable::Achievable(const std::vector<std::int32_t>& magnitudes, const std::vector<std::int32_t>& copies,
                       bool signs) {
    std::vector<std::int32_t> classes, counts;
    std::int64_t total = 0;
    for (std::size_t piece = 0; piece < magnitudes.size(); ++piece) {
        if (magnitudes[piece] == 0) continue;
        const auto place = std::find(classes.begin(), classes.end(), magnitudes[piece]);
        const auto number = static_cast<std::size_t>(place - classes.begin());
        if (place == classes.end()) {
            classes.push_back(magnitudes[piece]);
            counts.push_back(0);
        }
        counts[number] += copies[piece];
        total += std::int64_t{magnitudes[piece]} * copies[piece];
    }
    offset_ = signs ? static_cast<std::int32_t>(total) : 0;
    width_ = total + offset_ + 1;
    step_.assign(magnitudes.size(), 0);
    for (std::size_t k = 0; k < classes.size(); ++k) {
        for (std::size_t piece = 0; piece < magnitudes.size(); ++piece)
            if (magnitudes[piece] == classes[k]) step_[piece] = states_;
        if (states_ > kMostEntries / width_ / (counts[k] + 1))
            refuse("the pieces are of too many kinds for a table of their " +
                   std::string(signs ? "parities" : "volumes"));
        states_ *= counts[k] + 1;
    }
    state_ = states_ - 1;
    fill(classes, counts, signs);
}

// Computes the totals of a state from those of the state with one piece less of its last class.
void Achievable::fill(const std::vector<std::int32_t>& classes, const std::vector<std::int32_t>& counts, bool signs) {
    table_.assign(static_cast<std::size_t>(states_ * width_), false);
    table_[offset_] = true;
    std::int64_t known = 1;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        const std::int64_t step = known, most = step * (counts[k] + 1);
        for (; known < most; ++known)
            for (std::int64_t column = 0; column < width_; ++column) {
                if (!table_[(known - step) * width_ + column]) continue;
                if (column + classes[k] < width_) table_[known * width_ + column + classes[k]] = true;
                if (!signs) table_[known * width_ + column] = true;
                if (signs && column >= classes[k]) table_[known * width_ + column - classes[k]] = true;
            }
    }
}

}  // namespace tilings::classic
