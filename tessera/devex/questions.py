"""Questions in plain words: which answer path they ask, and about what.

A question is understood as a whole or not at all: "Why did run 1007 pass?" or "Who is not on call?" must
not be answered as if the odd word were not there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

ROOT_CAUSE, CHANGE_SUMMARY, ON_CALL, TICKET_STATE = "root_cause", "change_summary", "on_call", "ticket_state"

_RUN = r"(?:the )?(?:ci )?run (?:number |no\. |#)?(?P<number>[0-9]+)"
_CHANGE = r"(?:the )?(?:change )?(?:ch-|#)?(?P<number>[0-9]+)"
_TICKET = r"(?:the )?(?:ticket )?(?:ops-|#)?(?P<number>[0-9]+)"
_WEEK = r"(?:in )?(?:iso )?week (?P<week>[0-9]{1,2}) (?:of )?(?P<year>[0-9]{4})"
_WHEN = rf"(?:{_WEEK}|(?:in )?(?P<iso>[0-9]{{4}}-w[0-9]{{2}})|on (?P<day>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}))"
_SERVICE = r"(?:the )?(?P<service>[^\W\d_]+)(?: service)?"

_PATTERNS = tuple(
    (path, re.compile(pattern))
    for path, pattern in (
        (ROOT_CAUSE, rf"why (?:did|does) {_RUN} (?:fail|break)"),
        (ROOT_CAUSE, rf"why (?:has )?{_RUN} failed"),
        (ROOT_CAUSE, rf"what (?:broke|went wrong in) {_RUN}"),
        (ROOT_CAUSE, rf"what made {_RUN} fail"),
        (ROOT_CAUSE, rf"(?:what (?:is|was) )?the root cause of (?:the failure of )?{_RUN}"),
        (CHANGE_SUMMARY, rf"(?:summari[sz]e|describe) {_CHANGE}"),
        (CHANGE_SUMMARY, rf"what (?:does|did) {_CHANGE} (?:do|change|touch)"),
        (CHANGE_SUMMARY, rf"what (?:is|was) {_CHANGE} about"),
        (CHANGE_SUMMARY, rf"(?:give me )?a summary of {_CHANGE}"),
        (ON_CALL, rf"who(?: is| was|'s) on call for {_SERVICE} {_WHEN}"),
        (ON_CALL, rf"who(?: is| was|'s) on call {_WHEN} for {_SERVICE}"),
        (ON_CALL, rf"who has the {_SERVICE} shift {_WHEN}"),
        (TICKET_STATE, rf"what (?:is|was) the state of {_TICKET}"),
        (TICKET_STATE, rf"is {_TICKET} (?:still )?(?:open|closed)"),
    )
)


@dataclass(frozen=True, slots=True)
class Asked:
    """An understood question: the path, and the number it is about or the shift.

    ``week`` is an ISO week such as ``2026-W07``; ``day`` is there when the question named one.
    """

    path: str
    number: str = ""
    service: str = ""
    week: str = ""
    day: date | None = None


def understand(question: str) -> Asked | None:
    """What the question asks, whatever its case, blanks and final mark; ``None`` for another question.

    Raises ``ValueError`` with words for the reader when it names a day or week that no calendar has.
    """
    plain = " ".join(question.replace("’", "'").lower().split()).rstrip("?.! ").removeprefix("please ")
    for path, pattern in _PATTERNS:
        if match := pattern.fullmatch(plain):
            found = {key: value or "" for key, value in match.groupdict().items()}
            if path != ON_CALL:
                return Asked(path, str(int(found["number"])))
            week, day = _when(found)
            return Asked(path, service=found["service"], week=week, day=day)
    return None


def _when(found: dict[str, str]) -> tuple[str, date | None]:
    if found["day"]:
        try:
            day = date.fromisoformat(found["day"])
        except ValueError as error:
            raise ValueError(f"{found['day']} is no day of the calendar.") from error
        year, week, _ = day.isocalendar()
        return f"{year}-W{week:02d}", day
    year_text, week_text = (found["year"], found["week"]) if found["week"] else found["iso"].split("-w")
    try:
        date.fromisocalendar(int(year_text), int(week_text), 1)
    except ValueError as error:
        raise ValueError(f"{year_text} has no week {int(week_text)}.") from error
    return f"{year_text}-W{int(week_text):02d}", None
