"""The server's log: kept for ``tessera.server.log``, shown in the editor's log within a limit."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable

KEPT = 2000
"""Lines that are kept."""
A_SECOND = 50
"""Lines a second that the client is sent; user code may print without end."""
LONGEST = 2000
"""Code points of a line that are kept."""


class LogBook(logging.Handler):
    """Takes lines from any thread; ``show`` is called in the taker's thread, so it has to hand over itself.

    It is a ``logging`` handler too, for what the libraries say.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(logging.WARNING)
        self.show: Callable[[str], None] = lambda line: None
        self._clock = clock
        self._lines: deque[str] = deque(maxlen=KEPT)
        self._second = 0.0
        self._shown = 0
        self._lock_lines = threading.Lock()

    def write(self, text: str) -> None:
        """Log ``text``, each of its lines."""
        for line in text.rstrip("\n").split("\n"):
            kept = line if len(line) <= LONGEST else line[:LONGEST] + "…"
            with self._lock_lines:
                self._lines.append(f"{time.strftime('%H:%M:%S')} {kept}")
                told = self._allowed()
            if told is not None:
                self.show(kept + told)

    def _allowed(self) -> str | None:
        """What to add to the line that is shown, None where the limit of this second is reached."""
        now = self._clock()
        if now - self._second >= 1.0:
            self._second, self._shown = now, 0
        self._shown += 1
        if self._shown > A_SECOND:
            return None
        return " (more lines follow: tessera.server.log has them)" if self._shown == A_SECOND else ""

    def emit(self, record: logging.LogRecord) -> None:
        """What a library logged."""
        self.write(f"{record.name}: {record.getMessage()}")
        if record.exc_info:
            self.write(logging.Formatter().formatException(record.exc_info))

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines, each with the time of day before it."""
        with self._lock_lines:
            return tuple(self._lines)
