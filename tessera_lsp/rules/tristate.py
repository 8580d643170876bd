"""TES103, TES104, TES113, TES114: what a shape answers, as its text tells."""

from __future__ import annotations

from collections.abc import Iterable

from tessera_lsp.index.bodies.model import Answer, Body, KindName
from tessera_lsp.index.model import ShapeDefinition
from tessera_lsp.rules.bodies import foreign_sentence, name_place, own_sentence, read
from tessera_lsp.rules.example import CLAIMS
from tessera_lsp.rules.model import Facts, Finding, Place, Related, Rule
from tessera_lsp.rules.runtime import answered_otherwise
from tessera_lsp.wording import visible

_TRI_STATE = frozenset({"bool", "none", "unknown"})
_CALLED: dict[KindName, str] = {
    "match": "a match object",
    "text": "a text",
    "bytes": "bytes",
    "number": "a number",
    "list": "a list",
    "tuple": "a tuple",
    "set": "a set",
    "dict": "a dictionary",
    "pattern": "a pattern",
    "function": "a function",
    "object": "an object",
    "iterator": "an iterator",
}


def not_tri_state(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Answers that the text shows to be neither a bool nor None."""
    for shape, body in read(facts):
        for answer in body.answers if body.understood else ():
            kind = _other(answer)
            if kind is not None:
                message = (
                    f"{visible(shape.name)} may answer with {_CALLED[kind]} here, which is no verdict: "
                    "compare, or convert with bool()"
                )
                yield rule.finding(Place(shape.path, answer.span), message)


def _is_observed(facts: Facts, finding: Finding) -> bool:
    """Whether one of the lines was observed to give another answer: then that is told."""
    told = facts.moment.get(_observed, facts)
    lines = range(finding.span.start.line, finding.span.end.line + 1)
    return any((finding.path, line) in told for line in lines)


def _observed(facts: Facts) -> frozenset[tuple[str, int]]:
    found = answered_otherwise(facts, RULES[0])
    return frozenset((finding.path, finding.span.start.line) for finding in found)


def _other(answer: Answer) -> KindName | None:
    """A kind of value, of no verdict, that this answer surely has on some path."""
    found = sorted(kind.name for kind in answer.kinds if kind.sure and kind.name not in _TRI_STATE)
    return found[0] if found else None


def one_sided(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Shapes that never pass a sentence on, and shapes that never own one."""
    for shape, body in read(facts):
        answers = body.answered
        if answers == {"none"}:
            message = f"{visible(shape.name)} never answers True or False: it speaks of nothing"
            yield rule.finding(name_place(shape), message, witness=own_sentence(facts, shape, "True"))
        elif answers and answers <= {"true", "false"} and not body.may_end:
            says = "never answers None: it claims every sentence, and no later grammar is asked"
            message = f"{visible(shape.name)} {says}"
            yield rule.finding(name_place(shape), message, witness=foreign_sentence(facts, shape))


def never_false(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Shapes that say True or nothing."""
    for shape, body in read(facts):
        if body.answered == {"true", "none"}:
            message = (
                f"{visible(shape.name)} never answers False: a check that fails says that the sentence is "
                "not its own, and a later grammar may support it"
            )
            yield rule.finding(name_place(shape), message, witness=own_sentence(facts, shape, "False"))


def implicit_none(facts: Facts, rule: Rule) -> Iterable[Finding]:
    """Shapes of which a path ends without a return, although others return something."""
    for shape, body in read(facts):
        says_more = any(kind.name != "none" for answer in body.answers for kind in answer.kinds)
        if body.understood and body.ends and says_more:
            yield rule.finding(name_place(shape), _unsaid(shape), related=_ends(shape, body))


def _unsaid(shape: ShapeDefinition) -> str:
    return f"{visible(shape.name)} falls off its end, which is an unsaid None: write return None"


def _ends(shape: ShapeDefinition, body: Body) -> tuple[Related, ...]:
    return tuple(Related(shape.path, span, "ends here without a return") for span in body.ends)


_HEAD = '''
import re


def crate_weight(claim, nodes, graph):
    """The stated weight is the cited crate's."""
    match = re.fullmatch(r"Crate (\\d+) weighs (\\d+) kg\\.", claim.text)
'''
_REST = """\
    if match is None:
        return None
    crate = nodes.get("crate/" + match[1])
    return crate is not None and crate.weight == int(match[2])
"""
_MENDED = ((CLAIMS, _HEAD + _REST),)

RULES = (
    Rule(
        code="TES103",
        name="not-tri-state",
        severity="error",
        summary="The shape answers something other than `True`, `False` and `None`",
        about="""
The contract knows three answers: `True` (mine, and it holds), `False` (mine, and it does not), `None` (not
my grammar). A match object, a number or a `numpy.bool_` is none of them, however true it looks. The
verifier refuses such an answer, because it cannot know whether it owns the claim.

`and` and `or` give one of their operands. `match and total == stated` is fine: where there is no match it is
`None`, else a comparison. `total == stated and match` is not: it answers with the match.

From the text the rule speaks where such a value is sure to occur on some path, through functions of the same
module too; the finding stands on the returned expression. What was observed in a run stands on the line that
returned, or on the shape's name. Compare, or convert with `bool()`.
""",
        needs_run=False,
        more_after_run=True,
        check=answered_otherwise,
        check_text=not_tri_state,
        overruled=_is_observed,
        by_shape="each",
        found=(
            (
                CLAIMS,
                _HEAD
                + """\
    crate = match and nodes.get("crate/" + match[1])
    return crate and crate.weight == int(match[2]) and match
""",
            ),
        ),
        mended=_MENDED,
    ),
    Rule(
        code="TES104",
        name="one-sided-shape",
        severity="warning",
        summary="The shape never answers `None`, or never `True` or `False`",
        about="""
A shape that never answers `None` claims every sentence that reaches it: no later shape and no generic grammar
is asked any more. A shape that never answers `True` or `False` owns nothing.

The rule speaks only where every answer of the shape is understood. A shape of which nothing is written yet
(`pass`, `...`) is left alone.
""",
        needs_run=False,
        check=one_sided,
        scope="file",
        inside=True,
        by_shape="together",
        found=(
            (
                CLAIMS,
                _HEAD
                + """\
    return match is not None and nodes["crate/" + match[1]].weight == int(match[2])
""",
            ),
        ),
        mended=_MENDED,
    ),
    Rule(
        code="TES113",
        name="implicit-none",
        severity="info",
        summary="The shape falls off its end, which is an unsaid `None`",
        about="""
`None` is an answer: "not my grammar". Where a shape comes to its end without a `return`, it gives that answer
without saying so, and a reader cannot tell whether it was meant: a check that failed should answer `False`.

The related places are where the path ends. Write `return None`, or `return False` where the sentence is the
shape's own.
""",
        needs_run=False,
        check=implicit_none,
        scope="file",
        inside=True,
        by_shape="each",
        found=(
            (
                CLAIMS,
                _HEAD
                + """\
    if match is not None:
        crate = nodes.get("crate/" + match[1])
        return crate is not None and crate.weight == int(match[2])
""",
            ),
        ),
        mended=_MENDED,
    ),
    Rule(
        code="TES114",
        name="never-false",
        severity="warning",
        summary="The shape answers `True` or `None` only",
        about="""
A sentence of the shape's grammar whose check fails must be owned: `False`. A shape that answers `None` there
says "not mine", the next grammar is asked, and a wrong sentence may be supported because it stands, word for
word, in some record.

The rule speaks only where every answer of the shape is understood. Answer `None` where the sentence does not
match, and the outcome of the check where it does.
""",
        needs_run=False,
        check=never_false,
        scope="file",
        inside=True,
        by_shape="each",
        found=(
            (
                CLAIMS,
                _HEAD
                + """\
    if match is None:
        return None
    if nodes["crate/" + match[1]].weight == int(match[2]):
        return True
    return None
""",
            ),
        ),
        mended=_MENDED,
    ),
)
