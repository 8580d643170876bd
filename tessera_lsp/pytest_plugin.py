"""A pytest plugin: each sample of the project's claims files is a test item.

The samples are judged once a session by the project's own verifier in its own interpreter, as
``tessera-lsp check`` does. Without paths on the command line they are collected wherever ``testpaths``
points; with paths, those of the claims files that the paths cover. ``-p no:tessera`` or
``tessera_samples = false`` in the ini file turns it off. Where nothing is different, what an earlier session
has come to is taken; ``--cache-clear`` has all judged anew. Under pytest-xdist each worker process judges for
itself.

What is needed is imported when a project was found: a session of another project pays for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tessera_lsp.index.model import ClaimsFile, ShapeDefinition
    from tessera_lsp.project import Project
    from tessera_lsp.review.run import Texts
    from tessera_lsp.samples import Sample, SampleProblem
    from tessera_lsp.verdicts import Verdicts

INI = "tessera_samples"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The ini option."""
    parser.addini(INI, "collect the samples of the project's claim shapes", type="bool", default=True)


def pytest_configure(config: pytest.Config) -> None:
    """Registers the collecting part where there is a project."""
    if not config.getini(INI):
        return
    from tessera_lsp.project import discover

    project = discover(config.rootpath)
    known = project is not None and (project.config_path is not None or project.registry is not None)
    if project is not None and known and project.claims:
        keep = not getattr(config.option, "cacheclear", False)
        config.pluginmanager.register(Samples(project, keep), "tessera-samples")


