"""Where a finding stands: from frames, shapes and batteries to a place in the current text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from tessera_lsp.index.model import BatteryDefinition, ShapeDefinition
from tessera_lsp.rules.model import Facts, Place
from tessera_lsp.text import Document, Position, Span
from tessera_lsp.wire import Fault, Frame

_LIBRARIES = frozenset({"site-packages", "dist-packages", "node_modules", "__pypackages__"})


def line_place(facts: Facts, path: str, line: int) -> Place:
    """Line ``line`` (from 0) of a file, without its indentation where the text is known."""
    document = facts.text(path)
    if document is None:
        return Place(path, Span(Position(line, 0), Position(line + 1, 0)))
    return Place(path, line_span(document, line))


def line_span(document: Document, line: int) -> Span:
    """What is written on a line, blanks around it left out."""
    text = document.line(line)
    start = len(text) - len(text.lstrip())
    return Span(Position(line, start), Position(line, max(start, len(text.rstrip()))))


def is_own(facts: Facts, path: str) -> bool:
    """Whether a file is the project's own: imported as such, or under its root and in no environment."""
    if path in facts.verdicts.sources:
        return True
    root = PurePath(facts.project.root)
    candidate = PurePath(path)
    if not candidate.is_relative_to(root):
        return False
    inner = candidate.relative_to(root).parts
    return not any(part in _LIBRARIES or part.startswith(".") for part in inner)


def _unmoved(facts: Facts, path: str, saved: bool = False) -> bool:
    """Whether lines of a file still are where they were when it ran: when it was loaded, if ``saved``."""
    if saved and path in facts.verdicts.texts:
        return False
    judged = facts.verdicts.texts.get(path) or facts.verdicts.sources.get(path)
    document = facts.text(path)
    if judged is None or document is None:
        return not facts.stale
    return document.digest == judged


def own_frame(facts: Facts, frames: Sequence[Frame], saved: bool = False) -> Place | None:
    """The line of the innermost frame that is the project's own, None where there is none or it has moved.

    ``saved``: the frames are of the saved files, whatever is edited now.
    """
    frame = next((frame for frame in reversed(frames) if is_own(facts, frame.path)), None)
    if frame is None or not _unmoved(facts, frame.path, saved):
        return None
    return line_place(facts, frame.path, max(0, frame.line - 1))


def shape_key(name: str) -> tuple[str, str]:
    """Module and qualified name out of ``module:qualname``."""
    module, _, qualname = name.partition(":")
    return module, qualname


def shape_name(facts: Facts, module: str, qualname: str) -> Place | None:
    """A shape's name where it is defined: by the index, else by the running registry's line."""
    shape = facts.index.shape(module, qualname)
    if shape is not None:
        return Place(shape.path, shape.name_span)
    for battery in facts.verdicts.batteries:
        for reference in facts.verdicts.shapes(battery.name):
            known = (reference.module, reference.qualname) == (module, qualname) and reference.path
            if known and is_own(facts, reference.path) and _unmoved(facts, reference.path):
                return line_place(facts, reference.path, max(0, reference.line - 1))
    return None


def shape_fault(facts: Facts, fault: Fault) -> Place | None:
    """Where a shape's fault stands: the project's own line within the call of the shape, else its name.

    A shape that could not be called at all has no frame of its own; the verifier's line that called it is not
    to blame. None: neither is in the current text.
    """
    module, qualname = shape_key(fault.shape)
    shape = facts.index.shape(module, qualname)
    place = own_frame(facts, _within_shape(facts, shape, fault.frames))
    return place or shape_name(facts, module, qualname)


def _within_shape(
    facts: Facts, shape: ShapeDefinition | None, frames: tuple[Frame, ...]
) -> tuple[Frame, ...]:
    """The frames from the shape's own inwards; without one, those that the verifier's call led to."""
    if shape is not None:
        for at, frame in enumerate(frames):
            if frame.path == shape.path and shape.span.start.line < frame.line <= shape.span.end.line + 1:
                return frames[at:]
    core = [at for at, frame in enumerate(frames) if frame.path == facts.index.core_path]
    if not core:
        return frames
    end = core[0] + 1
    while end in core:
        end += 1
    return frames[end:]


def battery_definition(facts: Facts, name: str) -> BatteryDefinition | None:
    """Where the text builds the battery that runs under ``name``.

    By its name; where the text does not tell names, by the shapes that it declares, if that leaves one.
    """
    built = [battery for battery in facts.index.batteries if battery.builds]
    named = [battery for battery in built if battery.name == name]
    if named:
        return named[0]
    running = {(shape.module, shape.qualname) for shape in facts.verdicts.shapes(name)}
    unnamed = [battery for battery in built if not battery.name]
    alike = [b for b in unnamed if {d.target for d in b.declarations if d.target} == running]
    candidates = alike or unnamed
    return candidates[0] if len(candidates) == 1 else None


def builder(facts: Facts, name: str) -> Place:
    """The name of the function that builds a battery, else the registry's first line."""
    battery = battery_definition(facts, name)
    return Place(battery.path, battery.builder_span) if battery is not None else wiring(facts)


def entry(facts: Facts) -> Place:
    """The name of the function or constant that gives the batteries, else the registry's first line."""
    named = facts.index.entry
    return Place(named.path, named.span) if named is not None else wiring(facts)


def wiring(facts: Facts) -> Place:
    """The first line of the registry, else of ``pyproject.toml``."""
    registry = facts.project.registry
    path = registry if registry is not None else facts.project.root / "pyproject.toml"
    return line_place(facts, str(path), 0)
