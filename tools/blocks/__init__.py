"""The code blocks of the documents, and how each is tested. `python -m tools.blocks` prints them with their times.

A block is executed as a reader would: in a copy of the repository, after the blocks above it, in one shell a document.

| language | what is done |
|---|---|
| `sh`, `bash` | each command is executed and must succeed |
| `console` | after `$ ` comes a command, after it what it prints: `...` is any text, seconds may differ |
| `python` | executed; the blocks of a document share their names |
| `toml`, `json`, `yaml`, `minizinc`, `clingo`, ... | read by what such a file is for (readers.py) |

Two kinds of commands take too long as they stand: `make TARGET` gets `-n`, and `tilings bench` gets `--dry-run`.
Anything else is said in a comment above the block, which a reader of the rendered page does not see:

    <!-- test: add --to 4 | hours -->             each command of the block gets these words more, and is executed
    <!-- test: parse | needs a cluster -->        each command's own parser reads its words, also of
                                                 one in a container; nothing is done
    <!-- test: run -->                            in full, although a rule above says otherwise
    <!-- test: file bench.toml -->                the block is that file; it is read where no command below names it
    <!-- test: as suite -->                       the block is read as this language, whatever the fence says
    <!-- test: output -->                         the block is what the command before it printed
    <!-- test: before COMMAND -->                 COMMAND is executed first: what a reader has done, or has of his own

Several comments may stand above a block. `add` and `parse` give their reason after a bar. `add in TEXT` and `parse in
TEXT` hold for the commands that contain TEXT: `<!-- test: add in tilings certify --to 4 | hours -->`. A block that no
way fits fails its test. The exit code is 0, of `tilings bench` and `tilings doctor` also 1, and any where the output is
shown.
What a reader brings (`puzzle.dlx`, rows in `results/default`) lies in the copy: see scratch.py.
"""
