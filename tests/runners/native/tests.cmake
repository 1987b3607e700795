# Two programs that test the engines' C++ with sanitizers: `sanitized` runs all engines on random puzzles, and `unit` runs
# the unit tests, for which the header of doctest must be installed.
find_package(Threads REQUIRED)
list(FILTER sources EXCLUDE REGEX "bindings\\.cpp$")
add_library(engines OBJECT ${sources})
target_include_directories(engines PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_features(engines PUBLIC cxx_std_20)
target_compile_options(engines PUBLIC -O1 -g1 -Wall -Wextra -fsanitize=address,undefined -fno-sanitize-recover=all
  -D_GLIBCXX_ASSERTIONS)
target_link_options(engines PUBLIC -fsanitize=address,undefined)
target_link_libraries(engines PUBLIC Threads::Threads)

file(GLOB sanitized CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/sanitized*.cpp)
add_executable(sanitized ${sanitized})
target_link_libraries(sanitized PRIVATE engines)

find_path(doctest doctest/doctest.h)
if(doctest)
  file(GLOB unit CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/unit/*.cpp)
  add_executable(unit ${unit})
  target_include_directories(unit PRIVATE ${doctest})
  target_link_libraries(unit PRIVATE engines)
endif()
