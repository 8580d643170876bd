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
    (message,) = published.update({"file:///a.py": Batch(3, (ONE,))})
    assert (message.uri, message.version, message.diagnostics) == ("file:///a.py", 3, [ONE])


def test_the_same_again_is_not_sent():
    published = Published()
    published.update({"file:///a.py": Batch(3, (ONE,))})
    assert published.update({"file:///a.py": Batch(3, (ONE,))}) == []


def test_a_new_version_is_sent_even_with_the_same_findings():
    """The client may have moved the old ones along with the text."""
    published = Published()
    published.update({"file:///a.py": Batch(3, (ONE,))})
    (message,) = published.update({"file:///a.py": Batch(4, (ONE,))})
    assert message.version == 4


def test_a_file_without_findings_any_more_is_cleared():
    published = Published()
    published.update({"file:///a.py": Batch(None, (ONE,)), "file:///b.py": Batch(None, (TWO,))})
    (message,) = published.update({"file:///b.py": Batch(None, (TWO,))})
    assert (message.uri, message.diagnostics) == ("file:///a.py", [])


def test_a_file_under_another_spelling_moves():
    """The old spelling is cleared before the new one is filled."""
    published = Published()
    published.update({"file:///a%62.py": Batch(1, (ONE,))})
    messages = published.update({"file:///ab.py": Batch(None, (ONE,))})
    assert [(m.uri, m.diagnostics) for m in messages] == [("file:///a%62.py", []), ("file:///ab.py", [ONE])]


def test_clear_takes_back_only_what_stands():
    published = Published()
    published.update({"file:///a.py": Batch(1), "file:///b.py": Batch(None, (ONE,))})
    assert [(m.uri, m.diagnostics) for m in published.clear()] == [("file:///b.py", [])]
    assert published.clear() == []
