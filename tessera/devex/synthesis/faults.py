"""The faults that make runs of the shipped data fail, and the traps that only look like faults."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """What a failing step prints.

    ``lines`` may hold ``{small}``, ``{big}`` and ``{hex}``, filled anew for each run, so that the same
    fault differs between logs where real ones do. ``ticket`` is the number of the ticket about it, 0
    where nobody wrote one; ``quoted`` is the line (from 0) that the ticket quotes.
    """

    key: str
    step: str
    lines: tuple[str, ...]
    ticket: int = 0
    quoted: int = 0


FAULTS = {
    fault.key: fault
    for fault in (
        Fault(
            "ledger-timeout",
            "integration tests",
            (
                "ERROR ledger-db: connection to ledger-db:5432 timed out after {big} ms",
                "    at ledger/pool.py:88 in acquire",
            ),
            ticket=11,
            quoted=1,
        ),
        Fault(
            "size-assertion",
            "unit tests",
            (
                "E   AssertionError: expected <Größe: 4> but got <Größe: 5>",
                "E   tests/test_størrelse.py:41: in test_rounds_up",
            ),
            ticket=12,
        ),
        Fault(
            "template-bracket",
            "build",
            (
                "src/parser/token.cc:214:17: error: expected '>' before '<' token",
                "      214 |\tstd::map<Key, std::vector<Token> > tokens_;",
            ),
            ticket=13,
        ),
        Fault(
            "duplicate-key",
            "lint",
            (
                'error: key "retry_limit" is defined twice in "deploy/värden.yaml"',
                "    deploy/värden.yaml:12: duplicate key retry_limit",
            ),
            ticket=14,
            quoted=1,
        ),
        Fault("snapshot", "unit tests", ('FAIL snapshot "faktura_ÅÄÖ.html" differs from "expected.html"',)),
        Fault(
            "peer-conflict",
            "dependencies",
            (
                "npm ERR! code ERESOLVE",
                "npm ERR! could not resolve: @brygga/ui@4.2.0 wants react <19",
            ),
            ticket=15,
            quoted=1,
        ),
        Fault(
            "out-of-memory",
            "integration tests",
            ("Killed: worker {small} used more than 2048 MiB",),
            ticket=16,
        ),
        Fault(
            "disk-full",
            "build",
            (
                "Traceback (most recent call last):",
                '  File "build/cache.py", line 61, in store',
                "OSError: [Errno 28] No space left on device: object {hex}",
            ),
            ticket=17,
            quoted=2,
        ),
        Fault(
            "key-rotation",
            "unit tests",
            (
                "--- FAIL: TestRekeyŁódź (0.{small}s)",
                "    rekey_test.go:57: signature does not match key Łódź-7",
            ),
            ticket=18,
            quoted=1,
        ),
        Fault(
            "certificate",
            "publish",
            (
                "x509: certificate has expired or is not yet valid: "
                "serial {hex} ended on 2026-01-15T00:00:00Z",
            ),
        ),
        Fault(
            "tokenizer",
            "integration tests",
            ("ERROR search-index: 形態素解析に失敗しました: 文書 {small}",),
            ticket=19,
        ),
        Fault(
            "hebrew-template",
            "unit tests",
            ("ERROR notify: תבנית חסרה: welcome_he.html",),
            ticket=20,
        ),
        Fault(
            "segfault",
            "integration tests",
            (
                "Segmentation fault (core dumped)",
                "    make: *** [Makefile:31: check] Error 139",
            ),
            ticket=21,
        ),
        Fault(
            "missing-tag",
            "checkout",
            ("fatal: tag 'v4.2.0-rc.{small}' points to no commit that the remote knows",),
        ),
        # It ends without a word: there is no line to call the cause.
        Fault("silent", "publish", ("uploading 3 files to the mirror", "exit status 137")),
    )
}

# Lines of healthy steps and of failing ones before the error: none of them says that something failed.
DECOYS = (
    "0 errors, 2 warnings",
    "no error handler is registered for the topic audit",
    "tests/test_errors.py ........ [ 64%]",
    "error budget left: 73.2 %",
    "WARN the error page is cached for 300 s",
    "checked 41 files: no FAIL marker left",
    "ERROR_LEVEL=2 is set by the runner",
)

# What a step prints that fails at first and recovers: the error stands in the log and broke nothing.
RECOVERED = (
    "ERROR mirror: connection reset by peer",
    "WARN retrying the mirror in 5 s (attempt 2 of 3)",
    "mirror answered after 2 attempts",
)
