"""The native engines for exact covers, in C++: the reference line that the other paradigms are compared with.

In: an engine's model (options of an exact cover, a packing, a board). Out: solutions, counts, counts of effort.

Each engine is a package with its C++ and its Python interface:

- ``dlx``: the baseline, plain dancing links;
- ``bits``: packings on bit masks, the fastest search, with threads and shards;
- ``states``: counting without enumeration, by dynamic programming;
- ``auto``: a choice between ``bits`` and ``states`` for a packing;
- ``general``: multiplicities, colours, and covers of least cost;
- ``skyline``: tilings of a board by squares;
- ``budget``: boards with as many tiles as possible, touching ones with equal values.

All release the GIL and are resumable; ``engines`` opens the engine for a formulation's model. ``_engine`` is the
compiled extension. Its ``digests`` identify the sources of each engine.
"""
