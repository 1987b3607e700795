// Finds the tilings of boards by a copy of the skyline search with alternatives of its cuts.
//
// Arguments: CUT=VARIANT, the cuts that are replaced, and by which. Standard input: a board a line, as the numbers
// symmetry, width, height and the copies of each side. Output: for each board a line with the effort, and one for each
// tiling.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "skyline/engine.hpp"

int variant[64];  // NOLINT: the altered copy reads which variant of each cut it applies; 0 is the right one

int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        char* rest = nullptr;
        const long cut = std::strtol(argv[i], &rest, 10);
        variant[cut] = std::atoi(rest + 1);
    }
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream numbers(line);
        tilings::skyline::Problem problem{0, 0, {}, false, 0, 1, 0};
        numbers >> problem.symmetry >> problem.width >> problem.height;
        for (std::int64_t copies = 0; numbers >> copies;) problem.copies.push_back(copies);
        tilings::skyline::Engine engine(problem);
        tilings::Solutions found;
        engine.run({UINT64_MAX, UINT64_MAX, UINT64_MAX}, &found);
        std::cout << "effort " << engine.nodes() + engine.updates() << '\n';
        for (const auto& tiling : found) {
            for (const std::int32_t number : tiling) std::cout << number << ' ';
            std::cout << '\n';
        }
    }
}
