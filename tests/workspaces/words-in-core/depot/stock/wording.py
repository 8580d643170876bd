"""The vertical's patterns."""

import re

VOLUME = re.compile(r"(?i:Inner volume) is (?P<litres>[0-9]+) litres\.?")
