"""Each fix as an editor makes it: asked for over stdio, applied to the open text, and the finding is gone."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

CLAIMS = "depot/stock/claims.py"
REGISTRY = "depot/registry.py"
SECOND = '''

def crate_colour(claim, nodes, graph):
    """The colour."""
    if claim.text == "Crate 1 is red.":
        return True
    if claim.text == "Crate 1 is blue.":
        return False
    return None
'''
PRICE = '''

def crate_price(claim, nodes, graph):
    """The price."""
    match = re.fullmatch(r"Crate 1 costs EUR (?P<price>.+)", claim.text)
    if match is None:
        return None
    price = float(match["price"])
    return price == 3
'''


def offers(harness: Any, *, resolve: bool = True, versioned: bool = True) -> types.ClientCapabilities:
    """An editor that asks for an edit when an action is chosen, or at once."""
    plain = harness.capabilities("utf-16")
    options = types.ClientCodeActionResolveOptions(properties=["edit"])
    kinds = types.ClientCodeActionKindOptions(value_set=[types.CodeActionKind.QuickFix])
    plain.text_document.code_action = types.CodeActionClientCapabilities(
        code_action_literal_support=types.ClientCodeActionLiteralOptions(kinds),
        data_support=resolve,
        resolve_support=options if resolve else None,
    )
    plain.workspace.workspace_edit = types.WorkspaceEditClientCapabilities(document_changes=versioned)
    return plain


async def actions(editor: Any, path: str, place: types.Range, *only: str) -> list[types.CodeAction]:
    context = types.CodeActionContext(diagnostics=editor.diagnostics(path), only=list(only) or None)
    identifier = types.TextDocumentIdentifier(editor.uri(path))
    params = types.CodeActionParams(identifier, place, context)
    return list(await editor.within(editor.client.text_document_code_action_async(params)) or ())


async def resolved(editor: Any, action: types.CodeAction) -> types.WorkspaceEdit:
    if action.edit is None:
        action = await editor.within(editor.client.code_action_resolve_async(action))
    assert action.edit is not None
    return action.edit


def apply(editor: Any, edit: types.WorkspaceEdit) -> None:
    """Make the edit as an editor does: each text must be the version that it was made for."""
    for change in edit.document_changes:
        uri = change.text_document.uri
        path = Path(uri.removeprefix(editor.root.as_uri() + "/"))
        assert change.text_document.version == editor.versions.get(uri)
        if uri not in editor.texts:
            editor.open(path)
        text = editor.texts[uri]
        starts = [0]
        for line in text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        for one in sorted(change.edits, key=lambda e: (e.range.start.line, e.range.start.character))[::-1]:
            start = starts[one.range.start.line] + one.range.start.character
            end = min(len(text), starts[one.range.end.line] + one.range.end.character)
            text = text[:start] + one.new_text + text[end:]
        editor.change(path, text)
        if str(path).endswith(".py"):
            ast.parse(text)


def whole(editor: Any, path: str) -> types.Range:
    text = editor.texts[editor.uri(path)]
    return types.Range(types.Position(0, 0), editor.position(path, len(text)))


CASES = [
    ("TES101", CLAIMS, lambda t: t + SECOND, "Declare crate_colour in battery stock"),
    ("TES109", CLAIMS, lambda t: t + PRICE, "Hold the amount in Decimal (verdicts may change)"),
    (
        "TES111",
        CLAIMS,
        lambda t: t.replace("fullmatch", "match"),
        "Apply the pattern with fullmatch (verdicts may change)",
    ),
    ("TES113", CLAIMS, lambda t: t + SECOND.replace("    return None\n", ""), "Add return None"),
    (
        "TES201",
        REGISTRY,
        lambda t: t.replace("(claims.crate_weight,)", "(claims.crate_weight, claims.crate_wait)"),
        "Take claims.crate_wait out of the tuple",
    ),
    (
        "TES202",
        REGISTRY,
        lambda t: t.replace("(claims.crate_weight,)", "(claims.crate_weight, claims.crate_weight)"),
        "Take claims.crate_weight out of the tuple",
    ),
    ("TES402", CLAIMS, lambda t: t.replace("        True:", "        true:"), "Write True:"),
    (
        "TES402",
        CLAIMS,
        lambda t: t.replace("        False:", "      False:"),
        "Indent it as the first sample is",
    ),
    ("TES403", CLAIMS, lambda t: t.replace("kg. <- crate/1", "kg. <- crate/1x", 1), 'Cite "crate/1"'),
    (
        "TES903",
        CLAIMS,
        lambda t: t.replace("import re\n", "import re  # tessera: ignore[TES102]\n"),
        "Remove TES102, which hides nothing",
    ),
    ("TES101", CLAIMS, lambda t: t + SECOND, "Ignore TES101 on this line"),
]


@pytest.mark.parametrize("resolve", [True, False], ids=["asked", "at once"])
@pytest.mark.parametrize(("code", "path", "spoil", "title"), CASES, ids=[f"{c[0]} {c[3][:9]}" for c in CASES])
async def test_a_fix_mends_its_finding(start, depot, harness, code, path, spoil, title, resolve):
    editor = await start(depot, offers=offers(harness, resolve=resolve))
    text = editor.open(CLAIMS)
    if path != CLAIMS:
        text = editor.open(path)
    editor.change(path, spoil(text))
    await editor.until(lambda: editor.diagnostics(path, code), code)
    await editor.settled()
    found = editor.diagnostics(path, code)[0]

    given = await actions(editor, path, found.range)
    (action,) = [each for each in given if each.title == title]
    assert list(action.diagnostics) == [found]
    assert bool(action.edit) is not resolve
    apply(editor, await resolved(editor, action))
    await editor.settled()
    assert editor.diagnostics(path, code) == []
    assert [each for each in await actions(editor, path, found.range) if each.title == title] == []


async def test_a_key_of_the_configuration(start, depot, harness):
    (depot / "pyproject.toml").write_text("[tool.tessera]\ntimeuot = 2\n")
    editor = await start(depot, offers=offers(harness))
    editor.open(CLAIMS)
    editor.open("pyproject.toml")
    await editor.until(lambda: editor.diagnostics("pyproject.toml", "TES902"), "TES902")
    found = editor.diagnostics("pyproject.toml", "TES902")[0]
    (action,) = await actions(editor, "pyproject.toml", found.range)
    edit = await resolved(editor, action)
    assert [(c.text_document.version, [e.new_text for e in c.edits]) for c in edit.document_changes] == [
        (1, ["timeout"])
    ]


async def test_a_cursor_in_the_first_column_is_offered_the_lines_fixes(start, depot, harness):
    """With fix-all among them, which a line without anything to mend is not offered."""
    editor = await start(depot, offers=offers(harness))
    editor.change(CLAIMS, editor.open(CLAIMS) + SECOND)
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES101"), "TES101")
    await editor.settled()
    (found,) = editor.diagnostics(CLAIMS, "TES101")
    assert found.range.start.character > 0

    async def titles(line: int) -> list[str]:
        at = types.Position(line, 0)
        return [action.title for action in await actions(editor, CLAIMS, types.Range(at, at))]

    offered = await titles(found.range.start.line)
    assert offered[:2] == ["Declare crate_colour in battery stock", "Ignore TES101 on this line"]
    assert offered[-1] == "Fix all that Tessera can fix safely"
    assert await titles(0) == []


async def test_fix_all_makes_the_safe_ones(start, depot, harness):
    """The undeclared shape, the sample and the suppression; not the pattern, nor what no sample pins."""
    editor = await start(depot, offers=offers(harness))
    text = editor.open(CLAIMS).replace("fullmatch", "match").replace("        True:", "        true:")
    text = text.replace("import re\n", "import re  # tessera: ignore[TES102, TES113]\n") + SECOND
    editor.change(CLAIMS, text)
    await editor.until(lambda: len(editor.diagnostics(CLAIMS)) >= 4, "findings")
    await editor.settled()
    (action,) = await actions(editor, CLAIMS, whole(editor, CLAIMS), "source.fixAll")
    assert action.kind == "source.fixAll.tessera"
    apply(editor, await resolved(editor, action))
    await editor.settled()
    assert {d.code for d in editor.diagnostics(CLAIMS)} == {"TES111", "TES404"}
    assert "(claims.crate_weight, claims.crate_colour)" in editor.texts[editor.uri(REGISTRY)]
    assert await actions(editor, CLAIMS, whole(editor, CLAIMS), "source.fixAll") == []


async def test_a_fix_chosen_after_another_edit_is_made_anew(start, depot, harness):
    """Lines above have come in the meantime; or what it was to mend has gone, and it is refused."""
    editor = await start(depot, offers=offers(harness))
    text = editor.open(CLAIMS) + SECOND.replace("    return None\n", "")
    editor.change(CLAIMS, text)
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES113"), "TES113")
    place = editor.diagnostics(CLAIMS, "TES113")[0].range
    (action,) = [a for a in await actions(editor, CLAIMS, place) if a.title == "Add return None"]
    longer = text.replace("import re\n", "import re\nimport os  # \U0001f9ea\n")
    editor.change(CLAIMS, longer)
    apply(editor, await resolved(editor, action))
    assert editor.texts[editor.uri(CLAIMS)] == longer + "    return None\n"
    with pytest.raises(JsonRpcException, match="has changed"):
        await resolved(editor, action)


async def test_an_edit_given_at_once_bears_its_version(start, depot, harness):
    """A client refuses it for another version than it was made from."""
    editor = await start(depot, offers=offers(harness, resolve=False))
    text = editor.open(CLAIMS)
    version = editor.change(CLAIMS, text + SECOND)
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES101"), "TES101")
    place = editor.diagnostics(CLAIMS, "TES101")[0].range
    given = await actions(editor, CLAIMS, place, "quickfix")
    (change,) = next(a for a in given if a.title.startswith("Ignore")).edit.document_changes
    assert change.text_document.version == version
    (change,) = next(a for a in given if a.title.startswith("Declare")).edit.document_changes
    assert (change.text_document.uri, change.text_document.version) == (editor.uri(REGISTRY), None)
    assert [a.is_preferred for a in given] == [True, None]


async def test_positions_in_a_crlf_file_beyond_the_basic_plane(start, depot, harness):
    """The edit counts in the client's units, and its lines end as the file's do."""
    editor = await start(depot, offers=offers(harness, resolve=False))
    falls = SECOND.replace("    return None\n", "").replace('"Crate 1 is blue."', '"\U0001f9ea"')
    text = (editor.open(CLAIMS) + falls.replace("return False", "return '\U0001f9ea' == ''")).replace(
        "\n", "\r\n"
    )
    text = text.removesuffix("\r\n")
    editor.change(CLAIMS, text)
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES113"), "TES113")
    place = editor.diagnostics(CLAIMS, "TES113")[0].range
    (action,) = [a for a in await actions(editor, CLAIMS, place) if a.title == "Add return None"]
    ((one,),) = [change.edits for change in action.edit.document_changes]
    assert one.new_text == "\r\n    return None"
    assert one.range.start == one.range.end == editor.position(CLAIMS, len(text))


async def test_samples_are_offered_as_a_rewrite(start, depot, harness):
    editor = await start(depot, offers=offers(harness))
    editor.change(CLAIMS, editor.open(CLAIMS) + SECOND)
    await editor.settled()
    at = editor.place(CLAIMS, "crate_colour")
    given = await actions(editor, CLAIMS, types.Range(at, at), "refactor")
    assert [(a.title, a.kind) for a in given] == [("Add samples to crate_colour", "refactor.rewrite")]
    apply(editor, await resolved(editor, given[0]))
    assert "    Samples:\n        True: " in editor.texts[editor.uri(CLAIMS)]
    assert await actions(editor, CLAIMS, types.Range(at, at), "source.organizeImports") == []


async def test_a_client_without_versioned_edits_gets_plain_ones(start, depot, harness):
    editor = await start(depot, offers=offers(harness, resolve=False, versioned=False))
    editor.change(CLAIMS, editor.open(CLAIMS) + SECOND)
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES101"), "TES101")
    place = editor.diagnostics(CLAIMS, "TES101")[0].range
    given = await actions(editor, CLAIMS, place, "quickfix")
    assert [list(a.edit.changes) for a in given] == [[editor.uri(REGISTRY)], [editor.uri(CLAIMS)]]


LOOSE = "True: Crate 1 weighs 12 kg. Really."


async def anchoring(editor: Any) -> types.CodeAction:
    """The fix that anchors a pattern, where a sample lives by its not being anchored."""
    text = editor.open(CLAIMS).replace("fullmatch", "match")
    sample = f"        {LOOSE} <- crate/1\n"
    editor.change(CLAIMS, text.replace("        None: ", f"{sample}        None: "))
    await editor.until(lambda: editor.diagnostics(CLAIMS, "TES111"), "TES111")
    await editor.settled()
    found = await actions(editor, CLAIMS, whole(editor, CLAIMS), "quickfix")
    return next(action for action in found if action.title.startswith("Apply the pattern with fullmatch"))


async def test_a_fix_that_changes_verdicts_shows_them_beside_its_edit(start, depot, harness):
    """A client that takes annotations asks its user itself."""
    given = offers(harness)
    given.workspace.workspace_edit.change_annotation_support = types.ChangeAnnotationsSupportOptions()
    editor = await start(depot, offers=given)
    edit = await resolved(editor, await anchoring(editor))
    ((name, annotation),) = edit.change_annotations.items()
    assert annotation.needs_confirmation
    assert annotation.label == "1 verdict or owner changed"
    assert "supported · crate_weight → unsupported · nobody" in annotation.description
    assert [e.annotation_id for change in edit.document_changes for e in change.edits] == [name]
    assert editor.questions == []


@pytest.mark.parametrize("answer", ["Apply", "Leave it", None])
async def test_a_client_without_annotations_is_asked_before_verdicts_change(start, depot, harness, answer):
    editor = await start(depot, offers=offers(harness), answer=lambda params: answer)
    action = await anchoring(editor)
    if answer == "Apply":
        assert (await resolved(editor, action)).document_changes
    else:
        with pytest.raises(JsonRpcException, match="stays as it is"):
            await resolved(editor, action)
    (question,) = editor.questions
    assert "1 verdict or owner changed" in question.message
    assert "Crate 1 weighs 12 kg. Really." in question.message
