"""Tests the code blocks of the documents, by tests/tools/test_blocks.py.

A block is executed in a copy of the repository, after the blocks above it, in one shell for each document.

| language | test |
|---|---|
| `sh`, `bash` | each command is executed and must succeed |
| `console` | a command after `$ `, then its output: `...` is any text, seconds may differ |
| `python` | executed; the blocks of a document share their names |
| `toml`, `json`, `yaml`, `minizinc`, `clingo`, ... | read by the program for such files (readers.py) |

Two kinds of commands take too long in full: `make TARGET` gets `-n`, and `tilings bench` gets `--dry-run`. Other
exceptions are comments above the block, which the rendered page does not show:

    <!-- test: add --to 4 | hours -->             each command is executed with these further arguments
    <!-- test: parse | needs a cluster -->        each command's parser reads its arguments, also of
                                                 one in a container; nothing is executed
    <!-- test: run -->                            in full, against the rules above
    <!-- test: file bench.toml -->                the block is that file; it is read unless a command below names it
    <!-- test: as suite -->                       the block is read as this language
    <!-- test: output -->                         the block is the output of the previous command
    <!-- test: before COMMAND -->                 COMMAND is executed first

Several comments may stand above a block. `add` and `parse` give their reason after a bar. `add in TEXT` and `parse in
TEXT` hold for the commands that contain TEXT: `<!-- test: add in tilings certify --to 4 | hours -->`. A block without
a mode fails its test. The exit code is 0, of `tilings bench` and `tilings doctor` also 1, and any if the output is
shown. Files of the user (`puzzle.dlx`, rows in `results/default`) are in the copy: see scratch.py.
"""
