"""``--format junit``: a test suite a file, a test case a finding, for systems that show tests only."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Sequence

from tessera_lsp.review.formats.listing import Listed, listing, remarks, repository_of
from tessera_lsp.review.summary import Checked, base_of, shown
from tessera_lsp.wording import visible


def as_junit(checked: Sequence[Checked]) -> str:
    """One document. A claims file without findings is a suite with one passed case: silence is no success.
    What could not be verified is an error of its own."""
    base = repository_of(base_of(checked))
    found: dict[str, list[Listed]] = defaultdict(list)
    for each in checked:
        for path in each.examined.index.files:
            if each.target.covers(path):
                found[shown(path, base)] = []
    for one in listing(checked):
        found[one.path].append(one)
    notes = remarks(checked)
    total = sum(max(1, len(group)) for group in found.values()) + len(notes)
    failures = sum(len(group) for group in found.values())
    root = ET.Element(
        "testsuites",
        name="tessera-lsp",
        tests=str(total),
        failures=str(failures),
        errors=str(len(notes)),
    )
    for path in sorted(found):
        _suite(root, path, found[path])
    if notes:
        suite = ET.SubElement(root, "testsuite", name="tessera-lsp", tests=str(len(notes)), failures="0")
        suite.set("errors", str(len(notes)))
        for note in notes:
            case = ET.SubElement(suite, "testcase", name="verified", classname="tessera-lsp")
            ET.SubElement(case, "error", message=visible(note))
    ET.indent(root)
    # XML has no place for these two; all that ``visible`` escapes is out already.
    text = ET.tostring(root, encoding="unicode").translate({0xFFFE: "\ufffd", 0xFFFF: "\ufffd"})
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}'


def _suite(root: ET.Element, path: str, group: Sequence[Listed]) -> None:
    name = visible(path)
    suite = ET.SubElement(
        root, "testsuite", name=name, tests=str(max(1, len(group))), failures=str(len(group)), errors="0"
    )
    if not group:
        ET.SubElement(suite, "testcase", name="nothing found", classname=name)
    for one in group:
        line, column = one.start
        where = f"{name}:{line}:{column}"
        case = ET.SubElement(suite, "testcase", name=f"{one.heading} {line}:{column}", classname=name)
        message = visible(one.finding.message)
        failure = ET.SubElement(case, "failure", message=message, type=one.finding.severity)
        failure.text = f"{where}: {one.finding.severity} {one.finding.code} {message}"
