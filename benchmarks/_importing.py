"""Hands as files, and a database of their own, for the benchmarks that import them."""

from __future__ import annotations

import logging
import os
import random
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

FOLDER = tempfile.mkdtemp(prefix="bench-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "badugi_site.settings")
os.environ["DATA_DIR"] = FOLDER

import django  # noqa: E402

django.setup()

from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402
from pokerkit import HandHistory  # noqa: E402

from badugi_site.clubs.models import Club  # noqa: E402
from badugi_site.jobs.work import work  # noqa: E402
from hands.files import keep  # noqa: E402
from hands.formats import phh, read  # noqa: E402
from hands.formats.draws import in_phases  # noqa: E402
from hands.ingest import Sender  # noqa: E402
from hands.models import Rank, Upload  # noqa: E402
from hands.rules.document import Document  # noqa: E402
from hands.rules.generate import random_hand  # noqa: E402
from hands.uploads import KeptFile, start_upload  # noqa: E402

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "pokerstars" / "badugi-sng-2010.txt"
_NUMBER = re.compile(rb"(PokerStars (?:Game|Hand) #)([0-9]+)")


class Text:
    """Hands as the text of a file, and the same ones for PokerKit; each copy has other numbers."""

    def __init__(self, hands: int, seed: int) -> None:
        self.real = CORPUS.is_file()
        self.documents: list[Document] = []
        if self.real:
            self.parts = re.split(rb"\n(?=PokerStars (?:Game|Hand) #)", CORPUS.read_bytes().replace(b"\r\n", b"\n"))
            self.documents = [hand.document for hand in read(CORPUS.read_bytes()) if hand.document is not None]
        else:
            source = random.Random(seed)
            while len(self.documents) < min(hands, 100):
                self.documents.append(generated(source, len(self.documents)))
        self.hands = hands
        self.peers = [HandHistory.loads(text) for text in map(for_pokerkit, self.documents) if replays(text)]
        self.copies = 0

    def copy(self) -> bytes:
        """So many hands, with numbers that no copy before had."""
        parts = []
        for i in range(self.hands):
            self.copies += 1
            if self.real:
                number = b"%d" % (10**11 + self.copies)
                parts.append(_NUMBER.sub(rb"\g<1>" + number, self.parts[i % len(self.parts)], count=1))
            else:
                document = replace(self.documents[i % len(self.documents)], hand=str(self.copies))
                parts.append(b"[%d]\n" % (i + 1) + phh.dumps(document).encode())
        return b"\n".join(parts)

    def replay_peers(self) -> int:
        """PokerKit's replay of as many hands."""
        done = 0
        while done < self.hands:
            for history in self.peers:
                for _ in history:
                    pass
                done += 1
        return done


def generated(source: random.Random, number: int) -> Document:
    hand = random_hand(source, variant="FB", short_stacks=False)
    hand.options = {}
    hand.players = [f"Player{(number + i) % 12}" for i in range(len(hand.stacks))]
    hand.venue, hand.year, hand.month, hand.day, hand.time = "Club Han", 2025, 8, 1 + number % 28, "12:00:00"
    return hand


def for_pokerkit(document: Document) -> str:
    """The hand as PokerKit reads it: only what the game needs."""
    plain = replace(
        document, actions=in_phases(document.actions), record=None, options={}, extra={}, button=None, players=None
    )
    return phh.dumps(plain)


def replays(text: str) -> bool:
    try:
        *_, state = HandHistory.loads(text)
    except (ValueError, KeyError):
        return False
    return not state.status


def imported(club: Club, data: bytes) -> Upload:
    """The way of an upload from the kept file to the sums."""
    digest, size = keep([data], 10**9)
    upload = start_upload(
        club=club,
        sender=Sender(None, Rank.SERVER),
        files=[KeptFile("hands.txt", digest, size)],
        at=timezone.now(),
    )
    work()
    upload.refresh_from_db()
    if upload.accepted != upload.found or not upload.found:
        raise SystemExit(f"{upload.refused} of {upload.found} hands were refused")
    return upload


@contextmanager
def own_database() -> Iterator[Club]:
    """A new database on the server of ``DATABASE_URL``, or a SQLite file, with a club; nothing is left afterwards."""
    logging.disable(logging.INFO)
    own = f"bench_{os.getpid()}"
    connection.settings_dict["TEST"]["NAME"] = own if connection.vendor == "postgresql" else f"{FOLDER}/{own}.sqlite3"
    name = connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield Club.objects.create(name="Benchmark", slug="benchmark", time_zone="Asia/Seoul")
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
        shutil.rmtree(FOLDER)
