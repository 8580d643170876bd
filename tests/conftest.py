"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")  # how long an example takes says how busy the machine is, and no more


@pytest.fixture(scope="session", autouse=True)
def cache_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing that an earlier session has kept is taken, and nothing is left in the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
