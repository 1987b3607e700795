#include "sliced.hpp"

namespace native {

void bind_states(nanobind::module_& m) { (void)m; }

}  // namespace native
