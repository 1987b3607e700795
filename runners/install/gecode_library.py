"""Writes the MiniZinc library of global constraints that Debian 12's fzn-gecode 6.2.0 should have come with.

usage: gecode_library.py OUTDIR

Why: from version 2.6 on MiniZinc looks for native constraints in files called `fzn_<global>.mzn`. Debian's
library (/usr/share/minizinc/gecode) still has the earlier names, so that nearly every global constraint is
decomposed without a word, at ten times the cost and more. fzn-gecode 6.2.0 registers each of its constraints
also under the name `gecode_<native>`; every file written here declares that constraint and forwards
`fzn_<global>` to it.

Source: the constraints and their arguments as registered in Gecode 6.2.0, gecode/flatzinc/registry.cpp.
"""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

DEBIAN = Path("/usr/share/minizinc/gecode")
UNCHANGED = ("redefinitions.mzn", "redefinitions-2.0.mzn", "gecode.mzn")

INTS = "array[int] of var int"
BOOLS = "array[int] of var bool"
SETS = "array[int] of var set of int"
PARAMETERS = "array[int] of int"
TABLE = "array[int,int] of int"


@dataclass(frozen=True)
class Forward:
    """`predicate fzn_<name>(<arguments>)`, forwarded to Gecode's `<native>`.

    Where the native constraint takes other arguments, `call` has the expressions passed and `signature` the
    declaration; `body` replaces the plain forwarding, with CALL standing for it; `file` is the global's file
    if it is not named after it.
    """

    name: str
    arguments: str
    native: str = ""
    call: str = ""
    signature: str = ""
    body: str = "CALL"
    file: str = ""

    def text(self) -> str:
        native = self.native or f"gecode_{self.name}"
        names = ", ".join(argument.rsplit(" ", 1)[1] for argument in self.arguments.split(", "))
        body = self.body.replace("CALL", f"{native}({self.call or names})")
        return (
            f"predicate {native}({self.signature or self.arguments});\n"
            f"predicate fzn_{self.name}({self.arguments}) =\n  {body};\n"
        )


def of_integers_and_booleans() -> list[Forward]:
    """The constraints that exist alike for integers and for Booleans."""
    forwards = []
    for kind, array in (("int", INTS), ("bool", BOOLS)):
        xy = f"{array}: x, {array}: y"
        member = f"{array}: x, var {kind}: y"
        table = f"{array}: x, array[int,int] of {kind}: t"
        flat = f"{array}: x, array[int] of {kind}: t"
        b = ", var bool: b"
        forwards += [
            Forward(f"decreasing_{kind}", f"{array}: x"),
            Forward(f"increasing_{kind}", f"{array}: x"),
            Forward(f"lex_less_{kind}", xy, f"gecode_array_{kind}_lt"),
            Forward(f"lex_lesseq_{kind}", xy, f"gecode_array_{kind}_lq"),
            Forward(f"member_{kind}", member),
            Forward(f"member_{kind}_reif", member + b),
            Forward(f"table_{kind}", table, call="x, array1d(t)", signature=flat),
            Forward(f"table_{kind}_reif", table + b, call="x, array1d(t), b", signature=flat + b),
        ]
        forwards += [
            Forward(
                f"{extremum}imum_arg_{kind}",
                f"{array}: x, var int: i",
                native=f"gecode_{extremum}imum_arg_{kind}_offset",
                call="x, min(index_set(x)), i",
                signature=f"{array}: x, int: offset, var int: i",
                file=f"arg_{extremum}_{kind}",
            )
            for extremum in ("max", "min")
        ]
    return forwards


CARDINALITY = f"{INTS}: x, {PARAMETERS}: cover, {INTS}: counts"
CARDINALITY_BOUNDS = f"{INTS}: x, {PARAMETERS}: cover, {PARAMETERS}: lb, {PARAMETERS}: ub"

