"""PHH, with and without a TOML parser."""

import tomllib
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import HandHistory

from hands.formats import ReadHand, phh, read
from hands.formats.document import from_dict
from hands.rules.document import Document
from hands.rules.names import Names
from hands.rules.replay import play

PLAIN = """variant = "FB"
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [200, 150]
actions = [
  # Pre-draw
  "d dh p1 ????????",
  "d dh p2 As2d3c4h",

  "p2 f", # a pity
]
hand = 12
event = "Tuesday"
"""


def plain(text: str) -> Document | None:
    return phh._plain(text)


def parsed(text: str) -> Document | None:
    return phh._toml(text, 1)[0]


def test_the_plain_shape_is_read_without_a_toml_parser_and_with_the_same_result() -> None:
    assert plain(PLAIN) == parsed(PLAIN) is not None
    on_one_line = PLAIN.replace("  # Pre-draw\n", "").replace(", # a pity", "").replace('",\n\n', '", ')
    on_one_line = on_one_line.replace(",\n", ", ").replace("[\n  ", "[").replace("\n]", "]").replace('"', "'")
    assert plain(on_one_line) == parsed(PLAIN)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("p2 f", "p2 f # sadly"),
        ("p2 f", "p2  f"),
        ("p2 f", " p2 f"),
        ("p2 f", "p2 cbr 4.50"),
        ('"p2 f"', '"p2\\u0020f"'),
        ('"p2 f"', "'p2 f'"),
        ('"p2 f"', '"""p2 f"""'),
        ("[0, 0]", "[0,0]"),
        ("[0, 0]", "[ 0, 0 ]"),
        ("[1, 2]", "[0.50, 1.00]"),
        ("[200, 150]", "[inf, 150]"),
        ("[200, 150]", "[1_000, 150]"),
        ("small_bet = 2", "small_bet=2"),
        ("small_bet = 2", "small_bet = 0x02"),
        ("hand = 12", '_button = 4\n_options = { own_discards = "never" }'),
        ("hand = 12", 'currency = "USD"\ntime = 12:30:15\nplayers = ["A", "B"]'),
        ("hand = 12", "[_options]\ncuts = 2\n#"),
    ],
)
def test_what_is_not_plain_is_read_all_the_same(old: str, new: str) -> None:
    text = PLAIN.replace(old, new)
    assert plain(text) is None
    assert parsed(text) is not None
    (hand,) = read(text.encode())
    assert hand.document == parsed(text)


LINES = [
    'variant = "FB"',
    "antes = [0, 0]",
    "antes = [00, 0]",
    "blinds_or_straddles = [1, 2]",
    "blinds_or_straddles = [-1, 2]",
    "small_bet = 2",
    "small_bet = 02",
    "big_bet = 4",
    "starting_stacks = [200, 150]",
    "starting_stacks = [200, 150] ",
    "starting_stacks = [200]",
    'actions = ["p1 f"]',
    "actions = [\"p1 f\", 'p2 f']",
    'actions = ["p1 f" "p2 f"]',
    'actions = ["p1 f", # "p2 f",\n "p1 cc",\n]',
    'actions = ["p1 \tf",,]',
    'actions = [\n"p1 f"\n# end\n]',
    'actions = ["# nothing"]',
    "actions = []",
    "actions = [,]",
    "ante_trimming_status = true",
    "ante_trimming_status = True",
    'event = "x"',
    'event = ""',
    "event = 'it\"s'",
    "hand = 5",
    'hand = "5"',
    "year = 2025",
    "day = 31",
    "month = 2",
    "min_bet = 2",
    "# a comment = [",
    "",
    "garbage",
    'key = "x"',
    'variant = "FB" # comment',
]


@given(st.lists(st.sampled_from(LINES), max_size=14), st.data())
def test_whenever_the_short_way_accepts_a_text_the_long_way_gives_the_same(
    lines: list[str], data: st.DataObject
) -> None:
    text = "\n".join(lines) + "\n"
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(text)))
        text = (
            text[:at]
            + data.draw(st.sampled_from(["", '"', "'", "#", "\n", ",", "]", "[", " ", ".", "\\", "é"]))
            + text[at + 1 :]
        )
    short = plain(text)
    if short is not None:
        assert short == from_dict(tomllib.loads(text))[0]


