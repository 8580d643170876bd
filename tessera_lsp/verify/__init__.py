"""The worker's parent: starts it, tells it what to judge, ends it."""

from tessera_lsp.verify.interpreter import Interpreter, find_interpreter
from tessera_lsp.verify.keeping import Keeping
from tessera_lsp.verify.running import Running
from tessera_lsp.verify.verifier import Verifier

__all__ = ["Interpreter", "Keeping", "Running", "Verifier", "find_interpreter"]
