// The unit tests of the parts of the engines with separate invariants.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
