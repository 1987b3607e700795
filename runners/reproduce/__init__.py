"""The command ``python -m runners.reproduce``: published experiments are run again and compared with their figures."""
