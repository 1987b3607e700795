"""The native engines for exact covers, in C++: the reference line that the other paradigms are compared with.

In: an engine's model (options of an exact cover, a packing, a board). Out: solutions, counts, counts of effort.

Each engine lies in a package of its own, its C++ beside its Python interface:

- ``dlx``: the baseline, plain dancing links;
- ``bits``: packings on bit masks, the fastest search, with threads and shards;
- ``states``: counting without enumeration, by dynamic programming;
- ``holes``: flat and thin boxes, the first open cell first, guided by what fills the second half;
- ``auto``: whichever of ``bits`` and ``states`` suits a packing;
- ``classic``: the algorithms, filters and statistics of M. Busche's polycube solver;
- ``general``: multiplicities, colours, and covers of least cost;
- ``skyline``: tilings of a board by squares;
- ``budget``: boards with as many tiles as possible, touching ones with equal values.

All release the GIL and resume where they stopped; ``engines`` opens the one that suits what a formulation stated.
``_engine`` is the compiled extension. Its ``digests`` name, for each engine, the sources that it was built from.
"""
