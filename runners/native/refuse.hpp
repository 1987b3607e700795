// The one way to refuse an argument.
#pragma once

#include <stdexcept>
#include <string>

namespace tilings {

// Throws std::invalid_argument, which becomes a ValueError in Python.
[[noreturn]] inline void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

}  // namespace tilings
