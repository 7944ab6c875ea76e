"""What the description of the API shows: short hands that are accepted as they stand."""

HAND_ACTIONS = [
    "d dh p1 ????????",
    "d dh p2 ????????",
    "d dh p3 As2d3c4h",
    "p3 cbr 1.00",
    "p1 f",
    "p2 f",
]

HAND_JSON = {
    "variant": "FB",
    "currency": "USD",
    "antes": ["0", "0", "0"],
    "blinds_or_straddles": ["0.25", "0.50", "0"],
    "small_bet": "0.50",
    "big_bet": "1.00",
    "starting_stacks": ["20.00", "18.50", "25.00"],
    "players": ["Bora", "Chanho", "Areum"],
    "actions": HAND_ACTIONS,
}

FAULTY_JSON = HAND_JSON | {"actions": [*HAND_ACTIONS[:3], "p3 cbr 1.20"]}

HAND_TOML = """variant = "FB"
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
small_bet = 10
big_bet = 20
starting_stacks = [400, 400, 400]
actions = [
  "d dh p1 As2d3c4h",
  "d dh p2 Ks2h3d4d",
  "d dh p3 5s6s7s8s",
  "p3 cbr 20",
  "p1 f",
  "p2 f",
]
"""

HAND_TEXT = """PokerStars Game #700000102:  Badugi Limit ($0.50/$1.00 USD) - 2010/03/06 20:15:00 ET
Table 'Haeundae' 6-max Seat #3 is the button
Seat 1: Bora ($20 in chips)
Seat 2: Chanho ($18.50 in chips)
Seat 3: Areum ($25 in chips)
Bora: posts small blind $0.25
Chanho: posts big blind $0.50
*** DEALING HANDS ***
Dealt to Areum [As 2d 3c 4h]
Areum: raises $0.50 to $1
Bora: folds
Chanho: folds
Uncalled bet ($0.50) returned to Areum
Areum collected $1.25 from pot
Areum: doesn't show hand
*** SUMMARY ***
Total pot $1.25 | Rake $0
Seat 1: Bora (small blind) folded before the Draw
Seat 2: Chanho (big blind) folded before the Draw
Seat 3: Areum (button) collected ($1.25)
"""

TWO_HANDS = {"evaluation": "badugi", "hands": ["As2d3c4h", "K♣ Q♦ J♥ 10♠"]}

TWO_RESULTS = {
    "evaluation": "badugi",
    "results": [
        {
            "cards": "As2d3c4h",
            "used": "As2d3c4h",
            "size": 4,
            "category": "badugi",
            "name": {"en": "4-high badugi (4-3-2-A)", "ko": "메이드 4탑 (골프)"},
            "strength": 1092,
            "place": 1,
        },
        {
            "cards": "KcQdJhTs",
            "used": "KcQdJhTs",
            "size": 4,
            "category": "badugi",
            "name": {"en": "K-high badugi (K-Q-J-T)", "ko": "메이드 카탑"},
            "strength": 378,
            "place": 2,
        },
    ],
}

HAND_ANSWER = {
    "accepted": True,
    "status": "settled",
    "unproved": [],
    "findings": [],
    "hand": {
        "variant": "FB",
        "antes": ["0.00", "0.00", "0.00"],
        "blinds_or_straddles": ["0.25", "0.50", "0.00"],
        "small_bet": "0.50",
        "big_bet": "1.00",
        "starting_stacks": ["20.00", "18.50", "25.00"],
        "actions": ["d dh p1 ????????", "d dh p2 ????????", "d dh p3 As2d3c4h", "p3 cbr 1.00", "p1 f", "p2 f"],
        "players": ["Bora", "Chanho", "Areum"],
        "currency": "USD",
    },
    "settlement": {
        "pots": [
            {
                "amount": "1.25",
                "rake": "0.00",
                "eligible": [3],
                "shares": [{"player": 3, "side": "low", "amount": "1.25", "odd": "0.00"}],
                "odd_rule": None,
            }
        ],
        "players": [
            {
                "player": 1,
                "name": "Bora",
                "put_in": "0.25",
                "antes": "0.00",
                "blinds": "0.25",
                "dead": "0.00",
                "bets": "0.00",
                "returned": "0.00",
                "won": "0.00",
                "net": "-0.25",
                "final_cards": "????????",
                "hand": None,
                "finishing_stack": "19.75",
            },
            {
                "player": 2,
                "name": "Chanho",
                "put_in": "0.50",
                "antes": "0.00",
                "blinds": "0.50",
                "dead": "0.00",
                "bets": "0.00",
                "returned": "0.00",
                "won": "0.00",
                "net": "-0.50",
                "final_cards": "????????",
                "hand": None,
                "finishing_stack": "18.00",
            },
            {
                "player": 3,
                "name": "Areum",
                "put_in": "0.50",
                "antes": "0.00",
                "blinds": "0.00",
                "dead": "0.00",
                "bets": "0.50",
                "returned": "0.50",
                "won": "1.25",
                "net": "0.75",
                "final_cards": "As2d3c4h",
                "hand": {"en": "4-high badugi (4-3-2-A)", "ko": "메이드 4탑 (골프)"},
                "finishing_stack": "25.75",
            },
        ],
        "rake": "0.00",
    },
    "jackpots": [],
}

FAULTY_ANSWER = {
    "accepted": False,
    "status": None,
    "unproved": [],
    "findings": [
        {
            "code": "bet_amount",
            "severity": "error",
            "message": {
                "en": "Areum (p3) bets or raises to 1.20; expected 1.00.",
                "ko": "Areum(p3)님의 베팅(레이즈) 금액이 1.20입니다. 올바른 값: 1.00.",
            },
            "line": 1,
            "action": 3,
            "street": "predraw",
            "player": 3,
            "field": None,
            "found": "1.20",
            "expected": "1.00",
        }
    ],
    "hand": {
        "variant": "FB",
        "antes": ["0.00", "0.00", "0.00"],
        "blinds_or_straddles": ["0.25", "0.50", "0.00"],
        "small_bet": "0.50",
        "big_bet": "1.00",
        "starting_stacks": ["20.00", "18.50", "25.00"],
        "actions": ["d dh p1 ????????", "d dh p2 ????????", "d dh p3 As2d3c4h", "p3 cbr 1.20"],
        "players": ["Bora", "Chanho", "Areum"],
        "currency": "USD",
    },
    "settlement": None,
    "jackpots": [],
}
