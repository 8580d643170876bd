"""The changes of the shipped data."""

from __future__ import annotations

from tessera.devex.synthesis.changes import Change, Edit

CHANGES = (
    Change(
        "Wait longer for the ledger database",
        "Équipe Paiements",
        (
            "The pool gave up after 30 s, which a cold ledger-db can exceed.",
            "It now waits 45 s and says which address it tried.",
            "Queries that are already running are not affected.",
        ),
        (
            Edit("ledger/pool.py", ("TIMEOUT = 30",), ("TIMEOUT = 45", "SAY_ADDRESS = True")),
            Edit("deploy/ledger.yaml", ("timeout: 30s",), ("timeout: 45s",)),
        ),
        ticket=11,
    ),
    Change(
        "Round sizes half up",
        "Team Größe",
        (
            "Sizes such as 4.5 were rounded to the even neighbour.",
            "They are rounded half up, as the tests say.",
        ),
        (Edit("ledger/größe.py", ("return round(size)",), ("return half_up(size)",)),),
        ticket=12,
    ),
    Change(
        "Include <map> & <vector> in the token parser",
        "Team Größe",
        ("The parser relied on a header that another one included by chance.",),
        (Edit("src/parser/token.cc", (), ("#include <map>", "#include <vector>")),),
        ticket=13,
    ),
    Change(
        'Drop the second "retry_limit" from the deployment values',
        "Crew Åre",
        ("The later of two equal keys won in silence.", "The linter refuses the file now."),
        (Edit("deploy/värden.yaml", ("retry_limit: 5",), ()),),
        ticket=14,
    ),
    Change(
        "Pin the interface library to React 18",
        "Team Storefront",
        ("Version 4.2.0 of the library does not accept React 19.", "The pin goes when version 4.3.0 is out."),
        (Edit("storefront/package.ts", ("react: '^19'",), ("react: '^18'",)),),
        ticket=15,
    ),
    Change(
        "Give integration workers less to hold",
        "検索チーム",
        ("Each worker kept every replayed event.", "They keep the last 500 events."),
        (Edit("search/replay.py", ("KEEP = None",), ("KEEP = 500",)),),
        ticket=16,
    ),
    Change(
        "Prune the build cache before it fills the disk",
        "Crew Åre",
        ("Objects older than 7 days are removed before a build.", "Nothing is removed while a build runs."),
        (
            Edit("build/cache.py", (), ("MAX_AGE_DAYS = 7", "prune(MAX_AGE_DAYS)")),
            Edit("docs/cache.md", ("The cache only grows.",), ("The cache is pruned weekly.",)),
        ),
        ticket=17,
    ),
    Change(
        "Sign with the new Łódź key",
        "Zespół Tożsamość",
        ("The old key was revoked on 12 January.", "Signatures by the old key are refused from now on."),
        (Edit("identity/rekey.go", ('key := "Łódź-6"',), ('key := "Łódź-7"',)),),
        ticket=18,
    ),
    Change(
        "Ship the dictionary with the 形態素 tokenizer",
        "検索チーム",
        ("The image lacked the dictionary, so that 文書 were skipped.", "It is part of the image now."),
        (Edit("search/image.yaml", (), ("dictionary: 日本語-2026.1",)),),
        ticket=19,
    ),
    Change(
        "Add the Hebrew welcome template",
        "Team Notify",
        ("The template was translated and never committed.", "It reads: ברוכים הבאים."),
        (Edit("notify/welcome_he.html", (), ('<p dir="rtl">ברוכים הבאים</p>',)),),
        ticket=20,
    ),
    Change(
        "Check the depth before recursion",
        "Team Größe",
        (
            "A deep document ended the process.",
            "Documents deeper than 200 levels are refused with a message.",
        ),
        (
            Edit(
                "src/parser/depth.cc",
                (),
                ("if (depth > 200) return refuse(node);",),
            ),
        ),
        ticket=21,
    ),
    Change(
        "Show prices with a no-break space",
        "Team Storefront",
        ("Prices such as 18\u202f400 kr were broken over two lines.",),
        (Edit("storefront/price.ts", ("return `${n} kr`;",), ("return `${n}\\u00a0kr`;",)),),
        ticket=24,
    ),
    Change(
        "Say which coupon was refused",
        "Team Storefront",
        ("The message named no coupon.", "It quotes the code: 'Sommar & Sol'."),
        (Edit("storefront/coupon.ts", ("say('refused');",), ("say(`refused: ${code}`);",)),),
        ticket=25,
    ),
    Change(
        "Log the tenant beside each request",
        "Zespół Tożsamość",
        (
            "Requests of different tenants could not be told apart.",
            "Tenants are logged by number, not by name.",
        ),
        (Edit("identity/log.py", ("LOG.info(path)",), ("LOG.info('%s %s', tenant, path)",)),),
    ),
    Change(
        "Retry the mirror three times",
        "Crew Åre",
        ("One reset connection was enough to fail a run.",),
        (Edit("build/mirror.py", ("ATTEMPTS = 1",), ("ATTEMPTS = 3",)),),
    ),
    Change(
        "Translate the invoice to Latgalian",
        "Équipe Paiements",
        ("The invoice had 14 languages.", "This is the 15th."),
        (Edit("ledger/faktura.html", ("<p>—</p>",), ("<p lang='ltg'>Sāta</p>",)),),
        ticket=27,
    ),
    Change(
        "Index titles before bodies",
        "検索チーム",
        ("A hit in a title ranks above 3 hits in a body.", "Bodies are still searched."),
        (Edit("search/rank.py", ("WEIGHT = 1",), ("WEIGHT = 4",)),),
        ticket=28,
    ),
    Change(
        "Stop sending reminders at night",
        "Team Notify",
        ("Reminders wait until 08:00 in the reader's own zone.", "Alarms are not held back."),
        (Edit("notify/clock.py", (), ("QUIET = (22, 8)",)),),
        ticket=29,
    ),
    Change(
        "Read the rota from one page",
        "Crew Åre",
        ("Two pages disagreed in week 3.", "The page in the repository is the only one now."),
        (Edit("docs/rota.md", ("See the wiki.",), ("See rota.md.",)),),
    ),
    Change(
        "Forget logins after 12 hours",
        "Zespół Tożsamość",
        ("Logins lived for 30 days.", "Existing logins end at the next deployment."),
        (Edit("identity/login.py", ("HOURS = 720",), ("HOURS = 12",)),),
        ticket=30,
    ),
    Change(
        "Accept names with an apostrophe",
        "Équipe Paiements",
        ("O’Shea & Fils could not be invoiced.", "Both apostrophes, ' and ’, are accepted."),
        (Edit("ledger/name.py", ("LETTERS = 'A-Za-z'",), ('LETTERS = "A-Za-z\'’"',)),),
        ticket=31,
    ),
    Change(
        "Move the search index to Osaka",
        "検索チーム",
        ("大阪 answers in 12 ms where Göteborg took 190 ms.", "The old index is kept for 2 weeks."),
        (Edit("deploy/search.yaml", ("site: göteborg",), ("site: 大阪", "keep_old: 14d")),),
        ticket=32,
    ),
    Change(
        "Refuse uploads above 40 MB",
        "Team Storefront",
        ("Larger files were accepted and then lost.",),
        (
            Edit("storefront/upload.ts", (), ("if (size > 40e6) refuse(name);",)),
            Edit("docs/upload.md", ("Any size is fine.",), ("At most 40 MB.",)),
        ),
        ticket=33,
    ),
    Change(
        "Write tabs as tabs in exported tables",
        "Équipe Paiements",
        ("The export wrote four blanks where a\ttab was asked for.",),
        (Edit("ledger/export.py", ("SEPARATOR = '    '",), ("SEPARATOR = '\\t'",)),),
        ticket=34,
    ),
    Change(
        "Remove the old alarm bridge",
        "Team Notify",
        ("No alarm has used the bridge since October.", "The bridge is gone; its address answers 410."),
        (Edit("notify/bridge.py", ("BRIDGE = True", "PORT = 8125"), ()),),
    ),
)
