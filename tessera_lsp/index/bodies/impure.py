"""What in the language and well-known libraries reads clock, chance, environment, files or network."""

from __future__ import annotations

from collections.abc import Mapping

from tessera_lsp.index.bodies.model import EffectSort

_CALLS: Mapping[EffectSort, str] = {
    "clock": """
        time.time time.time_ns time.monotonic time.monotonic_ns time.perf_counter time.perf_counter_ns
        time.process_time time.process_time_ns datetime.datetime.now datetime.datetime.utcnow
        datetime.datetime.today datetime.date.today
    """,
    "chance": """
        random.random random.randint random.randrange random.choice random.choices random.sample
        random.shuffle random.uniform random.gauss random.normalvariate random.getrandbits
        random.betavariate random.triangular random.expovariate random.randbytes random.SystemRandom
        os.urandom os.getrandom uuid.uuid1 uuid.uuid4 secrets.token_bytes secrets.token_hex
        secrets.token_urlsafe secrets.choice secrets.randbelow secrets.randbits numpy.random.rand
        numpy.random.randn numpy.random.randint numpy.random.random numpy.random.choice
        numpy.random.shuffle numpy.random.permutation numpy.random.uniform numpy.random.normal
    """,
    "environment": """
        os.getenv os.getenvb os.getcwd os.getcwdb os.getpid os.getlogin os.uname os.cpu_count
        getpass.getuser socket.gethostname platform.node platform.system platform.platform
        platform.machine locale.getlocale
    """,
    "files": """
        open io.open codecs.open input os.open os.listdir os.scandir os.walk os.stat os.lstat
        os.path.exists os.path.isfile os.path.isdir os.path.islink os.path.getsize os.path.getmtime
        os.access os.remove os.unlink os.rename os.replace os.mkdir os.makedirs os.rmdir os.removedirs
        os.chmod os.symlink os.link os.readlink glob.glob glob.iglob shutil.copy shutil.copy2
        shutil.copyfile shutil.copytree shutil.move shutil.rmtree shutil.which tempfile.mkdtemp
        tempfile.mkstemp tempfile.NamedTemporaryFile tempfile.TemporaryDirectory tempfile.TemporaryFile
        os.system os.popen subprocess.run subprocess.call subprocess.check_call subprocess.check_output
        subprocess.Popen pathlib.Path.cwd pathlib.Path.home sqlite3.connect importlib.resources.files
    """,
    "network": """
        socket.socket socket.create_connection socket.getaddrinfo socket.gethostbyname
        urllib.request.urlopen urllib.request.urlretrieve http.client.HTTPConnection
        http.client.HTTPSConnection smtplib.SMTP ftplib.FTP requests.get requests.post requests.put
        requests.head requests.request requests.Session httpx.get httpx.post httpx.request httpx.Client
        aiohttp.ClientSession
    """,
}
_WITHOUT_ARGUMENTS: Mapping[str, EffectSort] = {
    "time.localtime": "clock",
    "time.gmtime": "clock",
    "time.ctime": "clock",
    "time.asctime": "clock",
    "random.Random": "chance",
    "numpy.random.default_rng": "chance",
}
"""What reads the clock or chance only where the caller gives no time or seed."""

CALLS: Mapping[str, EffectSort] = {name: sort for sort, names in _CALLS.items() for name in names.split()}
"""By full name."""
READS: Mapping[str, EffectSort] = {
    "os.environ": "environment",
    "os.environb": "environment",
    "sys.argv": "environment",
    "sys.stdin": "files",
}
"""What need not be called to be read."""
FILE_METHODS = frozenset({"read_bytes", "read_text", "write_bytes", "write_text"})
"""Methods that have no other meaning than reading or writing a file."""
VERBS: Mapping[EffectSort, str] = {
    "clock": "reads the clock",
    "chance": "draws by chance",
    "environment": "reads the environment",
    "files": "reaches for files or processes",
    "network": "reaches for the network",
}


def sort_of_call(name: str, has_arguments: bool) -> EffectSort | None:
    """What a call of something with this full name does that its arguments do not tell."""
    if name in _WITHOUT_ARGUMENTS:
        return None if has_arguments else _WITHOUT_ARGUMENTS[name]
    return CALLS.get(name)
