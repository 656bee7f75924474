"""The package of an .xlsx file: where its workbook and sheets are, whatever its parts are called.

A package says itself which part is the workbook and which parts the sheets are. The fast reader
looks where Excel puts them and knows no macro sheets, so an unusual package is laid out anew.
"""

from __future__ import annotations

import posixpath
import shutil
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import quoteattr

from feeaudit.intake.files.first_look import local, parse_xml
from feeaudit.intake.files.foreign import BINARY_WORKBOOK
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_USUAL: Final = "xl/workbook.xml"
_USUAL_FOLDERS: Final = ("xl/worksheets/", "xl/chartsheets/", "xl/dialogsheets/")
_STATES: Final = ("visible", "hidden", "veryHidden")
_SCHEMAS: Final = "http://schemas.openxmlformats.org/"
_RELATIONS: Final = f"{_SCHEMAS}officeDocument/2006/relationships"
_BLOCK: Final = 1024**2


@dataclass(frozen=True, slots=True)
class PackagedSheet:
    """A sheet of a package: its name, whether it is shown, its part, and what kind of part."""

    name: str
    state: str
    part: str
    kind: str


@dataclass(frozen=True, slots=True)
class Package:
    """The parts of a workbook by what they are; ``others`` are shared texts and styles."""

    workbook: str
    sheets: tuple[PackagedSheet, ...]
    others: dict[str, str]
    since_1904: bool

    @property
    def is_usual(self) -> bool:
        """Tell whether every part is where the fast reader looks for it."""
        return plain_part(self.workbook) == _USUAL and all(
            each.part
            and each.state in {"", *_STATES}
            and plain_part(each.part).startswith(_USUAL_FOLDERS)
            for each in self.sheets
        )


def plain_part(part: str) -> str:
    """Return the name of a part as it compares: capitals do not matter there."""
    return part.replace("\\", "/").lower()


def package_of(archive: zipfile.ZipFile, file: str) -> Package:
    """Return which part of an archive is what."""
    names = {plain_part(name): name for name in archive.namelist()}
    if len(names) < len(archive.namelist()):
        raise UnusableLog(f"{file}: two parts inside have the same name; save it again")
    roots = _relations(archive, names, "", file)
    workbook = next((part for kind, part in roots.values() if kind == "officeDocument"), "")
    workbook = workbook or names.get(_USUAL, "")
    if plain_part(workbook).endswith(".bin"):
        raise UnusableLog(f"{file}: {BINARY_WORKBOOK}")
    if not workbook:
        raise UnusableLog(f"{file}: no workbook inside; save it again as .xlsx")
    relations = _relations(archive, names, workbook, file)
    sheets: list[PackagedSheet] = []
    facts: dict[str, str] = {}

    def element(name: str, attributes: dict[str, str]) -> None:
        plain = {local(key): value for key, value in attributes.items()}
        if name == "sheet":
            kind, part = relations.get(plain.get("id", ""), ("", ""))
            sheets.append(PackagedSheet(plain.get("name", ""), plain.get("state", ""), part, kind))
        elif name == "workbookPr":
            facts.update(plain)

    with archive.open(workbook) as stream:
        parse_xml(stream, file, element)
    others = {kind: part for kind, part in relations.values() if kind in _OTHERS and part}
    since_1904 = facts.get("date1904", "").lower() in {"1", "true", "on"}
    return Package(workbook, tuple(sheets), others, since_1904)


_OTHERS: Final = {"sharedStrings": "sharedStrings.xml", "styles": "styles.xml"}


def _relations(
    archive: zipfile.ZipFile, names: dict[str, str], part: str, file: str
) -> dict[str, tuple[str, str]]:
    """Return what a part refers to, by id: the kind, and the part, blank where it is not there."""
    folder, name = posixpath.split(plain_part(part))
    listed = names.get(posixpath.join(folder, "_rels", f"{name}.rels"))
    found: dict[str, tuple[str, str]] = {}

    def element(element: str, attributes: dict[str, str]) -> None:
        if element == "Relationship":
            kind = attributes.get("Type", "").rpartition("/")[2]
            target = plain_part(attributes.get("Target", ""))
            path = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            # Some programs write every target as seen from the root, without saying so.
            known = names.get(path) or names.get(target.lstrip("/"), "")
            found[attributes.get("Id", "")] = (kind, known)

    if listed is not None:
        with archive.open(listed) as stream:
            parse_xml(stream, file, element)
    elif part:
        raise UnusableLog(f"{file}: no workbook inside; save it again as .xlsx")
    return found


def lay_out(copy: Path, package: Package) -> None:
    """Lay an unusual package out as Excel would, with its worksheets and what they need alone.

    A sheet without a part is a module of a program, and holds no cells.
    """
    fresh = copy.with_suffix(".fresh")
    sheets = [each for each in package.sheets if each.part and each.kind == "worksheet"]
    others = {part: f"xl/{_OTHERS[kind]}" for kind, part in package.others.items()}
    parts = {each.part: f"xl/worksheets/sheet{n}.xml" for n, each in enumerate(sheets, 1)}
    with zipfile.ZipFile(copy) as old, zipfile.ZipFile(fresh, "w", zipfile.ZIP_STORED) as new:
        for name, text in _directory(package, sheets):
            new.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{text}')
        for part, name in (parts | others).items():
            with old.open(part) as source, new.open(name, "w", force_zip64=True) as target:
                shutil.copyfileobj(source, target, _BLOCK)
    fresh.replace(copy)


def _directory(package: Package, sheets: list[PackagedSheet]) -> Iterator[tuple[str, str]]:
    """Yield the parts that say which part is what."""
    yield "[Content_Types].xml", f'<Types xmlns="{_SCHEMAS}package/2006/content-types"/>'
    yield "_rels/.rels", _listed({"w": ("officeDocument", _USUAL)})
    targets = {
        f"s{n}": ("worksheet", f"worksheets/sheet{n}.xml") for n in range(1, len(sheets) + 1)
    }
    targets |= {kind: (kind, _OTHERS[kind]) for kind in package.others}
    yield "xl/_rels/workbook.xml.rels", _listed(targets)
    listed = "".join(
        f'<sheet name={quoteattr(each.name)} sheetId="{n}" r:id="s{n}"'
        f" state={quoteattr(each.state if each.state in _STATES else _STATES[0])}/>"
        for n, each in enumerate(sheets, 1)
    )
    main = f'xmlns="{_SCHEMAS}spreadsheetml/2006/main" xmlns:r="{_RELATIONS}"'
    since = f'<workbookPr date1904="{int(package.since_1904)}"/>'
    yield _USUAL, f"<workbook {main}>{since}<sheets>{listed}</sheets></workbook>"


def _listed(targets: dict[str, tuple[str, str]]) -> str:
    each = "".join(
        f'<Relationship Id="{key}" Type="{_RELATIONS}/{kind}" Target="{target}"/>'
        for key, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_SCHEMAS}package/2006/relationships">{each}</Relationships>'
