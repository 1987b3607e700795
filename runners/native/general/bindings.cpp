#include "sliced.hpp"

namespace native {

void bind_general(nanobind::module_& m) { (void)m; }

}  // namespace native
