"""Where the command ``tessera-lsp`` starts: first of all, the working directory leaves the module path.

An editor starts the server inside the user's folder, whose ``types.py`` or ``json.py`` is the project's, not
ours; it may be on the path by ``PYTHONPATH=.``. Until that is done nothing may be imported that Python has
not imported at its own start.
"""

import gc
import os
import sys


def main() -> int:
    """Run the command; its exit code."""
    leave_folder()
    from tessera_lsp.review.cli import main as run

    code = run()
    gc.freeze()  # the end has no use for a last search for cycles in all that is left
    return code


def leave_folder() -> None:
    """Take the working directory off ``sys.path``, unless this program itself is imported from there."""
    here = os.path.realpath(os.getcwd())
    home = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    if here != home:
        sys.path[:] = [entry for entry in sys.path if os.path.realpath(entry or os.curdir) != here]
