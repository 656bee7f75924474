"""How cells of a workbook look: every style has a name, and a twin for text that must stay text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import quoteattr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# Nothing is a dash, as in ledgers: what is something stands out.
_MONEY: Final = '#,##0.00;-#,##0.00;"\u2013"'
_COUNT: Final = '#,##0;-#,##0;"\u2013"'
_DOLLARS: Final = '"$"#,##0.00'
_WHOLE: Final = "#,##0"
_TIME: Final = "time"
_DAY: Final = "day"
# What a time and a day look like, by the way in which a site writes dates; the cells stay dates.
_DATES: Final = {
    "american": {_TIME: "m/d/yyyy h:mm:ss AM/PM", _DAY: "m/d/yyyy"},
    "iso": {_TIME: "yyyy-mm-dd hh:mm:ss", _DAY: "yyyy-mm-dd"},
    "day-first": {_TIME: "d mmm yyyy hh:mm:ss", _DAY: "d mmm yyyy"},
}
_FONTS: Final = {
    "plain": '<sz val="10"/><color rgb="FF1F2933"/><name val="Calibri"/>',
    "bold": '<b/><sz val="10"/><color rgb="FF1F2933"/><name val="Calibri"/>',
    "head": '<b/><sz val="10"/><color rgb="FFFFFFFF"/><name val="Calibri"/>',
    "title": '<b/><sz val="18"/><color rgb="FF1F3A5F"/><name val="Calibri"/>',
    "answer": '<b/><sz val="12"/><color rgb="FF1F2933"/><name val="Calibri"/>',
    "heading": '<b/><sz val="12"/><color rgb="FF1F3A5F"/><name val="Calibri"/>',
    "muted": '<sz val="10"/><color rgb="FF616E7C"/><name val="Calibri"/>',
    "link": '<u/><sz val="10"/><color rgb="FF1D5FA8"/><name val="Calibri"/>',
    "red": '<b/><sz val="10"/><color rgb="FFA61B1B"/><name val="Calibri"/>',
    "amber": '<b/><sz val="10"/><color rgb="FF8A5A00"/><name val="Calibri"/>',
}
_FILLS: Final = {
    "none": '<patternFill patternType="none"/>',
    # Excel keeps the second fill for itself.
    "gray125": '<patternFill patternType="gray125"/>',
    "head": '<patternFill patternType="solid"><fgColor rgb="FF1F3A5F"/></patternFill>',
}
_BORDERS: Final = {
    "none": "<left/><right/><top/><bottom/><diagonal/>",
    "row": '<left/><right/><top/><bottom style="hair"><color rgb="FFCBD2D9"/></bottom><diagonal/>',
    "heading": '<left/><right/><top/><bottom style="medium"><color rgb="FF1F3A5F"/></bottom>'
    "<diagonal/>",
    "total": '<left/><right/><top style="thin"><color rgb="FF1F3A5F"/></top><bottom/><diagonal/>',
}


@dataclass(frozen=True, slots=True)
class Style:
    """The look of a cell."""

    font: str = "plain"
    fill: str = "none"
    border: str = "none"
    format: str = "General"
    side: str = ""
    indent: int = 0
    wrap: bool = False
    vertical: str = "top"


STYLES: Final = {
    "plain": Style(),
    "title": Style(font="title", vertical="center"),
    "answer": Style(font="answer", vertical="center"),
    "heading": Style(font="heading", border="heading", vertical="bottom"),
    "label": Style(font="muted"),
    "prose": Style(wrap=True),
    "value": Style(font="bold", side="left"),
    "value_count": Style(font="bold", side="left", format=_WHOLE),
    "value_money": Style(font="bold", side="left", format=_DOLLARS),
    "contents": Style(font="link"),
    "value_time": Style(font="bold", side="left", format=_TIME),
    "head": Style(font="head", fill="head", side="left", indent=1, wrap=True, vertical="center"),
    "head_right": Style(font="head", fill="head", side="right", wrap=True, vertical="center"),
    "word": Style(border="row", side="left", indent=1),
    "wrapped": Style(border="row", side="left", indent=1, wrap=True),
    "count": Style(border="row", format=_COUNT),
    "money": Style(border="row", format=_MONEY),
    "time": Style(border="row", format=_TIME, side="left", indent=1),
    "day": Style(border="row", format=_DAY, side="left", indent=1),
    "link": Style(font="link", border="row", side="left", indent=1),
    "violation": Style(font="red", border="row", side="left", indent=1),
    "review": Style(font="amber", border="row", side="left", indent=1),
    "total": Style(font="bold", border="total", side="left", indent=1),
    "total_count": Style(font="bold", border="total", format=_COUNT),
    "total_money": Style(font="bold", border="total", format=_MONEY),
}
_PLACES: Final = {name: 2 * place for place, name in enumerate(STYLES)}


def style_number(name: str, *, quoted: bool = False) -> int:
    """Return the number of a style; ``quoted`` keeps Excel from reading the text when edited."""
    return _PLACES[name] + quoted


def styles_xml(dates: str) -> str:
    """Return the styles part of a workbook, with dates as a site writes them."""
    formats = list(dict.fromkeys(each.format for each in STYLES.values()))
    cells = "".join(
        _cell_style(each, formats, quoted) for each in STYLES.values() for quoted in (0, 1)
    )
    return (
        '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"{_number_formats(formats, _DATES[dates])}"
        f"{_listed('fonts', 'font', _FONTS.values())}"
        f"{_listed('fills', 'fill', _FILLS.values())}"
        f"{_listed('borders', 'border', _BORDERS.values())}"
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
        "</cellStyleXfs>"
        f'<cellXfs count="{2 * len(STYLES)}">{cells}</cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
        "</styleSheet>"
    )


def _number_formats(formats: list[str], dates: Mapping[str, str]) -> str:
    own = "".join(
        f'<numFmt numFmtId="{_format_number(each, formats)}"'
        f" formatCode={quoteattr(dates.get(each, each))}/>"
        for each in formats[1:]
    )
    return f'<numFmts count="{len(formats) - 1}">{own}</numFmts>'


def _format_number(name: str, formats: list[str]) -> int:
    """Return the number of a format: numbers from 164 on are a workbook's own."""
    return 163 + formats.index(name) if name != "General" else 0


def _listed(plural: str, single: str, entries: Iterable[str]) -> str:
    parts = [f"<{single}>{each}</{single}>" for each in entries]
    return f'<{plural} count="{len(parts)}">{"".join(parts)}</{plural}>'


def _cell_style(style: Style, formats: list[str], quoted: int) -> str:
    side = f' horizontal="{style.side}" indent="{style.indent}"' if style.side else ""
    wrap = ' wrapText="1"' if style.wrap else ""
    return (
        f'<xf numFmtId="{_format_number(style.format, formats)}"'
        f' fontId="{list(_FONTS).index(style.font)}" fillId="{list(_FILLS).index(style.fill)}"'
        f' borderId="{list(_BORDERS).index(style.border)}" xfId="0" quotePrefix="{quoted}"'
        ' applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1">'
        f'<alignment vertical="{style.vertical}"{side}{wrap}/></xf>'
    )
