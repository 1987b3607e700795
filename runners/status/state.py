"""How a campaign stands: the numbers that a reader wants, for JSON and for words."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

VERSION = 1


@dataclass(frozen=True)
class Running:
    """A run that was under way when its shard gave its last sign. for_s: for how long it had been."""

    shard: str
    run_id: str
    family: str
    instance: str
    formulation: str
    solver: str
    goal: str
    threads: int
    wall_limit_s: float
    for_s: float


@dataclass(frozen=True)
class ShardState:
    """A shard. state: see Shard.state; host to cores: as its last sign says; again: runs to be made again."""

    shard: str
    state: str
    host: str | None
    process: int | None
    since: float | None
    at: float | None
    jobs: int | None
    cores: int | None
    planned: int
    made: int
    left: int
    again: int
    running: tuple[Running, ...]


@dataclass(frozen=True)
class Part:
    """The runs of one solver, or of one family. planned, left: None where no plan says."""

    name: str
    planned: int | None
    made: int
    solved: int
    given_up: int
    wrong: int
    running: int
    left: int | None
    core_hours: float


@dataclass(frozen=True)
class Wrong:
    """A wrong answer, as in its row."""

    check: str
    solver: str
    formulation: str
    options: str
    family: str
    instance: str
    goal: str
    message: str
    run_id: str


@dataclass(frozen=True)
class Rate:
    """How many runs came to an end lately."""

    runs: int
    over_s: float
    per_minute: float


@dataclass(frozen=True)
class Expected:
    """What the runs that are left take. seconds, end_at: None while no shard is at work; runs_like_none: how many are
    taken to use up their limits."""

    core_hours: float
    seconds: float | None
    end_at: float | None
    runs_like_none: int


@dataclass(frozen=True)
class CoreHours:
    """at_most_left: if all runs that are left use up their limits; None where no plan says."""

    used: float
    at_most_left: float | None
    budget: float | None


@dataclass(frozen=True)
class State:
    """A campaign. state: working, done, silent, stopped, waiting (in a queue) or unknown; planned, left: None where no
    plan says; rate: None where no shard is at work; expected: None where nothing is left."""

    folder: Path
    suite: str | None
    looked_at: float
    state: str
    wrong: tuple[Wrong, ...]
    contradictions: tuple[str, ...]
    planned: int | None
    made: int
    running: int
    left: int | None
    solved: int
    given_up: int
    disturbed: int
    to_make_again: int
    came_to_nothing: int
    other_rows: int
    by_solver: tuple[Part, ...]
    by_family: tuple[Part, ...]
    rate: Rate | None
    expected: Expected | None
    core_hours: CoreHours
    shards: tuple[ShardState, ...]
    shards_waiting: int
    jobs: tuple[str, ...]
    remarks: tuple[str, ...]

    @property
    def json(self) -> dict[str, Any]:
        """The same as objects of JSON."""
        found = {"version": VERSION, **asdict(self)}
        for axis in ("solver", "family"):
            found[f"by_{axis}"] = [{axis: part.pop("name"), **part} for part in found[f"by_{axis}"]]
        return found
