"""Words. In: numbers and names. Out: English phrases."""
