"""``--format github``: workflow commands that GitHub shows as annotations.

GitHub shows ten errors and ten warnings of a step (its documentation, "Usage limits"); all are printed.
"""

from __future__ import annotations

from collections.abc import Sequence

from tessera_lsp.review.formats.listing import Listed, listing, remarks
from tessera_lsp.review.summary import Checked

COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def as_github(checked: Sequence[Checked]) -> str:
    """A line for each finding, and one for each thing that could not be verified."""
    lines = [line_of(one) for one in listing(checked)]
    lines += [f"::notice title=tessera-lsp::{data(remark)}" for remark in remarks(checked)]
    return "\n".join(lines)


def line_of(one: Listed) -> str:
    """The command of one finding."""
    finding = one.finding
    (line, column), (end_line, end_column) = one.start, one.end
    place = {"file": one.path, "line": str(line), "endLine": str(end_line)}
    if line == end_line:  # columns are for one line alone
        place |= {"col": str(column), "endColumn": str(end_column)}
    place["title"] = one.heading
    told = ",".join(f"{name}={property_value(value)}" for name, value in place.items())
    return f"::{COMMANDS[finding.severity]} {told}::{data(finding.message)}"


def data(text: str) -> str:
    """Text behind ``::``: nothing in it begins a line, and so another command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def property_value(text: str) -> str:
    """Text of a property: nothing in it ends it."""
    return data(text).replace(":", "%3A").replace(",", "%2C")
