"""Room is given back where the C library can."""

from __future__ import annotations

import ctypes
import sys

import pytest

from tessera_lsp.server.memory import give_back


def _trims(monkeypatch: pytest.MonkeyPatch, library: object) -> list[int]:
    asked: list[int] = []
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", lambda name: library)
    if library is not _BARE:
        monkeypatch.setattr(library, "malloc_trim", lambda kept: asked.append(kept) or 1, raising=False)
    return asked


class _Library:
    """What has the function is glibc."""


_BARE = object()


def test_glibc_gives_back_all_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _trims(monkeypatch, _Library())
    assert give_back()
    assert asked == [0]


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    _trims(monkeypatch, _BARE)
    assert not give_back()


def test_another_system_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _trims(monkeypatch, _Library())
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not give_back()
    assert asked == []
