"""The claims of a token: no shape is here, so no battery is missed."""


def expires(token):
    """Seconds since 1970."""
    return token["exp"]
