"""One hand as its two players saw it: Areum shows and wins, Bora mucks. Neither history tells the other's cards."""

_START = """PokerStars Game #500:  Badugi Limit ($0.50/$1.00 USD) - 2010/03/06 20:15:00 ET
Table 'Haeundae' 6-max Seat #2 is the button
Seat 1: Areum ($20 in chips)
Seat 2: Bora ($20 in chips)
Bora: posts small blind $0.25
Areum: posts big blind $0.50
*** DEALING HANDS ***
{dealt}
Bora: calls $0.25
Areum: checks
*** FIRST DRAW ***
{first}
Areum: checks
Bora: checks
*** SECOND DRAW ***
Areum: stands pat{areum}
Bora: stands pat{bora}
Areum: checks
Bora: checks
*** THIRD DRAW ***
Areum: stands pat{areum}
Bora: stands pat{bora}
Areum: checks
Bora: checks
*** SHOW DOWN ***
Areum: shows [As 2d 3h 4c] (Badugi: 4,3,2,A)
Bora: mucks hand
Areum collected $1 from pot
*** SUMMARY ***
Total pot $1 | Rake $0
Seat 1: Areum (big blind) showed [As 2d 3h 4c] and won ($1) with Badugi: 4,3,2,A
Seat 2: Bora (button) (small blind) mucked{mucked}
"""

AREUM = _START.format(
    dealt="Dealt to Areum [As 2d 3h Kc]",
    first="Areum: discards 1 card [Kc]\nDealt to Areum [As 2d 3h] [4c]\nBora: discards 2 cards",
    areum=" on [As 2d 3h 4c]",
    bora="",
    mucked="",
)
BORA = _START.format(
    dealt="Dealt to Bora [5s 6h 9d 9c]",
    first="Areum: discards 1 card\nBora: discards 2 cards [9d 9c]\nDealt to Bora [5s 6h] [8d Jc]",
    areum="",
    bora=" on [5s 6h 8d Jc]",
    mucked=" [5s 6h 8d Jc]",
)

# What Bora's history alone tells, and what Areum's alone.
BORAS_CARDS = ("5s", "6h", "9d", "9c", "8d", "Jc")
AREUMS_CARD = "Kc"
# The same hand at another table: whoever tells it so disagrees.
ELSEWHERE = AREUM.replace("Haeundae", "Gwangalli")
REFUSED = AREUM.replace("discards 1 card [Kc]", "discards 1 card [Kd]")
