"""Signatures of records: Ed25519, so that only who has the secret key can sign and everybody can check.

A public key is written `ed25519:` and 64 hexadecimal digits, a signature is 128 hexadecimal digits. The library is
loaded when it is first needed, because most commands need it never.
"""

import re

_SCHEME = "ed25519:"
_KEY = re.compile(r"ed25519:[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_FINGERPRINT = 16


class Signer:
    """A secret key of 32 bytes; `key` is the public key that belongs to it."""

    def __init__(self, secret: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._secret = secret
        self.key = _SCHEME + Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()

    def sign(self, text: str) -> str:
        """The signature of a text."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self._secret).sign(text.encode()).hex()


def is_key(text: str) -> bool:
    """Whether a text has the form of a public key."""
    return _KEY.fullmatch(text) is not None


def is_signature(text: str) -> bool:
    """Whether a text has the form of a signature."""
    return _SIGNATURE.fullmatch(text) is not None


def is_signed_by(key: str, text: str, signature: str) -> bool:
    """Whether the owner of a public key has signed a text."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key.removeprefix(_SCHEME)))
        public.verify(bytes.fromhex(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(key: str) -> str:
    """The first digits of a public key, for people to compare."""
    return key.removeprefix(_SCHEME)[:_FINGERPRINT]
