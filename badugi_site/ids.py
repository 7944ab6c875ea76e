"""Identifiers that sort by time: UUIDs of version 7 (RFC 9562, section 5.7)."""

from __future__ import annotations

import secrets
import uuid
from datetime import datetime

_MILLISECONDS = (1 << 48) - 1
_LOW = (1 << 62) - 1


def time_ordered_id(at: datetime) -> uuid.UUID:
    """A new identifier that sorts among others by this time, to the millisecond; what lies before 1970 sorts first."""
    milliseconds = min(max(0, int(at.timestamp() * 1000)), _MILLISECONDS)
    chance = secrets.randbits(74)
    return uuid.UUID(int=milliseconds << 80 | 7 << 76 | chance >> 62 << 64 | 2 << 62 | chance & _LOW)
