"""stub"""
from dataclasses import dataclass
from typing import NamedTuple

class Rung(NamedTuple):
    size: float
    names: tuple[str, ...]

@dataclass(frozen=True)
class Ladder:
    family: str
    name: str
    goals: tuple[str, ...]
    side: str
    measure: str
    comparable: str

    def rung(self, number: int) -> Rung | None:
        raise NotImplementedError

def ladders() -> list[Ladder]:
    return []
