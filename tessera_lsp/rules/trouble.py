"""TES900, TES901, TES902: what keeps the tool from its work. TES903 is decided with the suppressions."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from tessera_lsp.index.model import Unreadable
from tessera_lsp.rules import places
from tessera_lsp.rules.example import CLAIMS
from tessera_lsp.rules.model import Facts, Finding, Place, Rule
from tessera_lsp.text import Position, Span
from tessera_lsp.wording import visible

NO_REGISTRY = (
    "no registry was found: nothing can be verified; name the module that builds the batteries by "
    '`registry = "package.module"` under [tool.tessera] in pyproject.toml'
)


def unreadable(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """The first trouble of each file that does not decode or parse."""
    seen: set[str] = set()
    found = [*facts.index.unreadable, *(u for file in facts.index.may_tell for u in file.unreadable)]
    for trouble in sorted(found, key=lambda trouble: (trouble.path, trouble.span)):
        if trouble.path not in seen:
            seen.add(trouble.path)
            yield _unread(facts, rule, trouble)


def _unread(facts: Facts, rule: Rule, trouble: Unreadable) -> Finding:
    """What does not parse may be newer than the Python that we run under, which reads it; if the project's
    own is newer, and has imported just this text, nothing is wrong with it."""
    place, message = Place(trouble.path, trouble.span), visible(trouble.message)
    if not message.startswith("does not parse"):
        return rule.finding(place, message)
    ours = f"Python {sys.version_info[0]}.{sys.version_info[1]}"
    newer = _newer_python(facts, trouble.path)
    if not newer:
        return rule.finding(place, f"{message} (as {ours} reads it)")
    told = (
        f"the project's {newer} reads this, {ours}, under which tessera-lsp runs, does not: what stands here "
        f"is judged, but nothing is found out of its text alone; install tessera-lsp under {newer}"
    )
    return rule.finding(place, told, severity="info")


def _newer_python(facts: Facts, path: str) -> str:
    """The project's Python, where it is newer than ours and has imported the file's present text; else
    empty."""
    major, _, rest = facts.verdicts.python.partition(".")
    minor = rest.partition(".")[0]
    if not (major.isdigit() and minor.isdigit()) or (int(major), int(minor)) <= sys.version_info[:2]:
        return ""
    document = facts.text(path)
    verdicts = facts.verdicts
    imported = verdicts.texts.get(path, verdicts.sources.get(path)) if not facts.stale else ""
    failed = any(fault.doing == "import" for fault in (*verdicts.judge_faults, *verdicts.load_faults))
    if document is None or not verdicts.judged or imported != document.digest or failed:
        return ""
    return f"Python {major}.{minor}"


def cannot_run(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Nothing could be verified though it may run."""
    state = facts.verdicts.state
    if state == "failed":
        reason = visible(facts.verdicts.reason) or "the worker failed; see the log"
        yield rule.finding(places.wiring(facts), reason)
    elif facts.project.registry is None and state in ("starting", "ready"):
        yield rule.finding(places.wiring(facts), NO_REGISTRY)


def configuration(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """What the configuration says wrongly; unknown keys are warnings."""
    for problem in facts.project.problems:
        span = Span(Position(problem.line, problem.column), Position(problem.line, problem.end_column))
        severity = "info" if problem.info else "warning" if problem.warning else rule.severity
        message = visible(problem.message)
        yield rule.finding(Place(problem.path, span), message, severity=severity, aid=problem.near)


def decided_later(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """TES903 looks at what the suppressions hid; ``tessera_lsp.suppressions`` finds it."""
    return ()


_SHAPE = '''
import re


def crate_weight(claim, nodes, graph):%s
    """The stated weight is the cited crate's."""
    match = re.fullmatch(r"Crate (\\d+) weighs (\\d+) kg\\.", claim.text)
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2]%s
'''
_TOML = '[tool.tessera]\nregistry = "depot.registry"\n'

RULES = (
    Rule(
        code="TES900",
        name="unreadable-file",
        severity="error",
        summary="A claims file, the registry or the core does not decode or parse",
        about="""
What cannot be read has no facts: its shapes, samples and batteries are unknown from there on. There is one
finding a file, at the first trouble; the parts of the file that do parse keep their findings.

Text is read by the Python that `tessera-lsp` runs under, which the message names. Where the project's own
Python is newer and has imported the very text, it may use syntax that only the newer one has: the finding is
an info then, and tells to install `tessera-lsp` under that Python.
""",
        needs_run=False,
        check=unreadable,
        found=((CLAIMS, _SHAPE % ("", "")),),
        mended=((CLAIMS, _SHAPE % ("", ")")),),
    ),
    Rule(
        code="TES901",
        name="cannot-run",
        severity="error",
        summary="No interpreter, no registry, or a worker that cannot start: nothing was verified",
        about="""
The verdicts come from the project's own verifier, in the project's own interpreter. If that cannot run, no
finding that needs a run is to be expected, and silence means nothing. The message says what is missing and
the way out; `tessera-lsp doctor` shows what was found and why.

`tessera-lsp check` ends with 2 then.
""",
        needs_run=True,
        check=cannot_run,
        found=(("pyproject.toml", _TOML + 'python = "no-such-python"\n'),),
        mended=(("pyproject.toml", _TOML),),
    ),
    Rule(
        code="TES902",
        name="bad-configuration",
        severity="error",
        summary="A value in `[tool.tessera]` has the wrong type, or the file cannot be read",
        about="""
An unknown key is a warning that names the nearest known one, and so are a glob of `claims` that matches no
file and lines of `logs` that are no logged answers; that logs hold more than is looked at is an info. A value
of the wrong type, a `pyproject.toml` that is no TOML, a file of `logs` that is not there, and `claims` that
lead to no file at all are errors: the editor goes on with the last good configuration, and
`tessera-lsp check` ends with 2.

A refusal that cannot be read counts as one: while the file does not parse, or `run` is neither `true` nor
`false`, nothing of the project runs, in the editor too.
""",
        needs_run=False,
        check=configuration,
        found=(("pyproject.toml", _TOML + 'timeout = "two"\n'),),
        mended=(("pyproject.toml", _TOML + "timeout = 2\n"),),
    ),
    Rule(
        code="TES903",
        name="unused-suppression",
        severity="warning",
        summary="A suppressed code hides nothing",
        about="""
`# tessera: ignore[TES101]` on a line hides what TES101 finds there, and on a sample's line what it finds on
that sample. A code that hides nothing is left over, or misspelt; a comment without codes hides nothing at
all.

The rule is silent about codes that need a run when nothing ran, and about codes that are not selected.
""",
        needs_run=False,
        check=decided_later,
        found=((CLAIMS, _SHAPE % ("  # tessera: ignore[TES102]", ")")),),
        mended=((CLAIMS, _SHAPE % ("", ")")),),
    ),
)
