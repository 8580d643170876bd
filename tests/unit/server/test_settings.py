"""What the editor says, read without ever granting by accident."""

from typing import Any

import pytest

from tessera_lsp.server.settings import Settings, read


@pytest.mark.parametrize("given", [None, {}, [], {"tessera": {}}, {"tessera": None}, {"other": 1}])
def test_nothing_said_changes_nothing(given: Any):
    base = Settings(run=False, python="/usr/bin/python3")
    assert read(given, base) == (base, ())


@pytest.mark.parametrize(
    ("given", "run"), [(True, True), (False, False), ("ask", "ask"), ("untrusted", "untrusted")]
)
def test_run_is_taken(given: Any, run: Any):
    assert read({"run": given}, Settings())[0].run == run


@pytest.mark.parametrize("given", ["true", "yes", 1, [], {"x": 1}])
def test_a_value_of_another_kind_never_grants(given: Any):
    """Even where it was granted before: what the user means now is not known, so the user is asked."""
    settings, problems = read({"run": given}, Settings(run=True))
    assert settings.run == "ask"
    assert "use true, false" in problems[0]


def test_settings_may_come_under_their_name():
    assert read({"tessera": {"run": True, "python": "py"}}, Settings())[0] == Settings(True, "py")


@pytest.mark.parametrize("given", [["run"], "x", 3])
def test_settings_that_are_no_object_are_told(given: Any):
    settings, problems = read(given, Settings(run=False))
    assert settings.run is False
    assert len(problems) == 1


def test_a_python_that_is_no_path_is_told():
    settings, problems = read({"python": 3}, Settings(python="kept"))
    assert (settings.python, len(problems)) == ("kept", 1)


@pytest.mark.parametrize(("given", "deep"), [(True, True), (False, False), (None, False)])
def test_deep_is_off_unless_it_is_asked_for(given: Any, deep: bool):
    assert read({"deep": given}, Settings())[0].deep is deep


def test_a_deep_that_is_neither_is_told():
    settings, problems = read({"deep": "yes"}, Settings())
    assert settings.deep is False
    assert "use true or false" in problems[0]
