"""The rules of the schema by which Jenkins reads JUnit XML (junit-10 of its xUnit plugin), as a table.

For each element: which attributes it may have (``!`` marks those it must have), which children, and
whether text may stand in it. Times and counts have a form of their own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element


class Shape(NamedTuple):
    """What an element may hold."""

    attributes: frozenset[str] = frozenset()
    needed: frozenset[str] = frozenset()
    children: frozenset[str] = frozenset()
    text: bool = False


def _shape(attributes: str = "", children: str = "", *, text: bool = False) -> Shape:
    names = attributes.split()
    return Shape(
        frozenset(name.rstrip("!") for name in names),
        frozenset(name.rstrip("!") for name in names if name.endswith("!")),
        frozenset(children.split()),
        text,
    )


_PROBLEM = _shape("type message", text=True)
SHAPES = {
    "testsuites": _shape("name time tests failures errors", "testsuite"),
    "testsuite": _shape(
        "name! tests! failures! errors! group time skipped timestamp hostname id package file log"
        " url",
        "testsuite properties testcase system-out system-err",
    ),
    "properties": _shape("", "property"),
    "property": _shape("name! value!"),
    "testcase": _shape("name! time classname group", "skipped error failure system-out system-err"),
    "skipped": _PROBLEM,
    "error": _PROBLEM,
    "failure": _PROBLEM,
    "system-out": _shape(text=True),
    "system-err": _shape(text=True),
}
_FORMS = {
    "time": re.compile(r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?"),
    "timestamp": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"),
    **dict.fromkeys(("tests", "failures", "errors", "skipped"), re.compile(r"\d+")),
}


def breaches(element: Element, path: str = "") -> Iterator[str]:
    """Yield what the schema would refuse in an element and all below it."""
    here = f"{path}/{element.tag}"
    shape = SHAPES.get(element.tag)
    if shape is None or (not path and element.tag not in {"testsuites", "testsuite"}):
        yield f"{here}: no such element"
        return
    yield from (f"{here}: no attribute {each}" for each in element.attrib.keys() - shape.attributes)
    yield from (f"{here}: lacks {each}" for each in shape.needed - element.attrib.keys())
    for name, form in _FORMS.items():
        if name in element.attrib and form.fullmatch(element.attrib[name]) is None:
            yield f"{here}: {name}={element.attrib[name]}"
    texts = [element.text, *(child.tail for child in element)]
    if not shape.text and any(each and each.strip() for each in texts):
        yield f"{here}: text"
    for child in element:
        if child.tag not in shape.children:
            yield f"{here}: no {child.tag} in it"
        yield from breaches(child, here)
