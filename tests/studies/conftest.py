"""The made-up campaigns on which reports are tested serve the studies, too."""

from tests.reports.conftest import base, folder_of, one_process, undrawn

__all__ = ["base", "folder_of", "one_process", "undrawn"]

# Published runs as in results/published/triominoes-tam.csv, with each of their oddities.
HIS_RUNS = """\
0,1,chuffed,cp_pairwise,,easy,4,4,0.1,3
0,1,clingo,asp_pairwise,,easy,4,4,0.2,4
0,1,gecode,cp_pairwise,,easy,4,4,0.3,3
0,5,chuffed,cp_pairwise,,medium,6,6,2,6
0,5,clingo,asp_pairwise,,medium,6,6,300.01,6
0,5,gecode,cp_pairwise,strategy=position,medium,6,6,301,14
0,9,chuffed,cp_pairwise,,hard,12,12,300.5,0
0,9,clingo,asp_pairwise,,hard,12,12,270,0
0,9,gecode,cp_pairwise,,hard,12,12,300.5,11
"""
