import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from badugi_site.environment import BadSetting
from badugi_site.secret_key import kept_secret_key


def test_the_key_is_long_and_stays_the_same(tmp_path: Path) -> None:
    key = kept_secret_key(tmp_path / "data")
    assert len(key) >= 50
    assert kept_secret_key(tmp_path / "data") == key


def test_another_directory_has_another_key(tmp_path: Path) -> None:
    assert kept_secret_key(tmp_path / "one") != kept_secret_key(tmp_path / "two")


def test_only_its_owner_can_read_the_key_and_enter_the_directory(tmp_path: Path) -> None:
    kept_secret_key(tmp_path / "data")
    assert stat.S_IMODE((tmp_path / "data" / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_processes_that_start_at_once_get_one_key_and_leave_no_drafts(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(kept_secret_key, [tmp_path] * 64))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_a_directory_that_cannot_be_made_is_refused_by_the_name_of_its_variable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadSetting, match="DATA_DIR"):
        kept_secret_key(tmp_path / "file" / "data")
