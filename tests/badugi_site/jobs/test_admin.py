"""The admin's pages of work, as an operator of the site sees them."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from badugi_site.jobs import work
from badugi_site.jobs.models import Job, State
from badugi_site.jobs.work import Lease

pytestmark = pytest.mark.django_db
LIST = "/admin/jobs/job/"


@pytest.fixture
def operator(client: Client) -> Client:
    client.force_login(get_user_model().objects.create_superuser("operator", password="long enough for this"))
    return client


def job(state: State = State.WAITING, *, error: str = "", kind: str = "import") -> Job:
    now = timezone.now()
    finished = None if state in (State.WAITING, State.RUNNING) else now
    return Job.objects.create(
        kind=kind, state=state, error=error, run_after=now, created_at=now, finished_at=finished, attempts=5
    )


def test_the_list_shows_what_was_wrong_in_a_line(operator: Client) -> None:
    job(State.DEAD, error="Traceback (most recent call last):\n  File …\nValueError: no such <card>\n")
    page = operator.get(LIST).content.decode()
    assert "ValueError: no such &lt;card&gt;" in page
    assert "Traceback" not in page


@pytest.mark.parametrize(
    ("words", "found"), [("ValueError", 1), ("impor", 2), ("{dead}", 1), ("club 1", 0), ("nothing of it", 0)]
)
def test_work_is_found_by_number_kind_and_error(operator: Client, words: str, found: int) -> None:
    dead = job(State.DEAD, error="ValueError")
    job()
    job(kind="recount")
    response = operator.get(LIST, {"q": words.format(dead=dead.pk)})
    assert response.context["cl"].result_count == found


def test_the_list_is_filtered_by_state_and_kind(operator: Client) -> None:
    job(State.DEAD)
    job()
    job(State.DEAD, kind="recount")
    assert operator.get(LIST, {"state__exact": "dead", "kind": "import"}).context["cl"].result_count == 1


def test_the_list_asks_the_database_no_more_often_for_more_rows(operator: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as counted:
            assert operator.get(LIST).status_code == 200
        return len(counted)

    job()
    few = queries()
    for _ in range(20):
        job(State.DEAD, error="ValueError")
    assert queries() == few


def test_nothing_is_added_changed_or_deleted_by_hand(operator: Client) -> None:
    row = job(State.DEAD)
    assert operator.get(f"{LIST}add/").status_code == 403
    assert operator.get(f"{LIST}{row.pk}/delete/").status_code == 403
    page = operator.get(f"{LIST}{row.pk}/change/")
    assert page.status_code == 200
    assert 'name="_save"' not in page.content.decode()
    assert operator.post(f"{LIST}{row.pk}/change/", {"kind": "other"}).status_code == 403


def act(operator: Client, action: str, *jobs: Job) -> list[str]:
    """Choose these rows and the action; returns what the page says afterwards."""
    chosen = {"action": action, "_selected_action": [row.pk for row in jobs]}
    response = operator.post(LIST, chosen, headers={"accept-language": "en"}, follow=True)
    assert response.status_code == 200
    return [str(message) for message in response.context["messages"]]


def test_dead_and_cancelled_work_is_done_again(operator: Client, kind: Callable[..., str]) -> None:
    def recover(lease: Lease) -> None:
        pass

    rows = [job(state, kind=kind(recover)) for state in (State.DEAD, State.CANCELLED, State.DONE)]
    assert act(operator, "do_again", *rows) == [
        "2 pieces of work will be done again.",
        "1 was neither given up nor cancelled.",
    ]
    assert work.work() == 2
    assert {row.state for row in Job.objects.all()} == {State.DONE}


def test_work_that_is_not_finished_is_cancelled(operator: Client) -> None:
    rows = [job(), job(State.DONE)]
    assert act(operator, "cancel", *rows) == ["1 piece of work is cancelled.", "1 was finished already."]
    assert sorted(row.state for row in Job.objects.all()) == [State.CANCELLED, State.DONE]


def test_whoever_may_only_look_has_no_actions(client: Client) -> None:
    onlooker = get_user_model().objects.create_user("onlooker", password="long enough for this", is_staff=True)
    onlooker.user_permissions.add(Permission.objects.get(codename="view_job"))
    client.force_login(onlooker)
    row = job(State.DEAD)
    assert client.get(LIST).status_code == 200
    client.post(LIST, {"action": "do_again", "_selected_action": [row.pk]})
    row.refresh_from_db()
    assert row.state == State.DEAD
