"""From outcomes to a campaign's folder: rows, traces, solutions and logs on disk, answers compared with each other."""
