"""The figures, one a file: `figure(runs)`, None where there is nothing to show, and `sentence(runs)`."""
