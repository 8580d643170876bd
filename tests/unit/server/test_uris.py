"""File URIs and paths, in the client's own spelling."""

import os
from pathlib import Path

import pytest

from tessera_lsp.server.uris import Spellings, path_of, uri_of


@pytest.mark.parametrize("name", ["plain.py", "with space.py", "ö & 100%.py", "a#b?c;d.py", "\U0001f9ea.py"])
def test_a_path_survives_the_way_there_and_back(tmp_path: Path, name: str):
    path = os.path.realpath(tmp_path / name)
    assert path_of(uri_of(path)) == path


def test_a_name_that_is_no_utf8_survives(tmp_path: Path):
    path = os.path.realpath(os.path.join(os.fsencode(tmp_path), b"caf\xe9.py"))
    assert path_of(uri_of(os.fsdecode(path))) == os.fsdecode(path)


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "git:/a/b.py?x", "", "file:", "http://[half"])
def test_what_is_no_file_has_no_path(uri: str):
    assert path_of(uri) is None


def test_a_symbolic_link_names_the_real_file(tmp_path: Path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    uri = (tmp_path / "link" / "a.py").as_uri()
    assert path_of(uri) == os.path.realpath(tmp_path / "real" / "a.py")


def test_a_folder_gives_its_files_the_clients_spelling(tmp_path: Path):
    """A client that opened a link and percent-encodes more than needed gets just that back."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    spelled = (tmp_path / "link").as_uri().replace("link", "%6Cink") + "/"
    spellings = Spellings()
    spellings.add(spelled)
    inner = os.path.realpath(tmp_path / "real" / "sub" / "a b.py")
    assert spellings.uri(inner) == spelled + "sub/a%20b.py"
    assert path_of(spellings.uri(inner)) == inner
    assert spellings.uri("/elsewhere/a.py") == "file:///elsewhere/a.py"
    odd = os.fsdecode(os.path.join(os.fsencode(os.path.realpath(tmp_path / "real")), b"caf\xe9.py"))
    assert path_of(spellings.uri(odd)) == odd


def test_a_folder_that_left_is_forgotten(tmp_path: Path):
    spellings = Spellings()
    spellings.add(tmp_path.as_uri())
    spellings.remove(tmp_path.as_uri() + "/")
    assert spellings.folders == ()
