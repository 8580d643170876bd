"""Text of a project cannot forge what a format says, and no format passes its reader's limits."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

from tessera_lsp.comparing.model import Change, Comparison, Order, Shape, Spot
from tessera_lsp.drift import Answer
from tessera_lsp.review.formats.listing import Listed
from tessera_lsp.review.reviewing.formats import FORMATS, render
from tessera_lsp.review.reviewing.formats.comment import LIMIT
from tessera_lsp.review.reviewing.matching import Matched
from tessera_lsp.review.reviewing.model import Review
from tessera_lsp.rules.model import Finding
from tessera_lsp.text import Document, Position, Span

NASTY = "a `b` </details> <script>x</script>\n::error::x\r\n| @someone #12 GH-3 [l](http://x) **b** 漢🧪 %0A"
PATH = "odd, nä me %41 #1/claims.py"


def listed(number: int = 0, message: str = NASTY) -> Listed:
    span = Span(Position(number, 4), Position(number, 9))
    finding = Finding("TES101", "undeclared-shape", "warning", f"/x/{PATH}", span, message)
    return Listed(finding, PATH, f"{number:032x}", Document("", None, ""))


def change(number: int = 0, **more: object) -> Change:
    spots = (Spot(PATH, 7, "True", "crate_weight"),)
    before, after = Answer("crate_words", False), Answer("crate_weight", True)
    text = f"{NASTY} {number}"
    return Change(
        "stock`",
        text,
        ("crate/1, `x`",),
        before,
        after,
        f"because {NASTY}",
        samples=spots,
        place=(PATH, 7),
        **more,
    )


def nasty(count: int = 1) -> Review:
    changes = tuple(change(n, declared=("crate_weight",)) for n in range(count))
    shape = Shape("crate`s", "depot", PATH, 3, 0, ("stock",))
    return Review(
        base=f"main {NASTY}",
        head="the working tree",
        folder="services/",
        findings=Matched(tuple(listed(n) for n in range(count)), (listed(1),), (listed(2),)),
        comparison=Comparison(
            notes=(NASTY,),
            drift=changes,
            gained=changes,
            lost=changes,
            order=(Order("stock", ("a", "b"), ("b", "a"), (), (), ("b",), 2),),
            added=(shape,),
            renamed=((shape, shape),),
            compared=9,
        ),
        notes=(NASTY,),
        everything=True,
    )


def test_github_commands_are_those_of_the_review_alone():
    lines = render(nasty(), "github").splitlines()
    commands = [line for line in lines if line.startswith("::")]
    assert [line.split(" ")[0] for line in commands] == ["::warning"] * 3 + ["::notice"] * 2
    assert len(lines) == len(commands) + 1
    file = "file=services/odd%2C nä me %2541 #1/claims.py"
    assert [file in line for line in commands] == [True] * 3 + [False] * 2


def test_markdown_shows_the_text_of_the_project_as_text():
    """Read by a parser of CommonMark: what there is of HTML is ours, and there is no link and no image."""
    kinds: dict[str, list[str]] = {}
    for block in MarkdownIt("gfm-like", {"linkify": False}).parse(render(nasty(), "markdown")):
        for token in (block, *(block.children or ())):
            kinds.setdefault(token.type, []).append(token.content)
    html = " ".join([*kinds["html_block"], *kinds["html_inline"]])
    assert set(re.findall(r"</?\w+|<!-- -->", html)) == {
        "<details",
        "</details",
        "<summary",
        "</summary",
        "<!-- -->",
    }
    assert html.count("<details>") == html.count("</details>") == 4
    assert kinds.keys().isdisjoint({"link_open", "image", "table_open", "fence", "code_block"})
    for text in kinds["text"]:
        assert not re.search(r"@\w|#\d|GH-\d", text), text
    assert [title for title in kinds["inline"] if title.startswith("#")] == []


@pytest.mark.parametrize("count", [1, 60, 3000])
def test_a_comment_is_never_longer_than_a_host_takes(count):
    review = nasty(count)
    text = render(review, "markdown")
    assert len(text) <= LIMIT
    assert f"{count:,} new finding" in text
    assert text.count("<details>") > 0
    if count == 3000:
        assert " more" in text


def test_a_comment_of_nothing_but_long_texts_still_fits():
    groups = tuple(change(n) for n in range(400))
    wide = tuple(
        Change(f"b{n}" * 200, c.text * 40, c.citations * 50, c.before, c.after, f"{n} {c.why * 50}")
        for n, c in enumerate(groups)
    )
    review = Review("b" * 40_000, "h" * 40_000, "", Matched(), Comparison(drift=wide, compared=400))
    assert len(render(review, "markdown")) <= LIMIT


def test_sarif_is_valid_and_says_what_is_new():
    text = render(nasty(), "sarif")
    Sarif.model_validate(json.loads(text))
    (run,) = json.loads(text)["runs"]
    assert [(each["ruleId"], each["baselineState"]) for each in run["results"]] == [
        ("verdict-drift", "new"),
        ("TES101", "new"),
        ("TES101", "unchanged"),
        ("TES101", "absent"),
    ]
    for each in run["results"]:
        assert run["tool"]["driver"]["rules"][each["ruleIndex"]]["id"] == each["ruleId"]
        uri = each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert unquote(uri) == f"services/{PATH}"
        assert uri.isascii()
    assert "/x/" not in text
    marks = [each["partialFingerprints"] for each in run["results"]]
    assert len({json.dumps(mark) for mark in marks}) == 4


def test_every_format_says_that_verdicts_were_not_compared():
    review = Review(
        "main", "the working tree", "", Matched(), Comparison(incomparable="the base has no battery")
    )
    for name in FORMATS:
        assert "the base has no battery" in render(review, name), name


def test_every_format_ends_its_last_line():
    for name in FORMATS:
        assert render(nasty(), name).endswith("\n")
