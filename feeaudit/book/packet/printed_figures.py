"""What one printed cell says: an amount, a tier, a number of players, stakes.

A reading carries its doubts. A cell that fits no form is not read at all; nothing here guesses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from feeaudit.core.money import short

LETTERS = "letters are read as digits"
DOUBLE_DASH = "the dash is printed twice"
ODD_PLUS = "an upper bound and a plus sign are both printed"
BACKWARDS = "the range runs backwards"
MANY_PLAYERS = "that is more players than a table has"
NOT_NEIGHBORS = "the player counts are not next to each other"
FOOTNOTE = "a sign beside the figure points to a note"
ASIDE = "words beside the figure may change what it is"
NOT_INCLUDED = "the tier begins beside the amount that is printed, not at it"
FREE = "the words are read as a fee of $0.00"
ODD_CENTS = "the cents are printed in an unusual way"

# Ten or eleven players are the most that a poker table seats.
_MOST_PLAYERS = 11
_DIGIT_LOOKALIKES = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "|": "1", "S": "5"})
_PLAIN = re.compile(r"\$? ?(?P<whole>\d{1,3}(?:,\d{3})+|\d+)?(?P<cents>\.\d\d?)?")
_ROMAN = re.compile(r"(?P<tens>X{0,3})(?P<units>IX|IV|V?I{0,3})")
_CENT_SIGN = re.compile(r"(\d{1,2}) ?(?:\u00a2|cents?)", re.IGNORECASE)
_NUMBER = r"\$? ?(?:\d[\d,]*(?:\.\d+)?|\.\d+)"
_RANGE = re.compile(
    rf"(?P<low>{_NUMBER}) ?(?:(?P<dash>-|to|through|thru) ?(?P<double>-)? ?)(?P<high>{_NUMBER})"
    r"(?P<plus> ?\+)?"
)
_MORE = (
    r"\+|- ?\+|or more|or higher|or above|or greater|or over|and up|and more|and above|and over"
    r"|& up|& above|& over|- no limit|to no limit|- up"
)
_LESS = r"or less|or fewer|or under|or below|and less|and under|and below|& under"
_AT_LEAST = re.compile(rf"(?P<low>{_NUMBER}) ?(?:{_MORE})")
_AT_MOST = re.compile(rf"(?:(?P<high>{_NUMBER}) ?(?:{_LESS})|up to (?P<top>{_NUMBER}))")
_BESIDE = re.compile(
    r"(?:(?P<below>under|below|less than|fewer than)|over|above|more than|greater than|exceeding)"
    rf" (?P<bound>{_NUMBER})"
)
_ASIDE = re.compile(r"\s*(?:/|\bper\b|\beach\b|\bfor each\b|\bevery\b).*$")
_PLAIN_ASIDE = re.compile(
    r"(?:per|each|every|for each) (?:player|hand|bet|wager|seat|spot|person|betting circle)"
    r"(?:,? per (?:player|hand|half hour|hour|\d{1,3} minutes))?"
    r"|(?:per|every) (?:half hour|hour|\d{1,3} minutes)(?:,? per player)?"
)
_PLAYER_WORDS = re.compile(r"\b(?:players?|handed|persons?|people)\b")
_FREE = {"no fee", "no charge", "no collection", "no fees", "free"}
_NOTHING = {"", "-", "--", "n/a", "na", "none", "n a"}


@dataclass(frozen=True, slots=True)
class PrintedAmount:
    """An amount in cents, what is printed beside it, and the doubts about it."""

    cents: int
    aside: str = ""
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedSpan:
    """From low to high, both inclusive and open where None: cents, or players."""

    low: int | None
    high: int | None
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedStakes:
    """Figures that name a game's size, as the book writes them: ``1-2``, ``no limit``."""

    text: str
    doubts: tuple[str, ...] = ()


@lru_cache(maxsize=1 << 16)  # a packet prints the same few thousand cells again and again
def tidy(text: str) -> str:
    """Return a cell with one kind of dash, dollar sign and space."""
    text = text.replace("\\$", "$").replace("\u00a0", " ").replace("\u2212", "-")
    # PDFium's sign for a hyphen at the end of a line.
    text = re.sub("\ufffe ?", "-", text)
    text = re.sub("[\u2010-\u2015]", "-", text)
    return re.sub(r"\s+", " ", text.replace("**", "")).strip()


