"""What is told to the client about diagnostics: the least that makes its picture right."""

from lsprotocol import types

from tessera_lsp.server.publishing import Batch, Published


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
