"""The study of the chooser: its time against that of the best engine, instance by instance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilings.reports.chapters.chapter import Chapter, Table, Words
from tilings.reports.data.campaign import Results
from tilings.reports.english import count

CHOOSER = "dlx_auto"
BRIEF_S = 0.05  # a difference below it does not count: a command takes longer to start
NEAR = 1.2


@dataclass(frozen=True)
class Sweep:
    """An instance's times in seconds, to build and to search, medians over repetitions, by formulation.

    A formulation of which a run did not finish is left out.
    """

    instance: str
    times: dict[str, float]

    @property
    def best(self) -> str:
        """The fastest engine but for the chooser; empty if none finished."""
        others = {name: time for name, time in self.times.items() if name != CHOOSER}
        return min(others, key=others.__getitem__, default="")

    @property
    def ratio(self) -> float | None:
        """The chooser's time by that of the best engine; None if either did not finish."""
        return self.times[CHOOSER] / self.times[self.best] if self.best and CHOOSER in self.times else None

    @property
    def near(self) -> bool:
        """Whether the chooser is at most NEAR times or BRIEF_S slower than the best engine, one of which finished."""
        best = self.times[self.best]
        return CHOOSER in self.times and self.times[CHOOSER] <= max(NEAR * best, best + BRIEF_S)


def chapter(results: Results | None) -> Chapter:
    """The sweep over the campaign of the engines; empty if it was not run."""
    title = "The choice of an engine"
    if results is None:
        return Chapter(title)
    found = list(sweeps(results))
    return Chapter(title, [Words(_about(found)), table(found)])


def sweeps(results: Results) -> Iterator[Sweep]:
    """The times of all formulations on each instance."""
    for (_, _, instance), runs in results.runs.groupby(["family", "goal", "instance"], sort=True):
        yield Sweep(
            str(instance),
            {
                str(name): float((own["encode_s"] + own["solve_s"]).median())
                for name, own in runs.groupby("formulation")
                if own["solved"].all()
            },
        )


def _about(found: list[Sweep]) -> str:
    finished = [sweep for sweep in found if sweep.best]
    near = sum(sweep.near for sweep in finished)
    far = [sweep.instance for sweep in finished if not sweep.near]
    words = (
        f"`{CHOOSER}` beside the engines that it chooses from, in seconds to build and to search, medians. On "
        f"{near} of {count(len(finished), 'instance')} that some engine finished it takes at most {NEAR} times as long "
        f"as the best, or {BRIEF_S} s longer."
    )
    return words + (f" It does not on {', '.join(far)}." if far else "")


def table(found: list[Sweep]) -> Table:
    """A row an instance on which the best engine takes longer than a command to start, the slowest first."""
    shown = [sweep for sweep in found if sweep.best and sweep.times[sweep.best] >= BRIEF_S]
    shown.sort(key=lambda sweep: -sweep.times[sweep.best])
    names = sorted({name for sweep in found for name in sweep.times if name != CHOOSER})
    body = [
        [
            sweep.instance,
            *(f"{sweep.times[name]:.2f}" if name in sweep.times else "–" for name in (CHOOSER, *names)),
            "–" if sweep.ratio is None else f"{sweep.ratio:.2f}",
        ]
        for sweep in shown
    ]
    caption = f"Instances that take the best engine at least {BRIEF_S} s; – did not finish or does not apply."
    return Table(["instance", CHOOSER, *names, "by best"], body, caption, "engines")
