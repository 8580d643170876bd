"""Cases and what is said about them."""


class Record:
    def __init__(self, id, text):
        self.id, self.text = id, text


class Claim:
    def __init__(self, text, support):
        self.text, self.support = text, tuple(support)


class Case:
    def __init__(self, number):
        self.record = Record(f"case,{number}", f"Case {number} was decided on {number} May.")

    @property
    def id(self):
        return self.record.id


class Docket:
    def __init__(self, cases):
        self.nodes = list(cases)


def docket():
    """Five cases."""
    return Docket(Case(number) for number in range(1, 6))
