"""The figures, one a file. Each has `figure(runs)`, None where the data do not support it, and `sentence(runs)`."""
