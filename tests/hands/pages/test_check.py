"""The page that checks pasted hands. None of these tests may touch the database: pytest-django refuses it."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from hands.pages.examples import EXAMPLES
from hands.pages.views import LIMIT, MOST_HANDS
from tests.hands.pages.conftest import Post
from tests.hands.pages.page import Page

DOCUMENTED = Path(__file__).parents[3] / "docs" / "examples"
HAND, FAULT = EXAMPLES["1"], EXAMPLES["fault"]
JSON_HAND = json.loads((DOCUMENTED / "hand.json").read_text())
UNSEEN = JSON_HAND | {"actions": [re.sub(r" (?:\w\w){4}$", " ????????", action) for action in JSON_HAND["actions"]]}
AREUM = "Areum (p5) discards Kd, which is not held; expected one of As4d6cKc."


def many(count: int) -> str:
    return "\n\n".join(HAND.replace("700000201", str(700000300 + i)) for i in range(count))


def test_the_empty_page_says_how_to_fill_it_and_that_nothing_is_stored(client: Client) -> None:
    response = client.get("/check/", headers={"accept-language": "en"})
    page = Page(response)
    assert response.status_code == 200
    assert page.having(href="/check/?example=1")
    assert page.having(href="/check/?example=fault")
    assert page.having(name="text", id="text")
    assert page.having(name="file", type="file")
    assert page.having(method="post", enctype="multipart/form-data")
    assert "Nothing is stored" in response.text
    assert not page.words("#result")


def test_the_first_page_leads_here(client: Client) -> None:
    page = Page(client.get("/"))
    assert page.having(href="/check/")
    assert page.having(href="/check/?example=1")


def test_the_navigation_marks_this_page_as_the_current_one(client: Client) -> None:
    assert Page(client.get("/check/")).having(href="/check/", aria_current="page")
    assert not Page(client.get("/")).having(href="/check/", aria_current="page")


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_not_allowed(client: Client, method: str) -> None:
    assert getattr(client, method)("/check/").status_code == 405


def test_the_example_is_an_accepted_hand_with_its_settlement(client: Client) -> None:
    page = Page(client.get("/check/?example=1", headers={"accept-language": "en"}))
    assert page.words("#summary") == ["The hand is accepted"]
    assert page.words("#hand-1") == ["Hand #700000201 Accepted"]
    assert page.words(".facts") == [
        "GameBadugi 0.50/1.00 USD TableHaeundae PlayersDasom (p1), Eunha (p2), Bora (p3), Chanho (p4), Areum (p5)"
    ]
    rows = [row for row in page.words("tr") if row[:5] in ("Dasom", "Eunha", "Bora ", "Areum")]
    assert rows[:2] == ["Dasom p1 2♣︎5♣︎7♥︎J♦︎ three-card J-7-2 3.50 0.00 −3.50", "Eunha p2 folded 0.50 0.00 −0.50"]
    assert rows[2] == "Bora p3 2♠︎3♥︎5♦︎7♣︎ 7-high badugi (7-5-3-2) 2.00 8.08 +6.08"
    assert "Main pot Bora 8.08 8.50 0.42" in page.words("tr")
    assert "Side pot Chanho 2.14 with the odd 0.01 Areum 2.13 4.50 0.23" in page.words("tr")
    assert "All together 13.00 12.35 −0.65" in page.words("tr")
    assert page.words("textarea")[0].startswith("PokerStars Game #700000201")


def test_the_example_with_a_fault_is_refused_at_the_line_of_the_fault(client: Client) -> None:
    page = Page(client.get("/check/?example=fault", headers={"accept-language": "en"}))
    assert page.words("#hand-1") == ["Hand #700000201 Refused"]
    assert page.words("#hand-1-line-21") == [f"21Areum: discards 1 card [Kd] Error {AREUM}"]
    assert page.having(href="#hand-1-line-21")
    assert page.having(aria_describedby="hand-1-notes-21")
    assert not page.words(".settlement")


def test_an_example_that_is_not_there_is_not_found(client: Client) -> None:
    assert client.get("/check/?example=2").status_code == 404


@pytest.mark.parametrize("name", ["hand.txt", "hand.json", "hand.phh"])
def test_every_format_is_accepted_pasted_and_as_a_file(post: Post, name: str) -> None:
    text = (DOCUMENTED / name).read_text()
    for response in (post(text), post(file=text.encode())):
        page = Page(response)
        assert response.status_code == 200
        assert len(page.words(".accepted")) == 1
        assert page.words(".settlement")
        assert page.words("textarea") == [" ".join(text.split())]


def test_findings_are_told_beneath_their_lines_in_any_format(post: Post) -> None:
    actions = [*JSON_HAND["actions"]]
    actions[3] = "p3 cbr 30"
    text = json.dumps(JSON_HAND | {"actions": actions}, indent=1)
    line = 1 + text[: text.index("p3 cbr 30")].count("\n")
    words = Page(post(text)).words(f"#hand-1-line-{line}")
    assert words == [f'{line} "p3 cbr 30", Error Gaya (p3) bets or raises to 30; expected 20.']


def test_a_hand_that_cannot_be_read_is_told_at_its_line_too(post: Post) -> None:
    page = Page(post('{"variant": "FB",\n "actions": [}'))
    assert page.words("#hand-1") == ["Hand 1 Refused"]
    assert len(page.words("#hand-1-line-2")) == 1


def test_lines_are_numbered_through_the_whole_text(post: Post) -> None:
    page = Page(post(f"{HAND}\n\n{FAULT}"))
    line = HAND.count("\n") + 2 + 21
    assert page.words(f"#hand-2-line-{line}")[0].startswith(f"{line}Areum: discards")


def test_a_warning_is_told_beneath_its_line_of_an_accepted_hand(post: Post) -> None:
    page = Page(post(HAND.replace("*** SHOW DOWN ***", "Something odd\n*** SHOW DOWN ***")))
    assert page.words(".accepted")
    assert page.words(".settlement")
    words = "49Something odd Warning The line Something odd was not understood and ignored."
    assert page.words("#hand-1-line-49") == [words]


def test_each_of_several_hands_has_its_own_verdict_and_a_table_of_contents_leads_to_it(post: Post) -> None:
    page = Page(post(f"{HAND}\n\n{FAULT}"))
    assert page.words("#summary") == ["1 of 2 hands accepted"]
    assert page.words("h3") == ["Hand #700000201 Accepted", "Hand #700000201 Refused"]
    assert page.having(href="#hand-1")
    assert page.having(href="#hand-2")


def test_a_file_that_was_picked_counts_instead_of_the_text(post: Post) -> None:
    page = Page(post(FAULT, file=HAND.encode("utf-16")))
    assert page.words("#summary") == ["The hand is accepted"]
    assert "[Kc]" in page.words("textarea")[0]


def test_an_empty_file_does_not_count(post: Post) -> None:
    assert Page(post(HAND, file=b"")).words("#summary") == ["The hand is accepted"]


@pytest.mark.parametrize(
    ("text", "file", "words"),
    [
        ("", None, "There is nothing to check yet"),
        (" \n\t\n", None, "There is nothing to check yet"),
        ("hello\nworld", None, "No hand of a known format"),
        ("kept", b"PK\x03\x04\x00\x00" + bytes(range(256)), "This is not text"),
        ("a\x00b", None, "No hand of a known format"),
        ("[1, 2]", None, "No hand of a known format"),
    ],
)
def test_what_holds_no_hand_is_refused_with_a_message_and_the_text_is_kept(
    post: Post, text: str, file: bytes | None, words: str
) -> None:
    response = post(text, file=file)
    page = Page(response)
    assert response.status_code == 422
    assert page.words("#problem")[0].startswith(words)
    assert page.having(role="alert")
    assert page.having(id="text", aria_invalid="true", aria_describedby="text-hint problem")
    assert page.words("textarea") == [" ".join(text.split())]


def test_more_than_a_megabyte_is_refused_and_the_text_is_kept(post: Post) -> None:
    text = "x" * (LIMIT + 1)
    response = post(text)
    assert response.status_code == 413
    page = Page(response)
    assert page.words("textarea") == [text]
    assert "./run manage validate_hands FILE" in page.words("#result")[0]
    assert post(file=text.encode()).status_code == 413


def test_line_ends_of_the_browser_do_not_make_a_text_too_large(post: Post) -> None:
    assert post("\n" * (LIMIT - 2) + "a").status_code == 422


def test_a_body_that_is_far_too_large_is_not_read_into_memory(post: Post) -> None:
    response = post(file=b"x" * 4_000_000)
    assert response.status_code == 413
    assert Page(response).words("#problem")[0].startswith("This is more than 1 MB.")


def test_the_charset_of_the_client_is_not_believed(client: Client) -> None:
    body = "--x\r\nContent-Disposition: form-data; name=text\r\n\r\n가나다\r\n--x--\r\n".encode()
    for charset in ("bz2_codec", "utf-16", "none-such"):
        response = client.generic("POST", "/check/", body, f"multipart/form-data; boundary=x; charset={charset}")
        assert response.status_code == 422
        assert Page(response).words("textarea") == ["가나다"]


def test_at_most_fifty_hands_are_shown_and_the_page_says_what_to_do(post: Post) -> None:
    page = Page(post(many(MOST_HANDS)))
    assert page.words("#summary") == ["50 of 50 hands accepted"]
    assert not page.words(".notice")
    page = Page(post(many(MOST_HANDS + 1)))
    assert len(page.words("article")) == MOST_HANDS
    assert page.words(".notice")[0].startswith("There are more than 50 hands in this; the first 50 are shown.")
    assert "./run manage validate_hands FILE" in page.words(".notice")[0]


def test_names_and_lines_of_the_source_are_escaped(post: Post) -> None:
    hostile = "<script>alert(1)</script>"
    for text in (HAND, FAULT):
        response = post(text.replace("Areum", hostile).replace("Haeundae", "<b>&amp;</b>"))
        assert hostile not in response.text
        assert "&lt;script&gt;" in response.text
        assert "<b>&amp;</b>" not in response.text
    response = post("</textarea>" + hostile)
    assert hostile not in response.text


def test_a_name_that_no_text_can_hold_is_shown_all_the_same(post: Post) -> None:
    text = json.dumps(JSON_HAND | {"players": ["\ud800", "{found}", "%s"], "variant": "\udfff", "hand": "\ud800"})
    assert post(text).status_code == 200


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("verified", "Everything that matters is known"),
        ("consistent", "Nothing is against the rules, but unknown cards"),
        ("settled", "The history records no result"),
        ("cancelled", "The hand was cancelled"),
    ],
)
def test_the_verdict_says_in_words_how_much_is_proved(post: Post, status: str, words: str) -> None:
    texts = {
        "verified": HAND,
        "consistent": json.dumps(UNSEEN | {"results": {"collected": [{"player": 1, "amount": "95"}]}}),
        "settled": json.dumps(JSON_HAND),
        "cancelled": (Path(__file__).parents[1] / "fixtures" / "pokerstars" / "cancelled.txt").read_text(),
    }
    page = Page(post(texts[status]))
    assert words in page.words(".told")[0]
    assert page.words(".accepted")


def test_an_open_winner_is_told_instead_of_a_settlement(post: Post) -> None:
    page = Page(post(json.dumps(UNSEEN)))
    assert "Who won cannot be told" in page.words(".told")[0]
    assert not page.words(".settlement")


def test_cards_are_named_and_those_that_count_are_marked(client: Client) -> None:
    page = Page(client.get("/check/?example=1", headers={"accept-language": "en"}))
    cards = [(card["aria-label"], card["class"]) for card in page.having(role="img")]
    assert cards[:5] == [
        ("two of clubs, counts", "card club counts"),
        ("five of clubs", "card club flat"),
        ("seven of hearts, counts", "card heart counts"),
        ("jack of diamonds, counts", "card diamond counts"),
        ("unknown card", "card back"),
    ]
    korean = Page(client.get("/check/?example=1", headers={"accept-language": "ko"})).having(role="img")
    assert [card["aria-label"] for card in korean][12:14] == ["클럽 에이스, 족보에 쓰임", "하트 4, 족보에 쓰임"]


def test_the_page_speaks_korean(post: Post) -> None:
    response = post(FAULT, language="ko")
    page = Page(response)
    assert response["Content-Language"] == "ko"
    assert page.words("h1") == ["핸드 검사"]
    assert page.words("#hand-1") == ["핸드 #700000201 거부"]
    assert "Areum(p5)님이 가지고 있지 않은 카드를 버렸습니다: Kd" in page.words("#hand-1-line-21")[0]
    assert "메이드 7탑" in post(HAND, language="ko").text


def test_the_form_needs_its_token() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/check/", {"text": HAND}).status_code == 403
    token = Page(client.get("/check/")).having(name="csrfmiddlewaretoken")[0]["value"]
    assert client.post("/check/", {"text": HAND, "csrfmiddlewaretoken": token}).status_code == 200


def test_everything_on_the_page_is_labelled(post: Post) -> None:
    page = Page(post(f"{HAND}\n\n{FAULT}"))
    ids = [found["id"] for _, found in page.tags if "id" in found]
    assert len(ids) == len(set(ids))
    for _, found in page.tags:
        for name in ("for", "aria-labelledby", "aria-describedby"):
            assert set(found.get(name, "").split()) <= set(ids)
        if found.get("href", "").startswith("#"):
            assert found["href"][1:] in ids
    assert len(page.words("caption")) == len(page.words("table"))
    assert all("scope" in found for tag, found in page.tags if tag == "th")
    assert page.words("#summary") == page.words("h2")
    assert page.having(role="status")


def test_the_page_allows_nothing_inline_and_nothing_from_elsewhere(post: Post) -> None:
    response = post(f"{HAND}\n\n{FAULT}")
    assert "unsafe" not in response["Content-Security-Policy"]
    for tag, found in Page(response).tags:
        assert tag not in ("script", "style")
        assert not [name for name in found if name == "style" or name.startswith("on")]
        for name in ("src", "href", "action"):
            assert not found.get(name, "").startswith(("http", "//"))
