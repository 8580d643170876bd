"""Tickets: eleven about faults of the runs, the others about the product."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tessera.devex.synthesis.faults import FAULTS

FIRST_TICKET = 11


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket. ``fault`` is a key of ``FAULTS`` for one that quotes a log."""

    title: str
    state: str
    team: str
    body: tuple[str, ...]
    fault: str = ""


TICKETS = (
    Ticket("Ledger tests time out on cold databases", "closed", "Équipe Paiements",
           ("It happens on Mondays, after the weekend's restart.",), "ledger-timeout"),
    Ticket("Sizes are rounded the wrong way", "closed", "Team Größe",
           ("The assertion names <Größe: 5> where 4 was meant.",), "size-assertion"),
    Ticket("Token parser does not compile with the new headers", "closed", "Team Größe",
           ("The old compiler accepts it & the new one does not.",), "template-bracket"),
    Ticket("Deployment values hold a key twice", "closed", "Crew Åre",
           ("Which of the two is meant is not written down.",), "duplicate-key"),
    Ticket("Interface library refuses React 19", "closed", "Team Storefront",
           ("The library's authors know about it.",), "peer-conflict"),
    Ticket("Integration workers are killed for memory", "open", "検索チーム",
           ("Only runners with 4 GB are affected.",), "out-of-memory"),
    Ticket("Build cache fills the disk", "open", "Crew Åre",
           ("The disk of linux-大阪 holds 80 GB.",), "disk-full"),
    Ticket("Signatures fail since the key was rotated", "closed", "Zespół Tożsamość",
           ("The test still signs with Łódź-6.",), "key-rotation"),
    Ticket("形態素解析が失敗する", "open", "検索チーム",
           ("辞書がイメージに入っていません。", "The dictionary is missing from the image."), "tokenizer"),
    Ticket("תבנית הברכה חסרה", "closed", "Team Notify",
           ("התבנית תורגמה אבל לא נשמרה במאגר.", "The translation exists."), "hebrew-template"),
    Ticket("Checker ends with a segmentation fault", "closed", "Team Größe",
           ("A document of 4,000 nested lists is enough.",), "segfault"),
    Ticket("بطء في صفحة البحث", "open", "検索チーム",
           ("الصفحة تفتح بعد ٩ ثوان.", "The page opens after 9 s.")),
    Ticket("Let the rota say who stands in on holidays", "open", "Crew Åre",
           ("Week 11 has no entry at all.",)),
    Ticket("Prices break over two lines", "closed", "Team Storefront",
           ("Seen with 18\u00a0400 kr and 1\u202f200 kr.",)),
    Ticket("Refused coupons are not named", "closed", "Team Storefront",
           ("The reader tried 'Sommar & Sol' and \"Höst\".",)),
    Ticket("Alarm page shows &amp; for &", "open", "Team Notify",
           ("The title <b>Å & Ö</b> is escaped twice.",)),
    Ticket("Invoices in Latgalian", "closed", "Équipe Paiements",
           ("Asked for by O’Shea & Fils.",)),
    Ticket("Hits in titles rank too low", "closed", "検索チーム",
           ("A search for 大阪 lists its title ninth.",)),
    Ticket("Reminders arrive at night", "closed", "Team Notify",
           ("One came at 03:12.",)),
    Ticket("Logins never end", "closed", "Zespół Tożsamość",
           ("A login of 29 days was seen.",)),
    Ticket("Names with an apostrophe are refused", "closed", "Équipe Paiements",
           ("O’Shea & Fils is not accepted, O'Shea is not either.",)),
    Ticket("Search from Osaka is slow", "closed", "検索チーム",
           ("190 ms from 大阪, 12 ms from Göteborg.",)),
    Ticket("Large uploads vanish", "closed", "Team Storefront",
           ("A file of 61 MB was accepted and never seen again.",)),
    Ticket("Exported tables have blanks for tabs", "closed", "Équipe Paiements",
           ("A row reads a\tb\tc on the screen and not in the file.",)),
    Ticket("Nightly export is not documented", "open", "Équipe Paiements",
           ("Nobody knows when it runs.",)),
)  # fmt: skip


def ticket_files() -> dict[str, str]:
    """A Markdown page for each ticket, by path below the data folder."""
    return {f"tickets/OPS-{n}.md": _page(n, ticket) for n, ticket in enumerate(TICKETS, FIRST_TICKET)}


def _page(number: int, ticket: Ticket) -> str:
    lines = [f"# OPS-{number}: {ticket.title}", "", f"State: {ticket.state}", f"Team: {ticket.team}", ""]
    if ticket.fault:
        fault = FAULTS[ticket.fault]
        assert fault.ticket == number, f"fault {fault.key} names OPS-{fault.ticket}, not OPS-{number}"
        # A person who quotes a log leaves out what differs from run to run.
        stretches = re.split(r"\{\w+\}", fault.lines[fault.quoted])
        quoted = max(stretches, key=len).strip()
        lines += [f"> {quoted}", ""]
    return "\n".join([*lines, *ticket.body]) + "\n"
