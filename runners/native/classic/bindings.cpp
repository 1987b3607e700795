#include "sliced.hpp"

namespace native {

void bind_classic(nanobind::module_& m) { (void)m; }

}  // namespace native
