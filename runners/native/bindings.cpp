// Python's view of the engines; each engine's own bindings lie in its folder.
#include "sliced.hpp"

NB_MODULE(_engine, m) {
    m.doc() = "Engines for exact covers; see runners.native for the documentation.";
    native::bind_dlx(m);
    native::bind_bits(m);
    native::bind_budget(m);
    native::bind_classic(m);
    native::bind_general(m);
    native::bind_skyline(m);
    native::bind_states(m);
}
