"""What code may only be judged again: by the names in it."""

from __future__ import annotations

import pytest

from tessera_lsp.worker.purity import doubt_of


def doubt(text: str) -> str:
    return doubt_of(compile(text, "/p/depot/words.py", "exec"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("from time import time", "/p/depot/words.py:1 imports time"),
        ("import os, time as clock", "/p/depot/words.py:1 imports time"),
        ("\n\ndef f():\n    import random", "/p/depot/words.py:3 imports random"),
        (
            "class A:\n    def f(self):\n        return lambda: __import__ or [now for now in self.now()]",
            "names now",
        ),
        ("import datetime\nday = datetime.date.today()", "names today"),
        ("import os\nos.environ['OLDPWD']", "names OLDPWD"),
        ("import os\nos.environ.get(*('PWD',))", "names PWD"),
        ("open('x', opener=lambda p, f: os.open(p, f, dir_fd=3))", "names dir_fd"),
        ("import subprocess", "imports subprocess"),
        ("import sqlite3", "imports sqlite3"),
        ("import ctypes.util", "imports ctypes.util"),
        ("import logging.handlers", "imports logging.handlers"),
        ("from logging import handlers", "imports logging"),
        ("from urllib import request", "imports urllib"),
        ("import threading", "imports threading"),
        ("import datetime\nday = getattr(datetime.date, 'today')()", "names today"),
        ("import importlib\nclock = importlib.import_module('time')", "names time"),
        ("def f(text):\n    return hash(text) % 2", "/p/depot/words.py:1 asks hash()"),
        ("order = sorted(things, key=id)", "asks id()"),
        ("\n".join(f"import m{n}" for n in range(300)) + "\nimport time", "imports time"),
    ],
)
def test_the_clock_chance_and_the_machine_are_doubts(text: str, says: str) -> None:
    assert says in doubt(text)


@pytest.mark.parametrize(
    "text",
    [
        "import re, json, csv, decimal",
        "from decimal import Decimal\nfrom datetime import date, timedelta\nd = date(2024, 1, 2).isoformat()",
        "import os.path\nfrom pathlib import Path\nhere = Path(__file__).resolve().parent.exists()",
        "import timekeeping, randomness",
        "from urllib.parse import urlsplit",
        "import logging\nlog = logging.getLogger(__name__)",
        "time = 3\nrandom = time",
        "'the time is now'",
        "words = ('today', 'time')",
        "size = getattr(object, 'size', None)",
        "class A:\n    def __hash__(self):\n        return hash(self.id)",
        "def f(record, hash):\n    return record.id, record.hash, hash",
    ],
)
def test_what_only_reads_is_none(text: str) -> None:
    assert doubt(text) == ""
