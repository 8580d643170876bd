"""What may be said about cases: a partial, an instance, what a factory returns, and one that is forgotten."""

import functools

from . import patterns

#@ diag("TES101", "no battery declares forgotten: it never speaks; declare it in the battery law", on="def forgotten(", at="forgotten")
#@ diag("TES403", 'no record "case,9".*"case,', on="None: Case 9 was adjourned.", at="case,9")
#@ hint("✓ counted", on="True: There are 5 cases.")
#@ hint("✗ counted", on="False: There are 6 cases.")
#@ hint("∅", on="None: There are some cases.")
#@ hint("✓ shape", on="True: Case 2 was granted.")
#@ diag("TES401", "sample says True, shape says None, in 1 place of 2", on="True: Case 2 was granted.", at="True")
#@ hint("∅", on="None: Case 2 was heard.")
#@ hint("∅", on="True: Case 1 was adjourned.")
#@ hint("! law has no record case,9", on="None: Case 9 was adjourned.")
#@ hint("^1 · owns 5$", on="GRAMMAR = [in_may")
#@ hint("^2 · owns 0$", on="GRAMMAR = [in_may")
#@ hint("^3 · owns 0$", on="GRAMMAR += [make")
#@ hint("^4 · owns 0$", on="GRAMMAR += [make")


def _month(month, claim, nodes, graph):
    match = patterns.DECIDED.fullmatch(claim.text)
    if match is None:
        return None
    return match[2] == month and claim.support[0].id == "case," + match[1]


in_may = functools.partial(_month, "May")


class Counted:
    """The stated number is that of all cases.

    Samples:
        True: There are 5 cases. <- "case,1"
        False: There are 6 cases. <- "case,1"
        None: There are some cases. <- "case,1"
    """

    def __call__(self, claim, nodes, graph):
        first, _, number = claim.text.removesuffix(" cases.").rpartition(" ")
        if first != "There are" or not number.isdigit():
            return None
        return number == str(len(nodes))


counted = Counted()


def make(ending, holds):
    """A shape that knows the even cases as ended in one way."""

    def shape(claim, nodes, graph):
        """Only even cases end so, and only in the way that holds.

        Samples:
            True: Case 2 was granted. <- "case,2"
            None: Case 2 was heard. <- "case,2"
        """
        number, _, said = claim.text.removeprefix("Case ").partition(" was ")
        if not number.isdigit() or said != ending:
            return None
        return holds and int(number) % 2 == 0 and claim.support[0].id == "case," + number

    return shape


GRAMMAR = [in_may, counted]
GRAMMAR += [make("granted.", True), make("dismissed.", False)]


def forgotten(claim, nodes, graph):
    """Never declared.

    Samples:
        True: Case 1 was adjourned. <- "case,1"
        None: Case 9 was adjourned. <- "case,9"
    """
    if claim.text != "Case 1 was adjourned.":
        return None
    return claim.support[0].id == "case,1"
