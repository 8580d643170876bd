"""The on-call rota: one line a week and service, with a week left out and an entry left open."""

from __future__ import annotations

CREWS = ("Crew Åre", "Crew Łódź", "Crew 大阪", "Crew Côte d'Or", "Crew Ήπειρος", "Crew חיפה")
SERVICES = ("payments", "search", "notify", "identity")
WEEKS = tuple(week for week in range(1, 17) if week != 11)  # week 11 was forgotten
OPEN = (8, "search")


def rota_file() -> str:
    """``rota.md``. Weeks are ISO weeks of 2026."""
    lines = ["# On-call rota", "", "Weeks are ISO weeks. A shift begins on Monday at 09:00 UTC.", ""]
    for week in WEEKS:
        for place, service in enumerate(SERVICES):
            if (week, service) == OPEN:
                lines.append(f"- 2026-W{week:02d}, {service}: nobody is on call.")
                continue
            crew, backup = (CREWS[(week + place + shift) % len(CREWS)] for shift in (0, 2))
            lines.append(f"- 2026-W{week:02d}, {service}: {crew} is on call, {backup} is the backup.")
    return "\n".join(lines) + "\n"