@given(st.integers(0, len(PLAIN)), st.text(max_size=3))
def test_a_changed_text_is_never_read_in_two_ways(at: int, new: str) -> None:
    text = (PLAIN[:at] + new + PLAIN[at + len(new) :]).replace("\r", "\n")
    short = plain(text)
    if short is not None:
        assert short == from_dict(tomllib.loads(text))[0]


def test_more_players_than_any_table_has_are_a_finding() -> None:
    thirteen = ", ".join(["2"] * 13)
    text = PLAIN
    for numbers in ("0, 0", "1, 2", "200, 150"):
        text = text.replace(f"[{numbers}]", f"[{thirteen}]")
    (hand,) = read(text.encode())
    assert hand.document is None
    assert ("player_count", "starting_stacks") in {(finding.code, finding.place.field) for finding in hand.findings}


def test_hands_with_the_same_blinds_do_not_share_their_lists() -> None:
    one, other = plain(PLAIN), plain(PLAIN)
    assert one is not None and other is not None
    one.blinds[0] += 1
    one.antes[0] += 1
    assert other == plain(PLAIN) == parsed(PLAIN)


def test_a_file_of_many_hands_gives_each_of_them_with_its_lines() -> None:
    text = f"[1]\n{PLAIN}\n[2]\nvariant = \n\n[3]\n{PLAIN}[3._options]\ncuts = 2\n"
    first, second, third = read(text.encode())
    assert first.document == plain(PLAIN)
    assert (second.document, [finding.code for finding in second.findings]) == (None, ["malformed"])
    assert second.findings[0].place.line == 20
    assert third.document is not None
    assert third.document.options == {"cuts": 2}
    lines = text.split("\n")
    assert [lines[line - 1].strip(' ",') for line in first.action_lines[:2]] == ["d dh p1 ????????", "d dh p2 As2d3c4h"]
    assert [lines[line - 1] for line in third.action_lines] == [lines[line + 20] for line in first.action_lines]
    assert lines[first.field_lines["small_bet"] - 1] == "small_bet = 2"


def test_a_list_of_tables_is_no_hand() -> None:
    (hand,) = read(f"[[a]]\n{PLAIN}".encode())
    assert "missing_field" in [finding.code for finding in hand.findings]


def test_broken_toml_is_a_finding_with_its_line() -> None:
    (hand,) = read(PLAIN.replace("big_bet = 4", "big_bet = = 4").encode())
    (finding,) = hand.findings
    assert (finding.code, finding.place.line) == ("malformed", 6)
    assert finding.message("en").startswith("This is not valid TOML: a value that is none of TOML's (character 11")
    assert "TOML에 없는 값" in finding.message("ko")


@pytest.mark.parametrize(
    ("line", "english"),
    [
        ("big_bet 4", "an equals sign is missing behind a key"),
        ("big_bet = 4 4", "something follows behind a value"),
        ("small_bet = 4", "a key or section that is there twice"),
        ("city = 'x", "a text without its closing quote"),
        ("time = 25:00:00", "something follows behind a value"),
        ("_options = {a = 1", "an object without its closing brace"),
    ],
)
def test_text_that_is_no_toml_is_explained_in_words(line: str, english: str) -> None:
    (hand,) = read(PLAIN.replace("big_bet = 4", line).encode())
    assert [finding.code for finding in hand.findings] == ["malformed"]
    assert english in hand.findings[0].message("en")


def test_a_document_written_as_phh_and_read_again_is_the_same(
    text: Callable[[str], str], document: Callable[[str], Document]
) -> None:
    for name in ("three-players", "heads-up", "names", "side-pot", "cancelled"):
        written = document(text(name))
        again = document(phh.dumps(written))
        written.actions = [
            action.partition(" cc ")[0] + " cc" if " cc " in action else action for action in written.actions
        ]
        assert again == written


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["three-players", "heads-up", "names", "side-pot"])
def test_another_program_replays_the_written_text_to_the_same_stacks(
    text: Callable[[str], str], document: Callable[[str], Document], name: str
) -> None:
    source = text(name).replace("Rake $0.35", "Rake $0").replace("9.65", "10")
    played = document(source)
    *_, state = HandHistory.loads(phh.dumps(played))
    ledger = play(played).ledger
    assert ledger is not None
    stacks = [round(float(stack) * 10**played.decimals) for stack in state.stacks]
    assert stacks == [line.finishing_stack for line in ledger.players]


