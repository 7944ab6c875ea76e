"""A page of the site as tests read it."""

from html.parser import HTMLParser

from django.http import HttpResponse


class Page(HTMLParser):
    """The tags of a page, and the words of the elements with an id or a class."""

    VOID = frozenset(("input", "link", "meta", "br", "img", "source"))

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self._open: list[tuple[str, list[str]]] = []
        self._texts: dict[str, list[str]] = {}
        self.feed(response.content.decode())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.tags.append((tag, found))
        if tag in self.VOID:
            return
        names = [f".{name}" for name in found.get("class", "").split()]
        names += [f"#{found['id']}"] if "id" in found else []
        self._open.append((tag, [tag, *names]))
        for name in (tag, *names):
            self._texts.setdefault(name, []).append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        for _tag, names in self._open:
            for name in names:
                self._texts[name][-1] += data

    def words(self, name: str) -> list[str]:
        """The text of each element of a tag, ``.class`` or ``#id``, with single blanks."""
        return [" ".join(text.split()) for text in self._texts.get(name, [])]

    def having(self, **attributes: str) -> list[dict[str, str]]:
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        return [found for _, found in self.tags if wanted.items() <= found.items()]


def faults(response: HttpResponse) -> list[str]:
    """What no page may have: something inline or from elsewhere, labels that lead nowhere, tables without words."""
    page = Page(response)
    ids = [found["id"] for _, found in page.tags if "id" in found]
    told = [f"twice: {one}" for one in set(ids) if ids.count(one) > 1]
    for tag, found in page.tags:
        if tag == "style" or (tag == "script" and "src" not in found):
            told.append(f"inline {tag}")
        told += [f"inline {name}" for name in found if name == "style" or name.startswith("on")]
        for name in ("src", "srcset", "href", "action"):
            if found.get(name, "").startswith(("http", "//")) and not found[name].startswith("http://testserver/"):
                told.append(f"from elsewhere: {found[name]}")
        for name in ("for", "aria-labelledby", "aria-describedby"):
            told += [f"{name} {one}" for one in found.get(name, "").split() if one not in ids]
        if found.get("href", "#").startswith("#") and found.get("href", "#content")[1:] not in ids:
            told.append(f"leads nowhere: {found['href']}")
        if tag == "th" and "scope" not in found:
            told.append("th without scope")
        if tag == "img" and not found.get("alt"):
            told.append("img without alt")
    if len(page.words("caption")) != len(page.words("table")):
        told.append("a table without caption")
    if len(page.words("h1")) != 1:
        told.append(f"headings: {page.words('h1')}")
    if "unsafe" in response["Content-Security-Policy"]:
        told.append("an unsafe policy")
    return told
