"""The made-up material behind the shipped data: what went wrong, what was changed, who was on call.

Only ``tessera.devex.generate`` reads these modules; the answer paths read the committed files.
"""