def test_draws_are_written_in_phases_and_read_back_in_sequence_with_their_lines(
    text: Callable[[str], str], document: Callable[[str], Document], one: Callable[[str], ReadHand]
) -> None:
    written = phh.dumps(document(text("heads-up")))
    actions = [line.strip(' ",') for line in written.split("\n")]
    at = actions.index("p1 sd ????????")
    assert [action.split()[1] for action in actions[at : at + 4]] == ["sd", "sd", "dh", "dh"]
    again = one(written)
    assert again.document is not None
    assert [actions[line - 1] for line in again.action_lines] == again.document.actions
    assert again.document.extra == {"_bounties": {"2": "$1.76"}}


def test_what_a_plain_file_has_no_word_for_is_told(
    text: Callable[[str], str], document: Callable[[str], Document]
) -> None:
    standard = document(text("heads-up"))
    assert phh.beyond_the_standard(standard) is None
    posted = replace(standard, actions=["p1 post 10", *standard.actions])
    assert phh.beyond_the_standard(posted) == Names("the action `p1 post 10`", "`p1 post 10` 액션")
    half_pot = replace(standard, variant="badugi", options={"betting": "half-pot"})
    assert phh.beyond_the_standard(half_pot) == Names("the game badugi", "badugi 게임")


def test_what_phh_has_no_word_for_is_marked() -> None:
    posted = parsed(PLAIN.replace("d dh p1 ????????", "p1 post 2 dead 1"))
    assert posted is not None
    assert "_extended = true" in phh.dumps(posted)
    standard = parsed(PLAIN)
    assert standard is not None
    assert "_" not in phh.dumps(standard).replace("ante_trimming_status", "").replace(
        "blinds_or_straddles", ""
    ).replace("small_bet", "").replace("big_bet", "").replace("starting_stacks", "")


def lines_and_fate(text: str) -> list[tuple[int, bool]]:
    return [(hand.line, hand.document is not None) for hand in read(text.encode())]


LINES = PLAIN.count("\n")


@pytest.mark.parametrize("section", ["[{}]", '["{}"]', "['{}']", " [{}]", "\t[ {} ] # one", "[{}]\n# a comment\n"])
def test_sections_are_told_however_toml_may_write_them(section: str) -> None:
    length = LINES + 1 + section.count("\n")
    assert lines_and_fate("".join(section.format(i) + "\n" + PLAIN for i in (1, 2, 3))) == [
        (1, True),
        (1 + length, True),
        (1 + 2 * length, True),
    ]


def test_a_hand_above_the_first_section_is_a_hand_of_its_own() -> None:
    assert lines_and_fate(PLAIN + "[2]\n" + PLAIN) == [(1, True), (1 + LINES, True)]
    assert lines_and_fate('author = "x"\n[2]\n' + PLAIN) == [(1, False), (2, True)]
    assert lines_and_fate("# Tuesday\n\n[1]\n" + PLAIN) == [(3, True)]


@pytest.mark.parametrize(
    ("field", "fate"),
    [
        ("_notes = [\n[1],\n[2]\n]", True),
        ("_notes = [\n[1]\n, [2]\n]", True),
        ("_notes = [\n  [1] # one\n]", True),
        # A text of several lines is none that a document keeps; it is one hand all the same.
        ('_notes = """\n[1]\nx = 5\n"""', False),
        ("_notes = '''\n[1]\n[2]\n'''", False),
    ],
)
def test_brackets_inside_a_value_are_no_section(field: str, fate: bool) -> None:
    tomllib.loads(PLAIN + field)
    assert lines_and_fate(PLAIN + field + "\n") == [(1, fate)]
    second = 3 + LINES + field.count("\n")
    assert lines_and_fate(f"[1]\n{PLAIN}{field}\n[2]\n{PLAIN}") == [(1, fate), (second, True)]


def test_a_hand_that_was_cut_inside_a_list_does_not_take_the_next_with_it() -> None:
    cut = PLAIN[: PLAIN.index('  "p2 f"')]
    assert [fate for _, fate in lines_and_fate(f"[1]\n{cut}[2]\n{PLAIN}[3]\n{PLAIN}")] == [False, True, True]
