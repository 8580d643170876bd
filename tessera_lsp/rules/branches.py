"""TES406: branches of shapes and of their helpers that no sample and no measured claim takes."""

from __future__ import annotations

import os
from collections.abc import Iterable

from tessera_lsp.probed import Key
from tessera_lsp.rules.branching import Branch, names_used, untaken
from tessera_lsp.rules.example import CLAIMS
from tessera_lsp.rules.model import Facts, Finding, Place, Rule
from tessera_lsp.rules.probes import probed
from tessera_lsp.wire import Covered
from tessera_lsp.wording import visible


def unreached(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Each such branch once."""
    covered: dict[str, list[Covered]] = {}
    for one in probed(facts).covered:
        covered.setdefault(one.path, []).append(one)
    if not covered or not facts.verdicts.complete:
        return
    sound, unsure = _shapes(facts)
    for path, executed in sorted(covered.items()):
        document = facts.text(path)
        judged = facts.verdicts.texts.get(path) or facts.verdicts.sources.get(path)
        if document is None or document.digest != judged:
            continue
        doubtful = {branch[:2] for branch in untaken(document, executed, _roots(facts, path, unsure))}
        for branch in untaken(document, executed, _roots(facts, path, sound)):
            if branch[:2] not in doubtful:
                yield rule.finding(Place(path, branch.span), _message(branch), stale=facts.stale)


def _message(branch: Branch) -> str:
    return f"no sample and no measured claim {visible(branch.words)} in {visible(branch.function)}"


def _shapes(facts: Facts) -> tuple[set[Key], set[Key]]:
    """The declared shapes whose batteries were built and measured, and those of the others."""
    sound: set[Key] = set()
    unsure: set[Key] = set()
    for battery in facts.verdicts.batteries:
        harvest = facts.verdicts.harvests.get(battery.name)
        judged = facts.verdicts.measured.get(battery.name)
        well = battery.fault is None and harvest is not None and harvest.fault is None
        well = well and judged is not None and -1 not in judged.verdicts
        keys = {(shape.module, shape.qualname) for shape in facts.verdicts.shapes(battery.name)}
        (sound if well else unsure).update(keys)
    return sound - unsure, unsure


def _roots(facts: Facts, path: str, shapes: set[Key]) -> set[str]:
    """The names of the shapes of a file; in a module beside claims files, the names that these mention."""
    file = facts.index.files.get(path)
    if file is not None:
        return {shape.qualname.rpartition(".")[2] for shape in file.shapes if shape.key in shapes}
    return facts.ran.get(_Mentioned(frozenset(shapes), os.path.dirname(path)), facts)


class _Mentioned:
    """What claims files of a folder mention that define one of ``shapes``."""

    def __init__(self, shapes: frozenset[Key], folder: str) -> None:
        self._about = shapes, folder

    def __call__(self, facts: Facts) -> set[str]:
        shapes, folder = self._about
        files = [f for f in facts.index.files.values() if os.path.dirname(f.path) == folder]
        found: set[str] = set()
        for file in files:
            if any(shape.key in shapes for shape in file.shapes):
                found |= mentioned(file.document.text)
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Mentioned) and other._about == self._about

    def __hash__(self) -> int:
        return hash(self._about)


def mentioned(text: str) -> set[str]:
    """The names that a module's text mentions; none where it does not parse."""
    import ast

    try:
        return names_used(ast.parse(text))
    except (SyntaxError, ValueError):
        return set()


_SHAPE = '''
import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's.

    Samples:
        True: Crate 1 weighs 12 kg. <- crate/1
        False: Crate 1 weighs 13 kg. <- crate/1%s
    """
    match = re.fullmatch(r"Crate (\\d+) weighs (\\d+) kg\\.", claim.text)
    if match is None:
        return None
    if len(claim.support) != 1:
        return False
    cited = nodes[claim.support[0].id]
    return cited.name == match[1] and cited.weight == int(match[2])
'''

RULES = (
    Rule(
        code="TES406",
        name="unreached-branch",
        severity="info",
        summary="No claim ever takes this branch of a shape",
        about="""
A branch that nothing takes may say anything: it is part of the grammar, and no test shows it. Looked at are
`if`, `elif`, `else`, the cases of `match`, the halves of conditional expressions, and what stands behind an
early `return`, in the declared shapes and in the functions that they name in the same module or in modules
beside it. What is executed while all samples and all measured claims are judged counts.

Python 3.11 and newer tell what was executed to the column. In a project of an older Python lines are told
alone: a branch on the line of its condition is not looked at there. Of a function that was never entered, of
branches within one that was not taken, and where a battery could not be built or measured or a shape ended
its process, nothing is said.

Add a sample that takes the branch, or remove it.
""",
        needs_run=True,
        deep=True,
        check=unreached,
        found=((CLAIMS, _SHAPE % ""),),
        mended=((CLAIMS, _SHAPE % "\n        False: Crate 1 weighs 12 kg. <- crate/1, crate/2"),),
    ),
)
