"""``python -m tessera.cli`` is ``tessera``."""

import sys

from tessera.cli import main

sys.exit(main())
