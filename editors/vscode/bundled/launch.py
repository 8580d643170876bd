"""Starts the server that stands beside this file, whatever else the Python that runs it has installed."""

import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or os.curdir) != here]
sys.path.insert(0, os.path.join(here, "libs"))

# What is compiled of these libraries is kept beside them even where the user's environment says that Python
# is to keep nothing, as in many containers: each start would take a second more. The worker is not told.
sys.dont_write_bytecode = False

from tessera_lsp.entry import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
