"""Room that is free again, given back to the system."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> bool:
    """Let the C library give back what it keeps of freed room; whether it does so (glibc alone). Takes some
    milliseconds: for the end of something that has taken much more."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # another C library
        return False
    return bool(trim(0))
