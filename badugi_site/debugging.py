"""What pages of errors may show while DEBUG is on."""

from __future__ import annotations

import re

from django.views.debug import SafeExceptionReporterFilter


class HideAddresses(SafeExceptionReporterFilter):
    """Addresses of servers hold passwords too."""

    hidden_settings = re.compile(
        f"{SafeExceptionReporterFilter.hidden_settings.pattern}|BROKER_URL|DATABASE_URL", re.IGNORECASE
    )
