"""Makes instances and writes them in every format. Imports models; nothing from runners or reports."""
