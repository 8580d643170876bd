"""(index, verdicts) -> findings: the one truth for editor and review."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath

from tessera_lsp.index.model import Index
from tessera_lsp.project import Config, Project
from tessera_lsp.project.tree import matches
from tessera_lsp.rules import RULES, rule
from tessera_lsp.rules.kept import Kept
from tessera_lsp.rules.model import Facts, Finding, no_document, with_severity
from tessera_lsp.rules.suppressions import UNUSED, Suppressed
from tessera_lsp.text import Document
from tessera_lsp.verdicts import Verdicts

Findings = Mapping[str, tuple[Finding, ...]]
"""By path, each sorted by ``Finding.order``."""


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
    alone that have changed since.
    """
    before = kept or Kept()
    facts = before.facts(Facts(project, index, verdicts, not fresh, static, document))
    chosen = _Chosen(project)
    suppressed = Suppressed(index)
    found = [
        finding
        for finding in before.found(facts, [each for each in RULES if not (static and each.needs_run)])
        if chosen.speaks(finding.code, finding.path)
    ]
    told = [finding for finding in found if not suppressed.hides(finding)]
    left_over = rule(UNUSED)
    if left_over is not None:
        ran = _ran(facts)
        spoken = {
            r.code for r in RULES if chosen.on(r.code) and (ran or not (r.needs_run or r.more_after_run))
        }
        unused = suppressed.unused(left_over, (r.code for r in RULES), spoken.__contains__)
        told += [f for f in unused if chosen.speaks(f.code, f.path) and not suppressed.hides(f)]
    return _by_path(chosen.weighed(finding) for finding in told)


def _ran(facts: Facts) -> bool:
    """Whether everything that a run can tell has been told about the current texts."""
    verdicts = facts.verdicts
    return not (facts.static or facts.stale) and verdicts.state == "ready" and verdicts.judged


def _by_path(findings: Iterable[Finding]) -> Findings:
    by_path: dict[str, list[Finding]] = {}
    for finding in sorted(dict.fromkeys(findings), key=lambda finding: finding.order):
        by_path.setdefault(finding.path, []).append(finding)
    return {path: tuple(group) for path, group in by_path.items()}


def is_selected(code: str, select: Iterable[str], ignore: Iterable[str]) -> bool:
    """Whether a code is chosen: the longest prefix that fits decides, and between equals ``ignore``.

    An empty ``select`` chooses all.
    """
    chosen = tuple(select)
    wanted = max((len(p) for p in chosen if code.startswith(p)), default=-1 if chosen else 0)
    unwanted = max((len(p) for p in ignore if code.startswith(p)), default=-1)
    return wanted > unwanted


class _Chosen:
    """Which codes speak about which files, and how much they weigh."""

    def __init__(self, project: Project) -> None:
        self._root = PurePath(project.root)
        self._config: Config = project.config

    def on(self, code: str) -> bool:
        """Whether the code speaks at all."""
        config = self._config
        return is_selected(code, config.select, config.ignore) and config.severity.get(code) != "off"

    def speaks(self, code: str, path: str) -> bool:
        """Whether the code speaks about this file."""
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
