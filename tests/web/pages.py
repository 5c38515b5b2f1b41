"""Pages as a browser reads them: elements, their texts, and the fields their forms send."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape

from werkzeug.datastructures import MultiDict

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
INLINE = {"a", "abbr", "b", "bdi", "em", "i", "span", "strong", "time"}


class Element:
    """An element with its attributes, and its children in order."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []

    def all(self, tag: str = "", **attributes: str) -> Iterator["Element"]:
        """The elements inside with that tag and these attributes, in order."""
        below = self.children[::-1]
        while below:
            child = below.pop()
            if isinstance(child, Element):
                if tag in ("", child.tag) and attributes.items() <= child.attributes.items():
                    yield child
                below.extend(reversed(child.children))

    def one(self, tag: str = "", **attributes: str) -> "Element":
        """The only such element."""
        found = list(self.all(tag, **attributes))
        assert len(found) == 1, f"{len(found)} × <{tag} {attributes}>"
        return found[0]

    def of_class(self, name: str) -> list["Element"]:
        """The elements inside that are of a class."""
        return [each for each in self.all() if name in each.attributes.get("class", "").split()]

    def seats(self, tag: str) -> list["Element"]:
        """Return the parts of all seats with this tag: `b` is the name, `span` the standing, `small` the role."""
        return [next(seat.all(tag), Element(tag, {})) for seat in self.of_class("seat")]

    @property
    def text(self) -> str:
        """Its text in one line."""
        return " ".join("".join(self._texts()).split())

    @property
    def strings(self) -> list[str]:
        """Its texts, piece by piece."""
        inside = [
            each for each in self.children if not isinstance(each, Element) or each.tag not in ("script", "style")
        ]
        pieces = [[each] if isinstance(each, str) else each.strings for each in inside]
        return [string for piece in pieces for string in piece]

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag == "svg":
                yield child.attributes.get("aria-label", "")
            elif child.tag not in ("script", "style") and "hidden" not in child.attributes:
                space = "" if child.tag in INLINE else " "
                yield f"{space}{''.join(child._texts())}{space}"

    @property
    def problems(self) -> list[str]:
        """The refusals shown in it."""
        told = [*self.of_class("problem"), *self.of_class("alert")]
        return [each.text for each in told if each.attributes.get("role") == "alert" and each.text]

    @property
    def notices(self) -> list[str]:
        """The other notices shown in it."""
        told = [*self.of_class("notice"), *self.of_class("alert")]
        return [each.text for each in told if each.attributes.get("role") != "alert"]

    def form(self, action: str) -> "Element":
        """Return the only form that posts to this address."""
        return self.one("form", action=action)

    def sends(self) -> MultiDict[str, str]:
        """Return the fields that this form would send if its first button were tapped."""
        fields: MultiDict[str, str] = MultiDict()
        for field in self.all():
            name, kind = field.attributes.get("name", ""), field.attributes.get("type", "text")
            if not name:
                continue
            if field.tag == "select":
                options = list(field.all("option"))
                chosen = [each for each in options if "selected" in each.attributes] or options[:1]
                fields.setlist(name, [each.attributes["value"] for each in chosen])
            elif field.tag == "textarea":
                fields.add(name, "".join(field.strings).removeprefix("\n"))
            elif field.tag == "input" and kind not in ("radio", "checkbox"):
                fields.add(name, field.attributes.get("value", ""))
            elif field.tag == "input" and "checked" in field.attributes:
                fields.add(name, field.attributes.get("value", "on"))
        return fields


PIECE = re.compile(
    r"""(?P<text>[^<]+)
    | <(?P<tag>[a-zA-Z][\w:-]*)(?P<attributes>(?:\s+[^\s=<>"'/]+(?:="[^"]*"|='[^']*'|=[^\s"'<>]+)?)*)\s*(?P<closed>/?)>
    | </(?P<end>[a-zA-Z][\w:-]*)\s*>
    | <!(?:--.*?--|[^->][^>]*)>""",
    re.VERBOSE | re.DOTALL,
)
"""A piece of a page as this program writes it, which is stricter than what browsers read."""

