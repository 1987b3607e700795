"""How a report speaks of the ladder of the instances in instances/langford."""

from tilings.generators.ladders import Ladder, Wording

WORDING = Wording(
    title="Langford pairs",
    task="Arrange two copies of each number from 1 to n in a row, with exactly k numbers between the two copies of k.",
    instance="a row of {} pairs",
    short="{} pairs",
)
LADDERS = [Ladder("langford", "pairs", ("first", "count"), measure="pairs", wording=WORDING)]