class Samples:
    """One session's samples: collects them, and has them judged when the first is run. ``keep`` as in
    ``review.run.verify``."""

    def __init__(self, project: Project, keep: bool) -> None:
        self.project = project
        self._claims = frozenset(project.claims)
        self._files: dict[str, ClaimsFile] | None = None
        self._texts: Texts | None = None
        self._verdicts: Verdicts | None = None
        self._keep = keep

    @property
    def files(self) -> dict[str, ClaimsFile]:
        """The index's claims files by path."""
        if self._files is None:
            from tessera_lsp.index import Indexer
            from tessera_lsp.review.run import Texts

            self._texts = Texts()
            self._files = dict(Indexer().build(self.project, self._texts).files)
        return self._files

    def verdicts(self, items: Iterable[pytest.Item]) -> Verdicts:
        """What the project's verifier says to all collected samples; the first call runs it."""
        if self._verdicts is None:
            from tessera_lsp.review.run import verify
            from tessera_lsp.wire import Item

            wanted: dict[str, Item] = {}
            for item in items:
                if isinstance(item, SampleItem):
                    shape, sample = item.shape, item.sample
                    wanted[item.key] = Item(item.key, shape.module, shape.qualname, sample.text, sample.ids)
            self._verdicts = verify(self.project, tuple(wanted.values()), measured=False, keep=self._keep)
        return self._verdicts

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """A claims file on the way of an ordinary collection, or named on the command line."""
        return self._collector(file_path, parent) if file_path.resolve() in self._claims else None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Adds the claims files that ``testpaths`` does not reach, unless paths were given."""
        if session.config.args_source == pytest.Config.ArgsSource.ARGS:
            return
        seen = {item.path.resolve() for item in items if isinstance(item, SampleItem | ProblemItem)}
        for path in sorted(self._claims - seen):
            items.extend(session.genitems(self._collector(path, session)))

    def _collector(self, path: Path, parent: pytest.Collector) -> SamplesFile:
        collector: SamplesFile = SamplesFile.from_parent(parent, path=path)
        collector.samples = self
        return collector


class SamplesFile(pytest.File):
    """A claims file."""

    samples: Samples

    def collect(self) -> Iterator[pytest.Collector]:
        """Its shapes that have samples."""
        file = self.samples.files.get(str(self.path.resolve()))
        for shape in file.shapes if file is not None else ():
            if shape.samples is not None:
                collector: ShapeCollector = ShapeCollector.from_parent(self, name=shape.qualname)
                collector.shape, collector.samples = shape, self.samples
                yield collector


class ShapeCollector(pytest.Collector):
    """A shape."""

    shape: ShapeDefinition
    samples: Samples

    def collect(self) -> Iterator[pytest.Item]:
        """Its samples as ``True[0]``, ``False[0]``, numbered within a word, and lines that are none."""
        block = self.shape.samples
        counts: dict[str, int] = {}
        for sample in block.samples if block else ():
            number = counts.get(sample.word, 0)
            counts[sample.word] = number + 1
            yield SampleItem.from_parent(
                self, name=f"{sample.word}[{number}]", shape=self.shape, sample=sample, samples=self.samples
            )
        for number, problem in enumerate(block.problems if block else ()):
            yield ProblemItem.from_parent(self, name=f"syntax[{number}]", problem=problem)


class SampleError(Exception):
    """A sample that is not answered as it says; the text is the whole report."""


class _Item(pytest.Item):
    """An item that needs no fixtures, and says so to plugins that ask every item for them."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.funcargs: dict[str, object] = {}

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The report alone: the plugin's own frames tell nobody anything."""
        if isinstance(excinfo.value, SampleError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class SampleItem(_Item):
    """One sample."""

    def __init__(self, *, shape: ShapeDefinition, sample: Sample, samples: Samples, **arguments: Any) -> None:
        super().__init__(**arguments)
        from tessera_lsp.rules.samples import key_of

        self.shape, self.sample, self.samples = shape, sample, samples
        self.key = key_of(shape, sample)

    def runtest(self) -> None:
        """Fails where the shape's own answer is another than the sample's word, or there is none."""
        project = self.samples.project
        if not project.config.run:
            if not project.config_whole:
                raise SampleError(f"not judged: {project.refusal}")
            pytest.skip(f"{project.refusal}: samples are not judged")
        verdicts = self.samples.verdicts(self.session.items)
        if verdicts.state != "ready":
            raise SampleError(f"not judged: {verdicts.reason or 'the worker failed'}")
        item = verdicts.items.get(self.key)
        if item is None or set(item.answers) != {self.sample.word}:
            raise SampleError(self._report(verdicts))

    def _report(self, verdicts: Verdicts) -> str:
        """Sample, answer, reason, owner: all that a person needs to mend one of them."""
        from tessera_lsp.ladder import cut_short, ladder
        from tessera_lsp.review.summary import why_unjudged
        from tessera_lsp.wording import listed, quoted, visible

        item = verdicts.items.get(self.key)
        name = visible(self.shape.qualname)
        lines = [f"sample    {self.sample.word}: {quoted(self.sample.text, 400)}"]
        lines.append(f"cites     {visible(', '.join(self.sample.ids))}")
        answers = sorted(set(item.answers)) if item is not None else []
        if answers:
            did = [cut_short(answer, item.faults if item else ()) or f"says {answer}" for answer in answers]
            lines.append(f"answer    {name} {visible(listed(did, 'or'))}")
        if item is None or not answers or item.faults:
            lines.append(f"reason    {visible(why_unjudged(item))}")
        for consultation in item.consultations if item is not None else ():
            lines += ["", ladder(consultation).plain()]
        return "\n".join(lines)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the sample stands, line from 0."""
        return self.path, self.sample.span.start.line, f"{self.shape.qualname} {self.name}"


class ProblemItem(_Item):
    """A line of a samples block that is no sample."""

    def __init__(self, *, problem: SampleProblem, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.problem = problem

    def runtest(self) -> None:
        """Always fails: what cannot be read is not judged."""
        line = self.problem.span.start.line + 1
        raise SampleError(f"{self.path.name}:{line}: TES402: {self.problem.message}")

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the line stands, from 0."""
        return self.path, self.problem.span.start.line, self.name
