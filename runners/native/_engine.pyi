from collections.abc import Sequence

# For each engine, a digest of the sources that it was built from: 16 hexadecimal digits.
digests: dict[str, str]

# The members that bind_search in resumable.hpp adds to every engine. At run time the classes have no common base.
class _ResumableSearch:
    def advance(self, max_solutions: int = 0, max_nodes: int = 0, collect: bool = True) -> list[list[int]]: ...
    @property
    def finished(self) -> bool: ...
    @property
    def solutions(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int: ...

# Engines that can name the options chosen on the path to where the search stands.
class _PathSearch(_ResumableSearch):
    @property
    def path(self) -> list[int]: ...

class Search(_PathSearch):
    def __init__(
        self,
        primary: int,
        capacities: Sequence[int],
        options: Sequence[Sequence[int]],
        part: int = 0,
        parts: int = 1,
        depth: int = -1,
    ) -> None: ...

class GeneralSearch(_PathSearch):
    def __init__(
        self,
        primary: Sequence[tuple[int, int]],
        secondary: int,
        options: Sequence[Sequence[tuple[int, int]]],
        costs: Sequence[int],
        best: int,
        part: int,
        parts: int,
        depth: int,
    ) -> None: ...
    @property
    def bound(self) -> int: ...

class BudgetSearch(_PathSearch):
    def __init__(
        self,
        rows: int,
        cols: int,
        blocked: Sequence[int],
        layouts: Sequence[tuple[int, Sequence[int]]],
        copies: Sequence[int],
        budgets: Sequence[tuple[Sequence[int], int, int]],
        wanted: int,
        all: bool,
        connected: bool,
    ) -> None: ...
    @property
    def bound(self) -> int: ...

class SkylineSearch(_PathSearch):
    def __init__(
        self,
        width: int,
        height: int,
        copies: Sequence[int],
        symmetry: bool,
        part: int,
        parts: int,
        seed: int,
    ) -> None: ...
    def restart(self, seed: int) -> None: ...
    @property
    def digest(self) -> int: ...

class ClassicSettings:
    mch: int
    emch: int
    bruijn: int
    constrain: int
    parity_filter: int
    volume_filter: int
    fit_filter: int
    fit_passes: int
    parity_trigger: int
    volume_trigger: int
    trials: int
    stop: int
    seed: int
    def __init__(self) -> None: ...
    def order(self, heuristic: str, remaining: int, degrees: float = 0) -> None: ...

class ClassicSearch(_ResumableSearch):
    def __init__(
        self,
        box: Sequence[int],
        cells: Sequence[Sequence[int]],
        copies: Sequence[int],
        piece: Sequence[int],
        covers: Sequence[Sequence[int]],
        symmetries: Sequence[Sequence[int]],
        settings: ClassicSettings,
    ) -> None: ...
    def trace_steps(self, most: int, least: int, limit: int) -> None: ...
    @property
    def events(self) -> list[tuple[bool, int, int]]: ...
    @property
    def removed_counts(self) -> list[int]: ...
    @property
    def progress(self) -> float: ...
    @property
    def found(self) -> int: ...
    @property
    def attempts(self) -> list[int]: ...
    @property
    def fits(self) -> list[int]: ...

class ClassicEstimate:
    def __init__(
        self,
        box: Sequence[int],
        cells: Sequence[Sequence[int]],
        copies: Sequence[int],
        piece: Sequence[int],
        covers: Sequence[Sequence[int]],
        symmetries: Sequence[Sequence[int]],
        settings: ClassicSettings,
    ) -> None: ...
    def probe(self) -> None: ...
    @property
    def nodes(self) -> tuple[float, float]: ...
    @property
    def leaves(self) -> tuple[float, float]: ...
    @property
    def solutions(self) -> tuple[float, float]: ...
    @property
    def fits(self) -> list[tuple[float, float]]: ...

class BitsSearch(_PathSearch):
    def __init__(
        self,
        cells: int,
        copies: Sequence[int],
        piece: Sequence[int],
        covers: Sequence[Sequence[int]],
        symmetries: Sequence[Sequence[int]],
        adjacent: Sequence[tuple[int, int]],
        constrained: int,
        kind: str,
        threads: int,
        part: int,
        parts: int,
        depth: int,
    ) -> None: ...
    @property
    def progress(self) -> float: ...
    @property
    def kind(self) -> str: ...

def bits_cost(
    cells: int,
    copies: Sequence[int],
    piece: Sequence[int],
    covers: Sequence[Sequence[int]],
    symmetries: Sequence[Sequence[int]],
    adjacent: Sequence[tuple[int, int]],
    constrained: int,
    probes: int,
    seed: int,
) -> float: ...
def bits_kinds() -> list[str]: ...

class States:
    def __init__(
        self, primary: int, capacities: Sequence[int], options: Sequence[Sequence[int]], memory: int = 1_000_000_000
    ) -> None: ...
    def advance(self, max_states: int = 0) -> None: ...
    @property
    def finished(self) -> bool: ...
    @property
    def count(self) -> int: ...
    @property
    def level(self) -> int: ...
    @property
    def states(self) -> int: ...
    @property
    def held(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    @property
    def bits(self) -> int: ...

class StatesExhausted(MemoryError): ...
