"""What the project says about itself is true: its locks, its changelog, its documents."""

import re
import tomllib
from pathlib import Path

import pytest

from badugi_site.settings import env

PROJECT = Path(__file__).resolve().parent.parent
LOCKS = ["requirements.lock", "requirements-dev.lock"]
PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text())


def entries(lock: str) -> dict[str, str]:
    """Each locked package with its version and hashes."""
    blocks = re.split(r"^(?=\S)", (PROJECT / lock).read_text(), flags=re.MULTILINE)
    return {block.partition("==")[0]: block.partition("==")[2] for block in blocks if block}


def named(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=!~ ;]", requirement)[0].lower() for requirement in requirements}


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_hold_no_addresses(lock: str) -> None:
    text = (PROJECT / lock).read_text()
    assert "://" not in text
    assert "index" not in text
    assert "#" not in text


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_is_pinned_with_hashes(lock: str) -> None:
    packages = entries(lock)
    assert len(packages) > 10
    for name, rest in packages.items():
        assert re.match(r"[0-9][0-9a-z.]* (; [^\n]+ )?\\\n( +--hash=sha256:[0-9a-f]{64}( \\)?\n)+$", rest), name


def test_every_dependency_of_the_project_is_in_both_locks() -> None:
    wanted = named(PYPROJECT["project"]["dependencies"])
    for lock in LOCKS:
        assert wanted <= entries(lock).keys()


def test_every_dependency_of_development_is_in_its_lock_alone() -> None:
    wanted = named(PYPROJECT["dependency-groups"]["dev"])
    assert wanted <= entries("requirements-dev.lock").keys()
    assert not wanted & entries("requirements.lock").keys()


def test_what_develops_is_installed_over_what_runs_without_changing_it() -> None:
    run, develop = (
        {name: (rest.split()[0], re.findall("sha256:[0-9a-f]+", rest)) for name, rest in entries(lock).items()}
        for lock in LOCKS
    )
    assert run.items() <= develop.items()


def test_no_other_lock_is_kept() -> None:
    assert not [name for name in ("uv.lock", "pylock.toml", "poetry.lock") if (PROJECT / name).exists()]


def test_the_changelog_starts_with_the_version_of_the_project() -> None:
    versions = re.findall(r"^## \[(.+?)\]", (PROJECT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    assert versions[0] == PYPROJECT["project"]["version"]
    assert len(versions) == len(set(versions))


def test_the_settings_are_listed_in_the_documents_one_row_each_in_order() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \|", (PROJECT / "docs" / "settings.md").read_text(), flags=re.MULTILINE)
    assert rows == sorted(env.names)


def test_the_readme_links_every_document() -> None:
    linked = set(re.findall(r"\]\((docs/\w+\.md)\)", (PROJECT / "README.md").read_text()))
    assert linked == {f"docs/{path.name}" for path in (PROJECT / "docs").glob("*.md")}


@pytest.mark.parametrize("document", ["README.md", *(f"docs/{path.name}" for path in (PROJECT / "docs").glob("*.md"))])
def test_links_between_documents_lead_somewhere(document: str) -> None:
    path = PROJECT / document
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text()):
        assert target.startswith("http") or (path.parent / target).exists(), target


def test_the_site_names_its_rooms_only_where_it_is_put_together() -> None:
    """A name in a string is an import that the linter does not see."""
    rooms = {path.parent.name for path in PROJECT.glob("*/apps.py")} - {"badugi_site"}
    named = re.compile(rf"""["'](?:{"|".join(rooms)})\.[a-z]""")
    site = PROJECT / "badugi_site"
    naming = {str(path.relative_to(site)) for path in site.rglob("*.py") if named.search(path.read_text())}
    assert naming == {"settings.py", "urls.py"}


@pytest.mark.parametrize("document", ["README.md", "docs/development.md", "docs/running.md"])
def test_documents_name_only_commands_that_run_knows(document: str) -> None:
    commands = set(re.findall(r"\./run ([a-z]+)", (PROJECT / document).read_text()))
    assert commands
    assert commands <= set(re.findall(r"^\./run ([a-z]+)", (PROJECT / "run").read_text(), flags=re.MULTILINE))
