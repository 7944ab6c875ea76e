"""The histories of one hand as its two players and their club tell it (hand 500: p1 is Duri, p2 the button is Hana)."""

from __future__ import annotations

DURI, HANA = "Duri", "Hana"

HEADER = """PokerStars Game #{number}:  Badugi Limit ($0.50/$1.00 USD) - 2010/03/06 20:15:00 ET
Table 'Haeundae' 6-max Seat #3 is the button
Seat 1: Duri ($20 in chips)
Seat 3: Hana ($25 in chips)
Hana: posts small blind $0.25
Duri: posts big blind $0.50
*** DEALING HANDS ***
"""

HANA_BEFORE = "Dealt to Hana [As 2h 3d Kc]\n"
HANA_DRAWS = "Hana: discards 1 card [Kc]\nDealt to Hana [As 2h 3d] [4c]\n"
DURI_BEFORE = "Dealt to Duri [5s 6h 9d 9c]\n"
DURI_DRAWS = "Duri: discards 2 cards [9d 9c]\nDealt to Duri [5s 6h] [8d Jc]\n"

REST = """*** SECOND DRAW ***
Duri: stands pat{duri}
Hana: stands pat{hana}
Duri: checks
Hana: checks
*** THIRD DRAW ***
Duri: stands pat{duri}
Hana: stands pat{hana}
Duri: checks
Hana: bets $1
Duri: calls $1
*** SHOW DOWN ***
Hana: shows [As 2h 3d 4c] (Badugi: 4,3,2,A)
Duri: mucks hand
Hana collected ${won} from pot
*** SUMMARY ***
Total pot $3 | Rake ${rake}
Seat 1: Duri (big blind) mucked{mucked}
Seat 3: Hana (button) (small blind) showed [As 2h 3d 4c] and won (${won}) with Badugi: 4,3,2,A
"""


def history(
    of: str, *, number: str = "500", rake: str = "0.10", won: str = "2.90", mucked: str = "", card: str = "Kc"
) -> bytes:
    """The text that ``of`` has of the hand; ``card`` is what Hana threw away."""
    hana, duri = of == HANA, of == DURI
    text = HEADER.format(number=number)
    text += HANA_BEFORE if hana else DURI_BEFORE if duri else ""
    text += "Hana: calls $0.25\nDuri: checks\n*** FIRST DRAW ***\n"
    text += DURI_DRAWS if duri else "Duri: discards 2 cards\n"
    text += HANA_DRAWS if hana else "Hana: discards 1 card\n"
    text += "Duri: checks\nHana: checks\n"
    text += REST.format(
        duri=" on [5s 6h 8d Jc]" if duri else "",
        hana=" on [As 2h 3d 4c]" if hana else "",
        rake=rake,
        won=won,
        mucked=mucked,
    )
    return text.replace("Kc", card).encode()
