"""What the documents list is what the program has."""

import re
from pathlib import Path

from hands.rules.games import GAMES

ROOT = Path(__file__).resolve().parent.parent


def test_the_table_of_options_lists_every_option_of_badugi_with_its_values() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \| .+ \|$", (ROOT / "docs" / "rules.md").read_text(), re.M)
    listed = {code: (default, values) for code, default, values in rows}
    options = GAMES["badugi"].options
    assert list(listed) == [option.code for option in options]
    for option in options:
        default, values = listed[option.code]
        if option.choices:
            assert values == ", ".join(f"`{choice}`" for choice in option.choices)
            assert default == f"`{option.default}`"
        elif option.kind == "integer":
            assert values == f"{option.least} to {option.most}"
        elif option.kind == "boolean":
            assert (default, values) == (str(option.default).lower(), "true, false")
