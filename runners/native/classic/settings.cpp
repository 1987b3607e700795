#include "classic/settings.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "refuse.hpp"

namespace tilings::classic {

namespace {

void check_orders(const std::vector<Order>& orders) {
    for (std::size_t i = 0; i < orders.size(); ++i) {
        const std::string name(1, orders[i].heuristic);
        if (name.find_first_of("fxyzXYZRa") == std::string::npos)
            refuse("there is no ordering heuristic '" + name + "'");
        if (orders[i].from < 0) refuse("the threshold of heuristic " + name + " is negative");
        if (!std::isfinite(orders[i].degrees)) refuse("the angle of heuristic " + name + " is not finite");
        if (i > 0 && orders[i].from >= orders[i - 1].from)
            refuse("the threshold of heuristic " + name + " is not below the one before it");
    }
}

// Checks that the thresholds of the algorithms in use fall, from the most to the least elaborate algorithm.
void check_algorithms(const Settings& settings) {
    const std::pair<const char*, std::int64_t> thresholds[] = {
        {"mch", settings.mch}, {"emch", settings.emch}, {"bruijn", settings.bruijn}};
    const char* before = nullptr;
    std::int64_t least = 0;
    for (const auto& [name, threshold] : thresholds) {
        if (threshold == 0) continue;
        if (before != nullptr && threshold > least)
            refuse(std::string(name) + " = " + std::to_string(threshold) + " is above " + before + " = " +
                   std::to_string(least) + ": the thresholds of mch, emch and bruijn must fall");
        before = name;
        least = threshold;
    }
}

}  // namespace

void check(const Settings& settings, std::int64_t pieces, std::int64_t kinds) {
    const std::pair<const char*, std::int64_t> numbers[] = {{"mch", settings.mch},
                                                            {"emch", settings.emch},
                                                            {"bruijn", settings.bruijn},
                                                            {"parity_filter", settings.parity_filter},
                                                            {"volume_filter", settings.volume_filter},
                                                            {"fit_filter", settings.fit_filter},
                                                            {"parity_trigger", settings.parity_trigger},
                                                            {"volume_trigger", settings.volume_trigger},
                                                            {"stop", settings.stop}};
    for (const auto& [name, number] : numbers) {
        if (number < 0) refuse(std::string(name) + " is negative");
        if (number > pieces)
            refuse(std::string(name) + " = " + std::to_string(number) + ", but there are " + std::to_string(pieces) +
                   " pieces");
    }
    check_orders(settings.orders);
    check_algorithms(settings);
    if (settings.constrain < kBestPiece || settings.constrain >= kinds) refuse("the piece to constrain does not exist");
    if (settings.fit_passes < 1) refuse("fit_passes must be at least 1");
    if (settings.trials < 0 || settings.seed < 0 || settings.seed > UINT32_MAX)
        refuse("trials must not be negative, the seed must be from 0 to 4294967295");
    if ((settings.trials == 0) != (settings.stop == 0)) refuse("trials and stop belong together: give both or neither");
}

}  // namespace tilings::classic
