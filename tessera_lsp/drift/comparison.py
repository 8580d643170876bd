"""Two states side by side: the same sentences, shapes that only have another name, and what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tessera_lsp.drift.model import NOBODY, Drift, Entry, Sentence, Stand, State


def compare(
    before: State, after: State, likely: Mapping[tuple[str, str], str] = MappingProxyType({})
) -> Drift:
    """What has changed from one state to the other. ``likely`` are shapes, ``(battery, old name)`` to the new
    name, that are known to be renamed though not all of their answers are the same."""
    earlier, new = _paired(before, after)
    paired = set(earlier.values())
    lost = sorted(sentence for sentence in before.stands if sentence not in paired)
    renamed = _renamed(before, after, earlier, likely)
    entries, unjudged = [], []
    for sentence, stand in after.stands.items():
        if sentence not in earlier:
            continue
        was = before.stands[earlier[sentence]]
        if was.answer.verdict is None or stand.answer.verdict is None:
            unjudged.append(sentence)
            continue
        owner = renamed.get((sentence.battery, was.answer.owner), was.answer.owner)
        if (owner, was.answer.verdict) != stand.answer:
            why = _why(sentence.battery, was, stand, renamed)
            entries.append(Entry(*sentence, was.answer, stand.answer, why, stand.measured, stand.samples))
    entries.sort(key=lambda entry: (not entry.measured, entry.battery, entry.claim, entry.citations))
    pairs = dict.fromkeys((old, new) for (_, old), new in sorted(renamed.items()))
    return Drift(tuple(entries), tuple(sorted(new)), tuple(lost), tuple(sorted(unjudged)), tuple(pairs))


def _paired(before: State, after: State) -> tuple[dict[Sentence, Sentence], list[Sentence]]:
    """Each later sentence with its earlier self, and those without one. Some projects put citations in an
    order that changes with the hash seed: where that is all that differs, and clear, it is the same claim."""

    def loose(sentence: Sentence) -> Sentence:
        return sentence._replace(citations=tuple(sorted(sentence.citations)))

    pairs = {sentence: sentence for sentence in after.stands if sentence in before.stands}
    left = [sentence for sentence in after.stands if sentence not in pairs]
    free = [sentence for sentence in before.stands if sentence not in pairs]
    counts, wanted = Counter(map(loose, free)), Counter(map(loose, left))
    by_loose = {loose(sentence): sentence for sentence in free}
    new = []
    for sentence in left:
        key = loose(sentence)
        if counts[key] == wanted[key] == 1:
            pairs[sentence] = by_loose[key]
        else:
            new.append(sentence)
    return pairs, new


def _renamed(
    before: State,
    after: State,
    earlier: Mapping[Sentence, Sentence],
    likely: Mapping[tuple[str, str], str],
) -> dict[tuple[str, str], str]:
    """``(battery, old name)`` to the new name: a shape that went and one that came, which own the very same
    sentences with the same verdicts, one at least; or which are known to be one."""
    found: dict[tuple[str, str], str] = {}
    for battery, names in before.shapes.items():
        now = after.shapes.get(battery, ())
        gone = [name for name in names if name not in now]
        came = [name for name in now if name not in names]
        if not gone or not came:
            continue
        pairs = [(b, a) for a, b in earlier.items() if a.battery == battery]
        was = {name: _owned(((a, before.stands[b]) for b, a in pairs), name) for name in gone}
        owns = {name: _owned(((a, after.stands[a]) for _, a in pairs), name) for name in came}
        for old in gone:
            if likely.get((battery, old)) in came:
                found[battery, old] = likely[battery, old]
                continue
            same = [new for new in came if was[old] and owns[new] == was[old]]
            if len(same) == 1:
                found[battery, old] = same[0]
    return found


def _owned(stands: Iterable[tuple[Sentence, Stand]], name: str) -> dict[Sentence, bool | None]:
    return {sentence: stand.answer.verdict for sentence, stand in stands if stand.answer.owner == name}


def _why(battery: str, before: Stand, after: Stand, renamed: Mapping[tuple[str, str], str]) -> str:
    """The first grammar that says something else than it said, else how the order has changed."""
    was = {renamed.get((battery, name), name): answer for name, answer in before.said}
    now = dict(after.said)
    for name, answer in now.items():
        if name in was and was[name] != answer:
            return f"{name} said {was[name]}, and says {answer} now"
    for name, answer in now.items():
        if name not in was and answer in ("True", "False"):
            return f"{name} says {answer}, and was not asked before"
    for name, answer in was.items():
        if now and name not in now and answer in ("True", "False"):
            return f"{name} said {answer}, and is not asked now"
    if before.answer.owner != after.answer.owner:
        return f"{after.answer.owner or NOBODY} owns it, {before.answer.owner or NOBODY} did before"
    return f"{after.answer.owner or NOBODY} judges it otherwise"
