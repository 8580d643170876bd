"""(index, verdicts) -> findings: the one truth for editor and review."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import PurePath

from tessera_lsp.index.collector import collection_paused
from tessera_lsp.index.model import Index
from tessera_lsp.project import Config, Project
from tessera_lsp.project.tree import matches
from tessera_lsp.rules import RULES, rule
from tessera_lsp.rules.kept import Kept
from tessera_lsp.rules.model import Facts, Finding, no_document, with_severity
from tessera_lsp.rules.suppressions import UNUSED, Suppressed
from tessera_lsp.rules.tried import with_trials
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts

Findings = Mapping[str, tuple[Finding, ...]]
"""By path, each sorted by ``Finding.order``."""
_CODES = frozenset(rule.code for rule in RULES)
_SHALLOW = frozenset(rule.code for rule in RULES if not rule.deep and rule.check_deep is None)
"""The codes of which all is told by an ordinary run."""
_STATIC = frozenset(
    rule.code for rule in RULES if rule.code in _SHALLOW and not (rule.needs_run or rule.more_after_run)
)
"""The codes of which all is told without a run."""
_AFTER_A_RUN = tuple(rule for rule in RULES if not rule.deep)
_STATICALLY = tuple(rule for rule in _AFTER_A_RUN if not rule.needs_run)


@collection_paused()
def collect(
    project: Project,
    index: Index,
    verdicts: Verdicts,
    *,
    static: bool = False,
    fresh: bool = True,
    document: Callable[[str], Document | None] = no_document,
    kept: Kept | None = None,
) -> Findings:
    """All findings, by path, sorted, each once, as the project's configuration selects and weighs them.

    ``static``: rules that need a run are silent. Not ``fresh``: ``verdicts`` were judged under other texts
    than ``index`` was made of; findings out of them are marked stale, stand where their sample or shape is
    now, and are dropped where that is gone. ``document`` gives the current text of files that are no claims
    files. ``kept`` holds what was found before: with it, rules that look at one file at a time look at those
    alone that have changed since, and perhaps not at all of these yet (``Kept.pending``).
    """
    before = kept or Kept()
    facts = before.facts(Facts(project, index, verdicts, not fresh, static, document))
    chosen = before.of_project(project, Chosen)
    speaking = _STATICALLY if static else _AFTER_A_RUN
    found = [f for f in before.found(facts, speaking) if chosen.speaks(f.code, f.path)]
    if verdicts.probed is not None and not static:
        found += [f for f in _deep(facts) if chosen.speaks(f.code, f.path)]
        found = with_trials(facts, found)
    if not index.suppressions:
        return before.grouped(project, found, lambda: _by_path(chosen.weighed(each) for each in found))
    suppressed = Suppressed(index)
    told = [finding for finding in found if not suppressed.hides(finding)]
    left_over = rule(UNUSED)
    if left_over is not None and not before.pending:
        ran = _ran(facts)
        told_all = _STATIC if not ran else _CODES if verdicts.probed is not None else _SHALLOW
        unused = suppressed.unused(left_over, _CODES, lambda code: code in told_all and chosen.on(code))
        told += [f for f in unused if chosen.speaks(f.code, f.path) and not suppressed.hides(f)]
    return _by_path(chosen.weighed(finding) for finding in told)


def _deep(facts: Facts) -> Iterator[Finding]:
    """What the answers to further questions tell."""
    for each in RULES:
        if each.deep:
            yield from each.check(facts, each)
        elif each.check_deep is not None:
            yield from each.check_deep(facts, each)


def _ran(facts: Facts) -> bool:
    """Whether everything that a run can tell has been told about the current texts."""
    verdicts = facts.verdicts
    return not (facts.static or facts.stale) and verdicts.state == "ready" and verdicts.judged


def _by_path(findings: Iterable[Finding]) -> Findings:
    by_path: dict[str, list[Finding]] = {}
    for finding in findings:
        by_path.setdefault(finding.path, []).append(finding)
    return {path: tuple(_in_order(by_path[path])) for path in sorted(by_path)}


def _in_order(findings: list[Finding]) -> Iterator[Finding]:
    """Each once, sorted. (Equal ones stand beside each other then, and are told by their places first.)"""
    findings.sort(key=lambda finding: finding.order)
    told: list[Finding] = []
    for finding in findings:
        if told and told[0].order != finding.order:
            told = []
        if finding not in told:
            told.append(finding)
            yield finding


def is_selected(code: str, select: Iterable[str], ignore: Iterable[str]) -> bool:
    """Whether a code is chosen: the longest prefix that fits decides, and between equals ``ignore``.

    An empty ``select`` chooses all.
    """
    chosen = tuple(select)
    wanted = max((len(p) for p in chosen if code.startswith(p)), default=-1 if chosen else 0)
    unwanted = max((len(p) for p in ignore if code.startswith(p)), default=-1)
    return wanted > unwanted


class Chosen:
    """Which codes speak about which files, and how much they weigh."""

    def __init__(self, project: Project) -> None:
        self._root = PurePath(project.root)
        self._config: Config = project.config
        self._on: dict[str, bool] = {}
        self._speaking: dict[tuple[str, str], bool] = {}

    def on(self, code: str) -> bool:
        """Whether the code speaks at all."""
        if code not in self._on:
            config = self._config
            chosen = is_selected(code, config.select, config.ignore)
            self._on[code] = chosen and config.severity.get(code) != "off"
        return self._on[code]

    def speaks(self, code: str, path: str) -> bool:
        """Whether the code speaks about this file."""
        key = code, path
        if key not in self._speaking:
            self._speaking[key] = self._decide(code, path)
        return self._speaking[key]

    def _decide(self, code: str, path: str) -> bool:
        if not self.on(code):
            return False
        file = PurePath(path)
        if not file.is_relative_to(self._root):
            return True
        relative = file.relative_to(self._root).as_posix()
        return not any(
            code.startswith(prefix)
            for glob, codes in self._config.per_file_ignores.items()
            if matches(glob, relative) or ("/" not in glob and matches(glob, file.name))
            for prefix in codes
        )

    def weighed(self, finding: Finding) -> Finding:
        """The finding with the configured severity."""
        severity = self._config.severity.get(finding.code)
        return finding if severity is None or severity == "off" else with_severity(finding, severity)
