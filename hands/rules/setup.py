"""What must be right before the first card: seats, stacks, bets, blinds and antes (docs/rules.md, section 4)."""

from __future__ import annotations

from hands.rules import findings
from hands.rules.actions import ActionError, parse_action
from hands.rules.document import Document, amount
from hands.rules.findings import Finding
from hands.rules.games import BET, DEAL, Rules
from hands.rules.names import Names


def check_setup(document: Document, rules: Rules) -> list[Finding]:
    """All that is wrong with the head of a document, in the order of its fields."""
    n = len(document.stacks)
    if not 2 <= n <= rules.game.max_players:
        most = rules.game.max_players
        expected = Names(f"2 to {most} players", f"2명부터 {most}명까지")
        return [findings.PLAYER_COUNT(found=Names(f"{n}", f"{n}명"), expected=expected, field="starting_stacks")]
    if len(document.blinds) != n or len(document.antes) != n:
        antes, blinds = len(document.antes), len(document.blinds)
        found = Names(f"{antes} antes and {blinds} blinds", f"앤티 {antes}개와 블라인드 {blinds}개")
        expected = Names(f"one for each of the {n} players", f"플레이어 {n}명마다 하나씩")
        return [findings.PLAYER_COUNT(found=found, expected=expected, field="antes")]
    wrong = [*_stacks(document), *_bets(document)]
    if document.seats is not None or document.players is not None:
        wrong += _seats(document, n)
    return wrong or [*_blinds(document, rules), *_antes(document)]


def check_cancelled(document: Document) -> list[Finding]:
    """What must be right even of a hand that was cancelled: stacks, seats, and that its actions are actions."""
    wrong = [*_stacks(document), *_seats(document, len(document.stacks))]
    for index, action in enumerate(document.actions):
        try:
            parse_action(action, document.decimals)
        except ActionError as error:
            error.finding.place.action = index
            wrong.append(error.finding)
    return wrong


def _stacks(document: Document) -> list[Finding]:
    return [
        findings.STACK(
            player=i + 1,
            found=amount(stack, document.decimals),
            expected=Names("more than nothing", "0보다 큰 금액"),
            field=f"starting_stacks.{i}",
        )
        for i, stack in enumerate(document.stacks)
        if stack is not None and stack <= 0
    ]


def _bets(document: Document) -> list[Finding]:
    if document.bring_in is not None or document.min_bet is not None:
        strange = [name for name in ("bring_in", "min_bet") if getattr(document, name) is not None]
        expected = Names("small_bet and big_bet", "small_bet와 big_bet")
        return [findings.UNKNOWN_FIELD(found=name, expected=expected, field=name) for name in strange]
    small, big = document.small_bet, document.big_bet
    if small is None or big is None:
        name = "small_bet" if small is None else "big_bet"
        return [findings.MISSING_FIELD(expected=name, field=name)]
    if 0 < small <= big:
        return []
    found = f"{amount(small, document.decimals)}/{amount(big, document.decimals)}"
    expected = Names(
        "a small bet above nothing and a big bet that is no smaller", "0보다 큰 스몰 베팅과 그보다 작지 않은 빅 베팅"
    )
    return [findings.BET_SIZES(found=found, expected=expected, field="small_bet")]


def _seats(document: Document, n: int) -> list[Finding]:
    """Seats are distinct, at the table, and in position order: clockwise from the first left of the button."""
    found = []
    players, seats = document.players, document.seats
    if players is not None and (len(players) != n or len(set(players)) < n):
        found.append(
            findings.PLAYER_COUNT(
                found=", ".join(players),
                expected=Names(f"{n} different names", f"서로 다른 이름 {n}개"),
                field="players",
            )
        )
    if seats is None:
        return found
    most = document.seat_count or max(seats, default=1)
    if len(seats) != n or len(set(seats)) < n or not all(1 <= seat <= most for seat in seats):
        expected = Names(f"{n} different seats from 1 to {most}", f"1부터 {most}까지 서로 다른 좌석 {n}개")
    else:
        first = seats[0] if document.button is None else document.button + 1
        order = [(seat - first) % max(most, max(seats)) for seat in seats]
        if order == sorted(order):
            return found
        expected = Names("the order of the seats clockwise from the button", "버튼부터 시계 방향의 좌석 순서")
    found.append(findings.SEATS(found=", ".join(map(str, seats)), expected=expected, field="seats"))
    return found


