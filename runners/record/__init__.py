"""The record of a run and of its machine: a RunRecord goes in, a CSV row comes out, and the other way round."""
