"""The log keeps the end, and spares the client a flood."""

import logging

from tessera_lsp.server.logbook import A_SECOND, KEPT, LONGEST, LogBook


def test_lines_are_kept_and_shown():
    book, shown = LogBook(), []
    book.show = shown.append
    book.write("one\ntwo\n")
    assert [line.split(" ", 1)[1] for line in book.lines] == ["one", "two"]
    assert shown == ["one", "two"]


def test_a_flood_is_bounded():
    """The client is told so many lines a second; the book holds the last ones, each bounded."""
    now = [0.0]
    book, shown = LogBook(lambda: now[0]), []
    book.show = shown.append
    for number in range(KEPT + 10):
        book.write(f"{number} " + "x" * (2 * LONGEST))
    assert len(shown) == A_SECOND
    assert "tessera.server.log" in shown[-1]
    assert len(book.lines) == KEPT
    assert book.lines[-1].split()[1] == str(KEPT + 9)
    assert max(map(len, book.lines)) < LONGEST + 20
    now[0] = 1.5
    book.write("again")
    assert shown[-1] == "again"


def test_what_libraries_log_is_kept():
    book = LogBook()
    logger = logging.Logger("library")
    logger.addHandler(book)
    try:
        raise ValueError("broken")
    except ValueError:
        logger.exception("it failed")
    assert any("library: it failed" in line for line in book.lines)
    assert any("ValueError: broken" in line for line in book.lines)
