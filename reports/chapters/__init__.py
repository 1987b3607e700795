"""The report's chapters: each module computes what one says, the .typ file of its name sets it."""
