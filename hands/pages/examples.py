"""Hands that the page shows when it is asked for an example: what to paste, and what comes of it."""

_HAND = """PokerStars Game #700000201:  Badugi Limit ($0.50/$1.00 USD) - 2010/03/06 20:15:00 ET
Table 'Haeundae' 6-max Seat #3 is the button
Seat 1: Bora ($2 in chips)
Seat 2: Chanho ($18.50 in chips)
Seat 3: Areum ($25 in chips)
Seat 4: Dasom ($12.40 in chips)
Seat 5: Eunha ($20 in chips)
Dasom: posts small blind $0.25
Eunha: posts big blind $0.50
*** DEALING HANDS ***
Dealt to Areum [As 4d 6c Kc]
Bora: raises $0.50 to $1
Chanho: calls $1
Areum: calls $1
Dasom: calls $0.75
Eunha: folds
*** FIRST DRAW ***
Dasom: discards 2 cards
Bora: discards 1 card
Chanho: discards 1 card
Areum: discards 1 card [Kc]
Dealt to Areum [As 4d 6c] [8h]
Dasom: checks
Bora: checks
Chanho: bets $0.50
Areum: calls $0.50
Dasom: calls $0.50
Bora: calls $0.50
*** SECOND DRAW ***
Dasom: discards 1 card
Bora: stands pat
Chanho: stands pat
Areum: stands pat on [As 4d 6c 8h]
Dasom: checks
Bora: checks
Chanho: bets $1
Areum: calls $1
Dasom: calls $1
Bora: calls $0.50 and is all-in
*** THIRD DRAW ***
Dasom: discards 1 card
Bora: stands pat
Chanho: stands pat
Areum: stands pat on [As 4d 6c 8h]
Dasom: checks
Chanho: bets $1
Areum: calls $1
Dasom: calls $1
*** SHOW DOWN ***
Chanho: shows [Ac 4h 6s 8d] (Badugi: 8,6,4,A)
Areum: shows [As 4d 6c 8h] (Badugi: 8,6,4,A)
Dasom: mucks hand
Chanho collected $2.14 from side pot
Areum collected $2.13 from side pot
Bora: shows [2s 3h 5d 7c] (Badugi: 7,5,3,2)
Bora collected $8.08 from main pot
*** SUMMARY ***
Total pot $13 Main pot $8.08. Side pot $4.27. | Rake $0.65
Seat 1: Bora showed [2s 3h 5d 7c] and won ($8.08) with Badugi: 7,5,3,2
Seat 2: Chanho showed [Ac 4h 6s 8d] and won ($2.14) with Badugi: 8,6,4,A
Seat 3: Areum (button) showed [As 4d 6c 8h] and won ($2.13) with Badugi: 8,6,4,A
Seat 4: Dasom (small blind) mucked [2c 5c 7h Jd]
Seat 5: Eunha (big blind) folded before the Draw
"""

EXAMPLES = {
    "1": _HAND,
    "fault": _HAND.replace("discards 1 card [Kc]", "discards 1 card [Kd]"),
}
"""By what the address says: a hand that is accepted, and the same with a card thrown that was not held."""
