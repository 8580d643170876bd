"""Where a token of a normalised text begins and ends.

A *token* here is a run of letters, digits, marks and underscores, together with what ties it to its
neighbours when no space stands between:

- ``-``, ``.``, ``&``, ``@`` and an apostrophe between word characters (``Non-Norra``, ``app.py``,
  ``can't``), except the possessive ``'s`` at the end of a word, so that ``Norra`` stands in ``Norra's``;
- ``,``, ``:``, ``/``, ``*``, ``%`` and ``^`` between digits (``1,200.00``, ``12:30``, ``3/4``, ``10^5``), and
  every sign beyond ASCII there but quotes and brackets (``1٫5``, ``1·5``, ``１，０００``, ``1∶2``, ``5±1``);
- ``+`` and ``#`` behind a word (``C++``, ``C#``), a minus before a digit or a currency sign (``-5``), a
  decimal point without a digit before it (``.5``);
- comparison signs among themselves (``!=``, ``<=``).

A number has its meaning from what stands by it, across one space too: ``5`` does not stand in ``5%``,
``5 %``, ``±5``, ``<5``, ``≤ 5``, ``!= 5``, ``~5`` or ``10⁻³``.
It does in ``= 5``, ``+5``, ``-> 5`` and ``5 ms``.

Scripts written without spaces give one token from punctuation to punctuation. That is strict on purpose:
the verifier would rather miss a support than see one that is not there.
"""

from __future__ import annotations

import unicodedata

_TIES = frozenset("-.&@'")
_DIGIT_TIES = frozenset(",:/\u2044*%^")
_PERCENT = frozenset("%\u2030\u2031\u066a\ufe6a\uff05")
_PLUS_MINUS = frozenset("\u00b1\u2213")
_EXPONENT = frozenset("\u207a\u207b\u207d")
_POINTS = frozenset(".\u066b\uff0e")
_NO_RELATION = frozenset("+=|")
_ENCLOSING = frozenset({"Ps", "Pe", "Pi", "Pf"})
_SUFFIXES = frozenset("+#")
_COMPARISON = frozenset("<>=!")


def _is_word(char: str) -> bool:
    if char.isalnum() or char == "_":
        return True
    return not char.isascii() and unicodedata.category(char)[0] == "M"


def inside_token(text: str, at: int) -> bool:
    """Whether the place before ``text[at]`` (code points, 0-based) lies within a token of ``text``."""
    if at <= 0 or at >= len(text):
        return False
    left, right = text[at - 1], text[at]
    if _inside_number(text, at):
        return True
    if left == " " or right == " ":
        return False
    before, after = text[at - 2 : at - 1], text[at + 1 : at + 2]
    if _is_word(right):
        return (
            _is_word(left)
            or unicodedata.category(right)[0] == "M"
            or (left == "-" and right.isdigit())
            or _is_tie(before, left, right, after)
            or (left in _SUFFIXES and before != "" and (_is_word(before) or before in _SUFFIXES))
        )
    if right in _SUFFIXES:
        return _is_word(left) or left in _SUFFIXES
    if _is_word(left):
        return _is_tie(left, right, after, text[at + 2 : at + 3])
    return (left in _COMPARISON and right in _COMPARISON) or (
        left == "-" and unicodedata.category(right) == "Sc"
    )


def _inside_number(text: str, at: int) -> bool:
    """Whether what stands around ``text[at]`` changes the value of the number that begins or ends there."""
    left, right = text[at - 1], text[at]
    before, after = text[max(0, at - 2) : at - 1], text[at + 1 : at + 2]
    if _begins_number(right, after):
        if left == " ":
            return _is_relation(before, text[max(0, at - 3) : at - 2])
        power = left == before == "*" and _is_digit(text[max(0, at - 3) : at - 2])
        point = left in _POINTS and before not in _POINTS
        return power or (point and _is_digit(right)) or _is_relation(left, before)
    if right == "^":
        return _is_word(left) and after not in ("", " ")
    if not _is_digit(left):
        return False
    if right == " ":
        return after in _PERCENT or after in _PLUS_MINUS
    power = right == after == "*" and _is_digit(text[at + 2 : at + 3])
    return power or right in _PERCENT or right in _EXPONENT


def _begins_number(char: str, after: str) -> bool:
    if _is_digit(char) or unicodedata.category(char) == "Sc":
        return True
    return (char == "-" or char in _POINTS) and (_is_digit(after) or after in _POINTS)


def _is_relation(sign: str, before: str) -> bool:
    """Whether ``sign`` before a number makes it another one: less, about, unequal. Not so arrows, ``=``."""
    if not sign or unicodedata.category(sign) != "Sm":
        return False
    if sign == "=":
        return before != "" and before in "!<>~"
    if sign == ">" and before != "" and before in "-=":
        return False
    return sign not in _NO_RELATION and not "\u2190" <= sign <= "\u21ff"


def _is_digit(char: str) -> bool:
    return char != "" and unicodedata.category(char)[0] == "N"


def _is_tie(before: str, tie: str, after: str, beyond: str) -> bool:
    """Whether ``tie`` binds its neighbours into one token; each of the others is one character or none."""
    if not before or not after or not (_is_word(before) and _is_word(after)):
        return False
    if tie == "'" and after == "s" and not (beyond and _is_word(beyond)):
        return False
    if tie in _TIES:
        return True
    if not (_is_digit(before) and _is_digit(after)):
        return False
    beyond_ascii = not tie.isascii() and unicodedata.category(tie) not in _ENCLOSING
    return tie in _DIGIT_TIES or beyond_ascii