ATTRIBUTE = re.compile(r"""([^\s=]+)(?:=(?:"([^"]*)"|'([^']*)'|(\S+)))?""")
UNREAD = re.compile(r".*?(?=</(?:script|style)\b)", re.DOTALL)
"""The content of an element whose text is no HTML."""


def parse(html: str) -> Element:
    """Parse a page or a part of one. Fails where a tag is not closed.

    Of two wordings of a text it keeps the one that is shown on the phone of the page's seat, or on a watcher's. A
    regular expression reads a page in two thirds of the time that `html.parser` takes.
    """
    root = Element("", {})
    opened, seat, at = [root], None, 0
    while at < len(html):
        piece = PIECE.match(html, at)
        assert piece, f"no HTML: {html[at : at + 80]}"
        at = piece.end()
        if text := piece["text"]:
            opened[-1].children.append(unescape(text))
        elif tag := piece["tag"]:
            element = Element(tag.lower(), read_attributes(piece))
            opened[-1].children.append(element)
            if element.tag not in VOID and not piece["closed"]:
                opened.append(element)
            if element.tag == "body":
                seat = element.attributes.get("data-seat")
            elif element.tag in ("script", "style") and (content := UNREAD.match(html, at)):
                element.children += filter(None, [content[0]])
                at = content.end()
        elif tag := piece["end"]:
            close_element(opened, tag.lower(), seat)
    assert opened == [root], f"<{opened[-1].tag}> is never closed"
    return root


def read_attributes(piece: re.Match[str]) -> dict[str, str]:
    """Return the attributes of an element. Fails where one is written twice."""
    written = ATTRIBUTE.findall(piece["attributes"])
    attributes = {name.lower(): unescape(double or single or bare) for name, double, single, bare in written}
    assert len(attributes) == len(written), f"an attribute twice in {piece[0]}"
    return attributes


def close_element(opened: list[Element], tag: str, seat: str | None) -> None:
    """Close the last opened element, and drop it where the phone of `seat` shows another wording."""
    element = opened.pop()
    assert element.tag == tag, f"</{tag}> closes <{element.tag} {element.attributes}>"
    classes, own = element.attributes.get("class", "").split(), element.attributes.get("data-p") == seat
    if ("own" in classes and not own) or ("others" in classes and own):
        opened[-1].children.pop()
    elif word := element.attributes.get("data-text"):
        element.children.append(word)


def find_faults(page: Element) -> list[str]:
    """Return the faults of a page: inline script or style, forms without a token, duplicate or missing ids."""
    elements = list(page.all())
    ids = [each.attributes["id"] for each in elements if "id" in each.attributes]
    found = [f"id {each} twice" for each, count in Counter(ids).items() if count > 1]
    protected = any("X-CSRFToken" in each.attributes.get("hx-headers:inherited", "") for each in page.all("body"))
    for each in elements:
        found += [f"{each.tag} {fault}" for fault in find_inline_code(each)]
        found += [f"{each.tag} refers to #{name}" for name in referenced_ids(each) if name not in ids]
        if each.tag == "form" and each.attributes.get("method") == "post":
            fields = {field.attributes.get("name") for field in each.all("input")}
            if "csrf_token" not in fields and not (protected and "hx-post" in each.attributes):
                found.append(f"form {each.attributes.get('action')} without token")
        if each.tag == "img" and "alt" not in each.attributes:
            found.append("img without alt")
    return found


def find_inline_code(element: Element) -> Iterator[str]:
    """Yield what a strict content security policy forbids in an element."""
    if element.tag == "style" or (element.tag == "script" and "src" not in element.attributes):
        yield "inline"
    for name, value in element.attributes.items():
        if name == "style" or name.startswith(("on", "hx-on")):
            yield name
        if value.lstrip().lower().startswith(("javascript:", "js:")) or (
            name.startswith("hx-trigger") and "[" in value
        ):
            yield f"{name}={value}"


def referenced_ids(element: Element) -> Iterator[str]:
    """Yield the ids that an element refers to."""
    for name in ("for", "form", "aria-labelledby", "aria-describedby", "popovertarget"):
        yield from element.attributes.get(name, "").split()
