"""Two campaigns compared, case by case: what got faster or slower, newly solved, lost, contradictory."""