def is_blank(text: str) -> bool:
    """Tell whether a cell prints nothing that could be a figure."""
    return tidy(text).lower() in _NOTHING


@lru_cache(maxsize=1 << 16)  # a packet prints the same few thousand cells again and again
def amount(text: str) -> PrintedAmount | None:
    """Return the amount that a cell prints, if it prints one and nothing else."""
    plain = tidy(text)
    beside = _ASIDE.search(plain)
    aside = beside[0].strip() if beside and beside.start() else ""
    figure = plain[: beside.start()].strip() if beside and aside else plain
    beside_it = (*_footnote(text), *_aside_doubts(aside))
    if plain.lower() in _FREE:
        return PrintedAmount(0, "", (FREE,))
    read = _cents(figure)
    if read is not None:
        return PrintedAmount(read[0], aside, (*read[1], *beside_it))
    mended = _mended(figure)
    read = _cents(mended) if mended else None
    return PrintedAmount(read[0], aside, (LETTERS, *read[1], *beside_it)) if read else None


def _footnote(text: str) -> tuple[str, ...]:
    """Return the doubt about a figure with a sign of a footnote; bold print is none."""
    plain = re.sub(r"\*\*(.*?)\*\*", r"\1", text)
    return (FOOTNOTE,) if re.search(r"\d\s*[*\u2020\u2021]|[*\u2020\u2021]\s*\$?\d", plain) else ()


def _aside_doubts(aside: str) -> tuple[str, ...]:
    """Return the doubt about words beside a figure that may change what it is."""
    return () if not aside or _PLAIN_ASIDE.fullmatch(aside.lower()) else (ASIDE,)


def roman(text: str) -> int | None:
    """Return the number that a Roman numeral up to XXXIX is."""
    match = _ROMAN.fullmatch(text.strip().rstrip("."))
    if match is None or not match[0]:
        return None
    units = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    return 10 * len(match["tens"]) + units.index(match["units"])


def tier(text: str) -> PrintedSpan | None:
    """Return the bounds that a cell prints: a range, one bound and a word, or a single amount."""
    plain = tidy(text).lower()
    found = _tier(plain)
    if found is not None:
        return PrintedSpan(found.low, found.high, (*found.doubts, *_footnote(text)))
    mended = _mended(tidy(text))
    found = _tier(mended.lower()) if mended else None
    return PrintedSpan(found.low, found.high, (LETTERS, *found.doubts)) if found else None


def players(text: str) -> PrintedSpan | None:
    """Return the numbers of players that a cell or a heading means."""
    plain = _PLAYER_WORDS.sub(" ", tidy(text).lower())
    plain = re.sub(r"\bles+\b", "less", plain)
    plain = re.sub(r"\s+", " ", plain).strip(" ,.")
    found = _count(plain)
    if found is None:
        return None
    most = max(found.low or 0, found.high or 0)
    doubts = (MANY_PLAYERS,) if most > _MOST_PLAYERS else ()
    return PrintedSpan(found.low, found.high, (*found.doubts, *doubts))


def stakes(text: str) -> PrintedStakes | None:
    """Return stakes as the book writes them: ``$1 / $2`` is ``1-2``."""
    plain = tidy(text).lower()
    if plain in {"no limit", "nolimit", "no-limit"}:
        return PrintedStakes("no limit")
    open_end = re.fullmatch(rf"({_NUMBER}) ?(?:-|to) ?no limit", plain)
    if open_end:
        low = _cents(open_end[1])
        return PrintedStakes(f"{short(low[0])}-no limit", low[1]) if low else None
    least = _AT_LEAST.fullmatch(plain)
    if least:
        low = _cents(least["low"])
        return PrintedStakes(f"{short(low[0])}+", low[1]) if low else None
    parts = re.split(r" ?(?:-|/|\bto\b|\band\b|&) ?", plain)
    figures = [_cents(part) for part in parts]
    if parts and all(figure is not None for figure in figures):
        read = [figure for figure in figures if figure is not None]
        falls = any(one[0] > other[0] for one, other in pairwise(read))
        doubts = (*(doubt for each in read for doubt in each[1]), *([BACKWARDS] if falls else ()))
        return PrintedStakes("-".join(short(figure[0]) for figure in read), doubts)
    mended = _mended(tidy(text))
    again = stakes(mended) if mended else None
    return PrintedStakes(again.text, (LETTERS, *again.doubts)) if again else None


