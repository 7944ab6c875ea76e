"""The secret key a club that sets none lives with: made once, kept beside the data, readable by its owner only."""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from badugi_site.environment import BadSetting


def kept_secret_key(directory: Path) -> str:
    """Return the key kept in `directory`, making it first when there is none.

    Several processes may start at once: each writes a file of its own, and the one that links it under the final name
    first has made the key for all of them.
    """
    path = directory / "secret_key"
    try:
        if not path.exists():
            make_secret_key(path)
        return path.read_text().strip()
    except OSError as error:
        raise BadSetting("DATA_DIR", f"a directory that this user can read and write ({error})") from error


def make_secret_key(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret_key-")  # made with mode 0600
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(64) + "\n")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.unlink(draft)
