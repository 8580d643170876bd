"""The report as one HTML page that needs nothing else: no script, no library, no address."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tessera.audit.report import Report
from tessera.audit.text import share

GROUPS = 100
"""Groups of unowned sentences that are shown."""

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #667085; --line: #d9dee5; --ground: #fff;
  --good: #2f7d4f; --bad: #b3402e; --mild: #eef1f5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --dim: #98a2b3; --line: #333a45;
  --ground: #14171c; --good: #56b27d; --bad: #e2735f; --mild: #1f242c; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 2rem auto;
  max-width: 62rem; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2.25rem 0 .5rem; }
p.dim, td.dim, span.dim { color: var(--dim); } p { margin: .25rem 0; }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.25rem 0; }
.tile { background: var(--mild); border-radius: .5rem; padding: .7rem 1.1rem; min-width: 8rem; }
.tile b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.tile.bad b { color: var(--bad); } .tile.good b { color: var(--good); }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--dim); }
th, td { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.bar { width: 45%; } .track { display: flex; height: .95rem; margin-top: .25rem; }
.track i { display: block; height: 100%; min-width: 2px; }
.g { background: var(--good); } .b { background: var(--bad); }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
"""


def page(report: Report) -> str:
    """The whole page."""
    body = "".join(
        (
            _head(report),
            _owners(report),
            _answers(report),
            _unowned(report),
            _troubles(report),
        )
    )
    title = f"Audit of {escape(report.battery)}"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>\n'
        f"<body>{body}</body></html>\n"
    )


def _head(report: Report) -> str:
    tally = report.tally
    unsupported = tally.claims - tally.supported
    tiles = (
        ("faithfulness", share(tally.faithfulness), "good" if report.holds else "bad"),
        ("claims", f"{tally.claims:,}", ""),
        ("unsupported", f"{unsupported:,}", "bad" if unsupported else "good"),
        ("answers", f"{tally.answers:,}", ""),
        ("owned by nobody", f"{report.unowned:,}", "bad" if report.unowned else ""),
        ("broken lines", f"{tally.broken_lines:,}", "bad" if tally.broken_lines else ""),
    )
    shown = "".join(f'<div class="tile {kind}"><b>{value}</b>{label}</div>' for label, value, kind in tiles)
    logs = ", ".join(f"<code>{escape(log)}</code>" for log in report.logs)
    nothing = "" if tally.claims else "<p><b>No claim was audited: nothing is verified.</b></p>"
    return (
        f"<h1>Audit of {escape(report.battery)}</h1>"
        f'<p class="dim">{logs}</p>{nothing}<div class="tiles">{shown}</div>'
    )


def _owners(report: Report) -> str:
    most = max((owner.supported + owner.unsupported for owner in report.owners), default=0)
    rows = (
        (
            f"<code>{escape(owner.name)}</code>",
            _bar(((owner.supported, "g"), (owner.unsupported, "b")), most),
            f"{owner.supported:,}",
            f"{owner.unsupported:,}",
        )
        for owner in report.owners
    )
    return "<h2>Who owns the claims</h2>" + _table(("grammar", "", "supported", "not"), rows)


def _answers(report: Report) -> str:
    most = max((count for _, count in report.bins), default=0)
    rows = (
        (escape(label), _bar(((count, "g" if label == "1.0" else "b"),), most), f"{count:,}")
        for label, count in reversed(report.bins)
    )
    out = "<h2>Answers by their share of supported claims</h2>" + _table(("share", "", "answers"), rows)
    if not report.bad:
        return out
    worst = (
        (
            f"<code>{escape(bad.answer)}</code>",
            f"{escape(bad.example)}<br><span class=dim>{escape(bad.path)}:{bad.line}</span>",
            f"{-bad.missing:,} of {bad.claims:,}",
        )
        for bad in report.bad
    )
    return f"{out}<h2>Answers with the most unsupported claims</h2>" + _table(
        ("answer", "the first of them", "unsupported"), worst
    )


def _unowned(report: Report) -> str:
    if not report.unowned:
        return ""
    rows = (
        (
            f"<code>{escape(group.form)}</code>"
            + "".join(f"<br><span class=dim>{escape(example)}</span>" for example in group.examples),
            _bar(((group.count, "b"),), report.groups[0].count),
            f"{group.count:,}",
        )
        for group in report.groups[:GROUPS]
    )
    rest = report.unowned - sum(group.count for group in report.groups[:GROUPS])
    more = f'<p class="dim">and {rest:,} of other forms</p>' if rest else ""
    return "<h2>What nobody owns, by form</h2>" + _table(("form", "", "sentences"), rows) + more


def _troubles(report: Report) -> str:
    tally = report.tally
    out = ""
    if tally.troubles:
        rows = (
            (escape(trouble), escape(tally.raised.get(trouble, "")), f"{count:,}")
            for trouble, count in sorted(tally.troubles.items())
        )
        out += "<h2>Claims that could not be judged as they were logged</h2>"
        out += _table(("trouble", "first at", "claims"), rows)
    if tally.broken_lines:
        broken = ((f"{escape(one.path)}:{one.line}", escape(one.reason)) for one in report.broken)
        out += "<h2>Lines that could not be read</h2>" + _table(("line", "reason"), broken)
        if tally.broken_lines > len(report.broken):
            out += f'<p class="dim">and {tally.broken_lines - len(report.broken):,} more</p>'
    return out


def _table(head: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    names = list(head)
    numbers = {"supported", "not", "answers", "sentences", "claims", "unsupported"}
    kinds = ["bar" if not name else "n" if name in numbers else "" for name in names]
    top = "".join(f'<th class="{kind}">{name}</th>' for name, kind in zip(names, kinds, strict=True))
    body = "".join(
        "<tr>"
        + "".join(f'<td class="{kind}">{cell}</td>' for cell, kind in zip(row, kinds, strict=True))
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _bar(parts: Iterable[tuple[int, str]], most: int) -> str:
    inner = "".join(
        f'<i class="{kind}" style="width:{100 * count / most:.2f}%"></i>'
        for count, kind in parts
        if count and most
    )
    return f'<div class="track">{inner}</div>'
