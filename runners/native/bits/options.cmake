# The one source of the bit-parallel search is compiled for each kind of vector registers; which one runs is decided
# at run time. GCC 12 wrongly warns of its own AVX-512 intrinsics.
set(avx2 ${CMAKE_CURRENT_LIST_DIR}/core_avx2.cpp)
set(avx512 ${CMAKE_CURRENT_LIST_DIR}/core_avx512.cpp)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set_source_files_properties(${avx2} PROPERTIES COMPILE_OPTIONS "-mavx2;-mbmi;-mbmi2;-mpopcnt")
  set_source_files_properties(${avx512} PROPERTIES COMPILE_OPTIONS
    "-mavx512f;-mavx512vpopcntdq;-mbmi;-mbmi2;-mpopcnt;-Wno-maybe-uninitialized;-Wno-uninitialized")
else()
  list(REMOVE_ITEM sources ${avx2} ${avx512})
endif()
