"""Counters of rate limits: in the database, so that they hold across processes and computers."""

from __future__ import annotations

from django.db import connections, models, router


class RateCounter(models.Model):
    """How many requests one client made in its latest window. Windows are numbered since 1970."""

    client = models.CharField(max_length=80, primary_key=True)
    window = models.BigIntegerField(db_index=True)  # for deleting those of windows long past
    requests = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.client

    @classmethod
    def count(cls, client: str, window: int) -> int:
        """Counts one request and returns how many the client made in this window, this one included.

        One statement: two requests at once are never counted as one.
        """
        table = cls._meta.db_table
        with connections[router.db_for_write(cls)].cursor() as cursor:
            cursor.execute(
                f'INSERT INTO "{table}" AS old (client, "window", requests) VALUES (%s, %s, 1) '
                "ON CONFLICT (client) DO UPDATE SET "
                'requests = CASE WHEN old."window" = excluded."window" THEN old.requests + 1 ELSE 1 END, '
                '"window" = excluded."window" RETURNING requests',
                [client, window],
            )
            return int(cursor.fetchone()[0])