def big_blind_of(document: Document) -> int | None:
    """The place in ``blinds`` of the big blind: the second, or the first where no small blind is owed; None without
    blinds.

    Behind a small blind somebody who is all-in by the ante alone owes the big one all the same.
    """
    blinds = document.blinds
    if not any(blinds):
        return None
    if blinds[1] or len(blinds) == 2:
        return 1
    stack = document.stacks[1]
    behind_small = blinds[0] < (document.small_bet or 0)
    nothing_left = stack is not None and document.antes[1] >= stack
    return 1 if behind_small and nothing_left else 0


def has_uniform_antes(document: Document) -> bool:
    """Whether everybody antes the same, or less only for want of chips (then antes are matched, else dead)."""
    ante = max(document.antes)
    return all(paid == ante or _is_short(document, i, paid) for i, paid in enumerate(document.antes))


def _is_short(document: Document, player: int, paid: int) -> bool:
    """Whether an ante is all that a player has, before or after the blind."""
    stack = document.stacks[player]
    if stack is None:
        return False
    blind = document.blinds[_poster(player, len(document.blinds))]
    return paid in (stack, max(0, stack - blind))


def _blinds(document: Document, rules: Rules) -> list[Finding]:
    """Small blind, big blind and straddles, each in its position and of its size.

    The small blind is what the source says, at most the big one; the big blind is the small bet, a straddle one more
    bet than the last. Who has less posts it all.
    """
    blinds, decimals = document.blinds, document.decimals
    blind_game = len(rules.phases) > 1 and rules.phases[0].kind == DEAL and rules.phases[1].kind == BET
    big = big_blind_of(document)
    if big is None:
        if any(document.antes):
            return []
        expected_bets = Names("blinds or antes", "블라인드 또는 앤티")
        return [findings.NO_FORCED_BETS(expected=expected_bets, field="blinds_or_straddles")]
    if not blind_game:
        found = ", ".join(amount(blind, decimals) for blind in blinds)
        return [
            findings.BLINDS(
                found=found,
                expected=Names(
                    "antes only: there is no betting before the first cut", "첫 컷 전 베팅이 없으므로 앤티만"
                ),
                field="blinds_or_straddles",
            )
        ]
    bet = document.small_bet or 0
    expected = [0] * len(blinds)
    expected[big] = bet
    if big:
        expected[0] = max(0, min(blinds[0], bet))
    for place in range(big + 1, len(blinds)):
        if blinds[place] and all(blinds[big:place]):
            expected[place] = (place - big + 1) * bet
    if blinds == expected:
        return []
    wrong = []
    stack = document.stacks[_poster(big, len(blinds))]
    missing = blinds[big] < bet and (stack is None or stack > blinds[big] + document.antes[_poster(big, len(blinds))])
    misplaced = any(blind == bet and (missing or expected[place] != bet) for place, blind in enumerate(blinds))
    for place, blind in enumerate(blinds):
        right = expected[place]
        player = _poster(place, len(blinds))
        stack, ante = document.stacks[player], document.antes[player]
        if blind == right or (right and stack is not None and blind < right and blind in (stack, max(0, stack - ante))):
            continue
        kind = findings.BLIND_POSITION if misplaced or not right else findings.BLIND_AMOUNT
        wrong.append(
            kind(
                player=player + 1,
                found=amount(blind, decimals),
                expected=_blind_in_words(right, place, big, decimals),
                field=f"blinds_or_straddles.{place}",
            )
        )
    return wrong


def _poster(place: int, n: int) -> int:
    """Who posts the blind at this place: heads-up the button, p2, posts the small one."""
    return 1 - place if n == 2 else place


def _blind_in_words(right: int, place: int, big: int, decimals: int) -> Names:
    text = amount(right, decimals)
    if not right:
        return Names("no blind in this position", "이 자리에는 블라인드 없음")
    if place < big:
        return Names(f"a small blind of at most {text}", f"최대 {text}의 스몰블라인드")
    if place == big:
        return Names(f"a big blind of {text}", f"빅블라인드 {text}")
    return Names(f"a straddle of {text}", f"스트래들 {text}")


def _antes(document: Document) -> list[Finding]:
    """Whoever antes puts in the same; who has less puts in all."""
    ante = max(0, *document.antes)
    if min(document.antes) == ante:
        return []
    return [
        findings.ANTE_AMOUNT(
            player=i + 1,
            found=amount(paid, document.decimals),
            expected=amount(ante, document.decimals),
            field=f"antes.{i}",
        )
        for i, paid in enumerate(document.antes)
        if paid < 0 or (paid not in (0, ante) and not _is_short(document, i, paid))
    ]
