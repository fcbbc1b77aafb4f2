"""Where a server is on the web: its origins, the path below which it is, and the proxies in front of it."""

import ipaddress
import re
from urllib.parse import urlsplit

from pawnstorm.core.errors import UsageError

_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)+")


def checked_origin(text: str) -> str:
    """An origin as browsers send it: a scheme, a host and perhaps a port."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.username or parts.query or parts.fragment:
        raise UsageError(f"'{text}' is not an origin; write one as https://example.org")
    if parts.path.strip("/"):
        raise UsageError(f"the origin '{text}' has a path; give that as --root-path {parts.path.rstrip('/')}")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def checked_root_path(text: str) -> str:
    """A path such as /games; empty for the whole site."""
    path = text.rstrip("/")
    if path and not _PATH.fullmatch(path):
        raise UsageError(f"'{text}' is not a path; write one as /games, in letters, digits and . _ ~ -")
    return path


def checked_network(text: str) -> str:
    """The address or the network of a proxy."""
    try:
        return str(ipaddress.ip_network(text)) if "/" in text else str(ipaddress.ip_address(text))
    except ValueError:
        raise UsageError(f"'{text}' is neither an address nor a network, as 10.0.0.5 or 10.0.0.0/24") from None
