#include "sliced.hpp"

namespace native {

void bind_bits(nanobind::module_& m) { (void)m; }

}  // namespace native
