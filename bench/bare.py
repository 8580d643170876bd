"""The bare work behind a fresh verdict, without server and worker.

    python bench/bare.py FILE ITEMS

Run at the root of the copied project. ``ITEMS`` is JSON: the samples' shapes, texts and citations. For each
line on standard input, which is the path of a text: parse it, fork, import the module from it in the child,
and call each sample's shape once; then a line with the seconds of the parse, and of all the rest.
"""

from __future__ import annotations

import ast
import json
import os
import sys
import time
import types
from pathlib import Path

sys.path.insert(0, ".")

MODULE = "tessera.business.claims"


def main() -> None:
    """Serve until standard input ends."""
    from tessera.eval.registry import batteries
    from tessera.grounding import Claim

    file, items = sys.argv[1], json.loads(Path(sys.argv[2]).read_text())
    graph = next(battery for battery in batteries() if battery.name == "business").build_graph()
    nodes = graph.nodes
    asked = [(s, Claim(text, tuple(nodes[i].record for i in ids))) for s, text, ids in items]
    graph.names("customer")
    for line in sys.stdin:
        text = Path(line.strip()).read_text()
        began = time.perf_counter()
        ast.parse(text)
        parsed = time.perf_counter()
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            module = types.ModuleType(MODULE)
            sys.modules[MODULE] = module
            exec(compile(text, file, "exec"), vars(module))
            said = [getattr(module, shape)(claim, nodes, graph) for shape, claim in asked]
            os.write(writer, json.dumps(said).encode())
            os._exit(0)
        os.close(writer)
        answers = b""
        while data := os.read(reader, 1 << 16):
            answers += data
        ended = time.perf_counter()
        os.close(reader)
        os.waitpid(child, 0)
        assert len(json.loads(answers)) == len(asked)
        print(parsed - began, ended - parsed, flush=True)


main()
