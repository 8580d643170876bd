# Run as a script by the project's interpreter, with three descriptors: frames in, frames out, and the memory
# in which it is told what runs.
# Until our own imports are done, nothing but the standard library is on the path. No syntax and no module
# that older interpreters lack is used before their version is known: they get a word instead of an error.
import sys

BEFORE = tuple(sys.modules)

if sys.version_info < (3, 9):
    sys.stderr.write("tessera needs Python 3.9 or newer; this is %d.%d\n" % sys.version_info[:2])
    sys.exit(3)

HERE = __file__.replace("\\", "/").rpartition("/")[0]
STANDARD = str(sys.modules["os"].__file__).replace("\\", "/").rpartition("/")[0]
WHOLE = [entry for entry in sys.path if entry.replace("\\", "/").rstrip("/") != HERE]
sys.path[:] = [e for e in WHOLE if e == STANDARD or e.endswith(("lib-dynload", ".zip", "DLLs"))]

# The worker is found beside this file under a name of its own: neither the folder that holds it nor its
# package's name become part of what the project can import.
PACKAGE = type(sys)("_tessera_lsp")
PACKAGE.__path__ = [HERE.rpartition("/")[0]]
sys.modules["_tessera_lsp"] = PACKAGE
ENTRY = __import__("_tessera_lsp.worker.entry", fromlist=["serve"])
sys.path[:] = WHOLE
ENTRY.serve(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), BEFORE)
