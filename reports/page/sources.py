"""The sources of the formulations that were run, as they are when the page is built."""

from typing import Any

from models import registry
from reports.data.campaign import Results


def of(results: Results) -> dict[str, Any]:
    """By FAMILY/FORMULATION: file, text, and sha256, the digest that a run of this source has in its row.

    A formulation that is gone is left out.
    """
    found = {}
    for family, name in sorted({(record.family, record.formulation) for record in results.records}):
        if family in registry.families() and name in registry.formulations(family):
            known = registry.formulation(family, name)
            file = "/".join(known.path.parts[-3:])  # models/FAMILY/NAME, here as in a plug-in's folder
            text = known.path.read_text(encoding="utf-8")
            found[f"{family}/{name}"] = {"file": file, "text": text, "sha256": known.sha256()}
    return found
