"""Logged answers put to a battery: what is supported, who owns it, and what nobody owns.

``ranges`` divides the logs, ``entries`` reads their lines, ``judging`` puts claims to the grammars, ``tally``
adds up, ``pool`` does so in several processes, ``report`` shows it. Nothing is kept of a single claim: memory
does not grow with the logs.
"""

from tessera.audit.entries import LogError
from tessera.audit.judging import Auditor
from tessera.audit.ranges import Range, plan
from tessera.audit.tally import Tally

__all__ = ["Auditor", "LogError", "Range", "Tally", "plan"]