def _cents(text: str) -> tuple[int, tuple[str, ...]] | None:
    small = _CENT_SIGN.fullmatch(text.strip())
    if small:
        return int(small[1]), (ODD_CENTS,)
    match = _PLAIN.fullmatch(text.strip())
    if match is None or not (match["whole"] or match["cents"]):
        return None
    fraction = (match["cents"] or ".")[1:]
    whole_text = match["whole"] or "0"
    odd = len(fraction) == 1 or (len(whole_text) > 1 and whole_text.startswith("0"))
    doubts = (ODD_CENTS,) if odd else ()
    whole = int(whole_text.replace(",", ""))
    return whole * 100 + int((fraction + "00")[:2]), doubts


def _mended(text: str) -> str:
    """Return a figure with the letters that stand for digits replaced; nothing if it has none."""
    dollar = re.sub(r"(?<![\w.])S(?=[\dOolI])", "$", text)
    mended = re.sub(
        r"(?<![A-Za-z])[\dOolIS|$][\dOolIS|,.]*(?![A-Za-z])",
        lambda found: found[0].translate(_DIGIT_LOOKALIKES) if _has_digit(found[0]) else found[0],
        dollar,
    )
    return mended if mended != text and any(each.isdigit() for each in text) else ""


def _has_digit(text: str) -> bool:
    return any(each.isdigit() for each in text) or text.startswith("$")


def _tier(plain: str) -> PrintedSpan | None:
    least = _AT_LEAST.fullmatch(plain)
    if least:
        low = _cents(least["low"])
        return PrintedSpan(low[0], None, low[1]) if low else None
    match = _RANGE.fullmatch(plain)
    if match:
        return _range(match)
    beside = _BESIDE.fullmatch(plain)
    if beside:
        return _exclusive(beside)
    most = _AT_MOST.fullmatch(plain)
    if most:
        high = _cents(most["high"] or most["top"])
        return PrintedSpan(None, high[0], high[1]) if high else None
    only = _cents(plain)
    return PrintedSpan(only[0], only[0], only[1]) if only else None


def _exclusive(match: re.Match[str]) -> PrintedSpan | None:
    """Return the bounds of "over $300": to the cent, for what is $300 is not over it."""
    bound = _cents(match["bound"])
    if bound is None:
        return None
    cents, doubts = bound
    if match["below"]:
        return PrintedSpan(None, cents - 1, (*doubts, NOT_INCLUDED))
    return PrintedSpan(cents + 1, None, (*doubts, NOT_INCLUDED))


def _range(match: re.Match[str]) -> PrintedSpan | None:
    low, high = _cents(match["low"]), _cents(match["high"])
    if low is None or high is None:
        return None
    doubts = [*low[1], *high[1]]
    if match["double"]:
        doubts.append(DOUBLE_DASH)
    if match["plus"]:
        return PrintedSpan(low[0], None, (*doubts, ODD_PLUS))
    if low[0] > high[0]:
        return PrintedSpan(low[0], None, (*doubts, BACKWARDS))
    return PrintedSpan(low[0], high[0], tuple(doubts))


def _count(plain: str) -> PrintedSpan | None:
    least = re.fullmatch(rf"(\d+) ?(?:{_MORE})", plain)
    if least:
        return PrintedSpan(int(least[1]), None)
    most = re.fullmatch(rf"(\d+) ?(?:{_LESS})|(?:up to|less than or equal to) (\d+)", plain)
    if most:
        return PrintedSpan(None, int(most[1] or most[2]))
    stretch = re.fullmatch(r"(\d+) ?(?:-|to|through) ?(\d+)", plain)
    if stretch:
        low, high = sorted((int(stretch[1]), int(stretch[2])))
        return PrintedSpan(low, high)
    listed = re.fullmatch(r"\d+(?:(?: ?, ?(?:or |and )?| ?& ?| or | and )\d+)*", plain)
    if listed:
        numbers = sorted(int(each) for each in re.findall(r"\d+", plain))
        gap = len(set(numbers)) != numbers[-1] - numbers[0] + 1
        return PrintedSpan(numbers[0], numbers[-1], (NOT_NEIGHBORS,) if gap else ())
    return None