FORWARDS = [
    Forward(
        "all_different_int",
        f"{INTS}: x",
        body=(
            "if length(x) <= 1 then true\n"
            "  elseif length(x) == 2 then let { int: a = min(index_set(x)) } in x[a] != x[a + 1]\n"
            "  else CALL endif"
        ),
    ),
    Forward("all_equal_int", f"{INTS}: x"),
    Forward("among", f"var int: n, {INTS}: x, set of int: v"),
    Forward("at_least_int", f"int: n, {INTS}: x, int: v"),
    Forward("at_most_int", f"int: n, {INTS}: x, int: v"),
    Forward(
        "bin_packing_load",
        f"{INTS}: load, {INTS}: bin, {PARAMETERS}: w",
        call="load, bin, w, min(index_set(load))",
        signature=f"{INTS}: load, {INTS}: bin, {PARAMETERS}: w, int: offset",
    ),
    Forward(
        "circuit",
        f"{INTS}: x",
        call="offset, if offset = first then x else [x[i] - first | i in index_set(x)] endif",
        signature=f"int: offset, {INTS}: x",
        # Gecode refuses a negative offset: such successors are shifted to start at 0.
        body="let { int: first = min(index_set(x)); int: offset = max(first, 0) } in CALL",
    ),
    Forward("count_eq", f"{INTS}: x, var int: y, var int: c", "gecode_count"),
    Forward("count_eq_reif", f"{INTS}: x, var int: y, var int: c, var bool: b", "gecode_count_reif"),
    Forward("cumulative", f"{INTS}: s, {INTS}: d, {INTS}: r, var int: b", "gecode_cumulatives"),
    Forward("diffn", f"{INTS}: x, {INTS}: y, {INTS}: dx, {INTS}: dy", "gecode_nooverlap", "x, dx, y, dy"),
    Forward("disjoint", "var set of int: s, var set of int: t"),
    Forward(
        "disjunctive_strict",
        f"{INTS}: s, {INTS}: d",
        native="gecode_schedule_unary",
        call="s, [fix(d[i]) | i in index_set(d)]",
        signature=f"{INTS}: s, {PARAMETERS}: d",
        # The native constraint knows neither variable durations nor durations of zero.
        body=(
            "if is_fixed(d) /\\ forall(i in index_set(d))(fix(d[i]) > 0) then CALL\n"
            "  else forall(i, j in index_set(s) where i < j)\n"
            "    (s[i] + d[i] <= s[j] \\/ s[j] + d[j] <= s[i]) endif"
        ),
    ),
    Forward("global_cardinality", CARDINALITY),
    Forward("global_cardinality_closed", CARDINALITY),
    Forward("global_cardinality_low_up", CARDINALITY_BOUNDS),
    Forward("global_cardinality_low_up_closed", CARDINALITY_BOUNDS),
    Forward(
        "inverse",
        f"{INTS}: f, {INTS}: g",
        native="gecode_inverse_offsets",
        call="f, min(index_set(g)), g, min(index_set(f))",
        signature=f"{INTS}: f, int: f_offset, {INTS}: g, int: g_offset",
    ),
    Forward("nvalue", f"var int: n, {INTS}: x"),
    Forward("partition_set", f"{SETS}: S, set of int: u", "gecode_array_set_partition"),
    Forward(
        "regular",
        f"{INTS}: x, int: Q, int: S, {TABLE}: d, int: q0, set of int: F",
        call="x, Q, S, array1d(d), q0, F",
        signature=f"{INTS}: x, int: Q, int: S, {PARAMETERS}: d, int: q0, set of int: F",
    ),
    Forward("sort", f"{INTS}: x, {INTS}: y"),
    Forward(
        "value_precede_int",
        f"int: s, int: t, {INTS}: x",
        native="gecode_precede",
        call="x, s, t",
        signature=f"{INTS}: x, int: s, int: t",
    ),
    Forward(
        "value_precede_set",
        f"int: s, int: t, {SETS}: x",
        native="gecode_precede_set",
        call="x, s, t",
        signature=f"{SETS}: x, int: s, int: t",
    ),
    *of_integers_and_booleans(),
]

# Two globals that Gecode has only in terms of bin_packing_load.
BIN_PACKING = {
    "bin_packing_capa": """\
include "bin_packing_load.mzn";
predicate fzn_bin_packing_capa(array[int] of int: c, array[int] of var int: bin, array[int] of int: w) =
  let { array[min(index_set(c))..max(index_set(c))] of var 0..max(c): load } in
  forall(i in index_set(load))(load[i] <= c[i]) /\\ bin_packing_load(load, bin, w);
""",
    "bin_packing": """\
include "bin_packing_capa.mzn";
predicate fzn_bin_packing(int: c, array[int] of var int: bin, array[int] of int: w) =
  let { set of int: bins = lb_array(bin)..ub_array(bin) } in
  bin_packing_capa(array1d(bins, [c | i in bins]), bin, w);
""",
}


def write(folder: Path) -> int:
    """Write the library into `folder` and return the number of files of our own in it."""
    files = dict(BIN_PACKING)
    for forward in FORWARDS:
        files[forward.file or forward.name] = forward.text()
    folder.mkdir(parents=True, exist_ok=True)
    for name in UNCHANGED:
        shutil.copy(DEBIAN / name, folder / name)
    for name, text in files.items():
        (folder / f"fzn_{name}.mzn").write_text(text)
    return len(files)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: gecode_library.py OUTDIR")
    print(write(Path(sys.argv[1])), "files in", sys.argv[1])
