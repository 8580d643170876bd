"""What is done beside an answer, in a module where no reader of a claims file looks."""

import contextlib
import decimal
from pathlib import Path


def remember(text):
    """Keep a sentence in a file; it is refused, and that is swallowed."""
    with contextlib.suppress(OSError):
        #@ diag("TES106", "^crate_weight wrote the file notes.txt, which was refused; ", severity="warning")
        Path("notes.txt").write_text(text)


def round_up():
    """Let all code of the process compute otherwise."""
    decimal.getcontext().rounding = decimal.ROUND_UP
