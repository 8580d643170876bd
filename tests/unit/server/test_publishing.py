"""What is told to the client about diagnostics: the least that makes its picture right."""

from dataclasses import replace
from pathlib import Path

from lsprotocol import types

from tessera_lsp.project import Config, Project
from tessera_lsp.rules.model import Finding
from tessera_lsp.server.publishing import Batch, Batches, Published
from tessera_lsp.snapshot import Snapshot
from tessera_lsp.text import Document, Position, Span


def diagnostic(message: str) -> types.Diagnostic:
    start = types.Position(0, 0)
    return types.Diagnostic(types.Range(start, start), message)


ONE = diagnostic("one")
TWO = diagnostic("two")


def test_first_findings_are_sent_with_their_version():
    published = Published()
    (message,) = published.update("depot", {"file:///a.py": Batch(3, (ONE,))})
    assert (message.uri, message.version, message.diagnostics) == ("file:///a.py", 3, [ONE])


def test_the_same_again_is_not_sent():
    published = Published()
    published.update("depot", {"file:///a.py": Batch(3, (ONE,))})
    assert published.update("depot", {"file:///a.py": Batch(3, (ONE,))}) == []


def test_a_new_version_is_sent_even_with_the_same_findings():
    """The client may have moved the old ones along with the text."""
    published = Published()
    published.update("depot", {"file:///a.py": Batch(3, (ONE,))})
    (message,) = published.update("depot", {"file:///a.py": Batch(4, (ONE,))})
    assert message.version == 4


def test_a_file_without_findings_any_more_is_cleared():
    published = Published()
    published.update("depot", {"file:///a.py": Batch(None, (ONE,)), "file:///b.py": Batch(None, (TWO,))})
    (message,) = published.update("depot", {"file:///b.py": Batch(None, (TWO,))})
    assert (message.uri, message.diagnostics) == ("file:///a.py", [])


def test_a_file_under_another_spelling_moves():
    """The old spelling is cleared before the new one is filled."""
    published = Published()
    published.update("depot", {"file:///a%62.py": Batch(1, (ONE,))})
    messages = published.update("depot", {"file:///ab.py": Batch(None, (ONE,))})
    assert [(m.uri, m.diagnostics) for m in messages] == [("file:///a%62.py", []), ("file:///ab.py", [ONE])]


def test_an_end_takes_back_only_what_stands():
    published = Published()
    published.update("depot", {"file:///a.py": Batch(1), "file:///b.py": Batch(None, (ONE,))})
    assert [(m.uri, m.diagnostics) for m in published.end("depot")] == [("file:///b.py", [])]
    assert published.end("depot") == []


def test_a_file_that_passes_to_another_project_keeps_its_findings():
    """The end of the project that had it must not clear what the one that has it now has sent."""
    published = Published()
    published.update("outer", {"file:///a.py": Batch(1, (ONE,)), "file:///b.py": Batch(None, (TWO,))})
    published.update("inner", {"file:///a.py": Batch(1, (ONE,))})
    assert [(m.uri, m.diagnostics) for m in published.end("outer")] == [("file:///b.py", [])]


def test_what_a_remaining_project_says_stands_again():
    published = Published()
    published.update("outer", {"file:///a.py": Batch(1, (ONE,))})
    published.update("inner", {"file:///a.py": Batch(1, (TWO,))})
    (message,) = published.end("inner")
    assert message.diagnostics == [ONE]


def snapshot(version: int | None, text: str, *findings: Finding) -> Snapshot:
    """One claims file with these findings; open where it has a version."""
    document = Document("file:///a.py", version, text)
    documents = {"/a.py": document} if version is not None else {}
    saved = {} if documents else {"/a.py": document}
    return Snapshot(Project(Path("/"), Config()), documents, findings={"/a.py": tuple(findings)}, saved=saved)


def finding(message: str) -> Finding:
    span = Span(Position(0, 4), Position(0, 5))
    return Finding("TES402", "sample-syntax", "error", "/a.py", span, message)


def batch(batches: Batches, shown: Snapshot) -> Batch:
    return batches.of(shown, "utf-16", lambda path: f"file://{path}")["file:///a.py"]


def test_a_file_of_which_nothing_has_changed_keeps_its_batch():
    batches, shown = Batches(), snapshot(1, "x = y", finding("one"))
    assert batch(batches, shown) is batch(batches, replace(shown, reload_due=True))


def test_a_file_that_is_opened_with_the_same_text_is_told_by_its_version():
    batches, closed = Batches(), snapshot(None, "x = y", finding("one"))
    document = closed.saved["/a.py"]
    assert batch(batches, closed).version is None
    assert batch(batches, replace(closed, documents={"/a.py": replace(document, version=1)})).version == 1
    assert batch(batches, replace(closed, documents={"/a.py": document}, saved={})).version is None


def test_what_was_made_of_a_finding_serves_the_next_version():
    batches, one, two = Batches(), finding("one"), finding("two")
    first = batch(batches, snapshot(1, "x = y", one))
    second = batch(batches, snapshot(2, "x = y ", one, two))
    assert [each.message for each in second.diagnostics] == ["one", "two"]
    assert second.diagnostics[0] is first.diagnostics[0]
    assert second.version == 2


def test_a_finding_behind_a_wide_character_is_told_anew():
    batches, one = Batches(), finding("one")
    first = batch(batches, snapshot(1, "x = y", one))
    second = batch(batches, snapshot(2, "🧪 = y", one))
    assert [each.range.start.character for each in (*first.diagnostics, *second.diagnostics)] == [4, 5]


def test_a_finding_that_one_of_the_texts_does_not_hold_is_told_anew():
    """As one judged under an earlier text, that was cut off meanwhile."""
    batches, one, two = Batches(), finding("one"), finding("two")
    texts = "x = y", "x", "x = y"
    told = [batch(batches, snapshot(n, text, one)) for n, text in enumerate(texts)]
    told.append(batch(batches, snapshot(3, "x", one, two)))
    assert [each.diagnostics[0].range.end.character for each in told] == [5, 1, 5, 1]
