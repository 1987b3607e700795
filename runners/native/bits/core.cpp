#include "bits/core.hpp"

#include <new>

namespace tilings::bits {

namespace {
constexpr std::align_val_t kVector{64};
}

Block::~Block() { ::operator delete(memory, kVector); }

void* Block::ensure(std::size_t bytes) {
    if (bytes <= size) return memory;
    ::operator delete(memory, kVector);
    memory = nullptr;
    size = 0;
    memory = ::operator new(bytes, kVector);
    size = bytes;
    return memory;
}

std::vector<Kind> kinds() {
    std::vector<Kind> found;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq") &&
        __builtin_cpu_supports("bmi2"))
        found.push_back({"avx512", make_avx512});
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) found.push_back({"avx2", make_avx2});
#endif
    found.push_back({"plain", make_plain});
    return found;
}

}  // namespace tilings::bits
