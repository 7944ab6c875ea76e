#!/usr/bin/env python
"""Django's commands for this project: `manage.py help` lists them."""

import os
import sys

from django.core.management import execute_from_command_line

from badugi_site.environment import BadSetting


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "badugi_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except BadSetting as error:
        # The message says all there is to say: a traceback would only hide it.
        sys.exit(str(error))


if __name__ == "__main__":
    main()
