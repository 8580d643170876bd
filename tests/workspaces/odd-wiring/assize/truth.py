"""The verifier, under names of its own."""


class Truth:
    """Holds the verifier where others look for it."""


def judge(c, table, g=None, *, grammars=()):
    """Whether the first grammar that has an opinion agrees."""
    for grammar in grammars:
        opinion = grammar(c, table, g)
        if opinion is not None:
            return opinion
    return all(c.text in record.text for record in c.support)


Truth.check = staticmethod(judge)
