"""Small nights at our own cardroom: logs of a few hands, an inbox, a store, and a night's run."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from feeaudit.nightly.inspection import store_problems
from feeaudit.nightly.night import NightOutcome, nightly
from feeaudit.nightly.run_context import Night
from feeaudit.register.database import opened
from feeaudit.register.integrity import verify
from feeaudit.register.store import open_store
from support.harbor import write_book

DAY = "2026-03-06"
HANDS = "hand_id,cardroom,table,started_at,game,option,player_dealer_seat\n"
WAGERS = "hand_id,seat,wager,amount\n"
COLLECTIONS = "payer,fee,amount,hand_id,seat\n"
# How a pit sheet of the cardroom is read: ``pit-2026-03-06.csv`` with No, Time, Bet and Taken.
PROFILE = """\
profile: pit sheet
dates: month_first
sheets:
- facts: {date: {file_name: "pit-{}.csv"}}
  constants: {table: T1, game: harbor-blackjack, option: "1"}
  records:
    hands: {columns: {hand_id: No, started_at: {time: Time}}}
    wagers: {columns: {amount: Bet}, constants: {seat: "1", wager: base}}
    collections: {columns: {amount: Taken}, constants: {payer: player_dealer, fee: base}}
"""


@dataclass(frozen=True)
class Log:
    """A log of hands at one table, a minute apart; ``wrong`` hands collected a dollar too much."""

    day: str = DAY
    table: str = "T1"
    first: int = 1
    hands: int = 4
    wrong: tuple[int, ...] = ()
    cardroom: str = "harbor"
    hour: int = 19

    def files(self) -> dict[str, str]:
        """Return the log's files by name."""
        start = datetime.fromisoformat(f"{self.day} {self.hour:02}:00:00")
        texts = {"hands.csv": HANDS, "wagers.csv": WAGERS, "collections.csv": COLLECTIONS}
        for number in range(self.first, self.first + self.hands):
            name = f"{self.table}-{number:03}"
            at = start + timedelta(minutes=number)
            fee = "2.00" if number in self.wrong else "1.00"
            texts["hands.csv"] += f"{name},{self.cardroom},{self.table},{at},harbor-blackjack,1,3\n"
            texts["wagers.csv"] += f"{name},1,base,50\n"
            texts["collections.csv"] += f"player,base,0.50,{name},1\n"
            texts["collections.csv"] += f"player_dealer,base,{fee},{name},3\n"
        return texts

    def write(self, folder: Path) -> Path:
        """Write the log as a folder of CSV files."""
        folder.mkdir(parents=True)
        for name, text in self.files().items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        return folder


@dataclass
class Site:
    """An inbox and a store, and the nights run over them; the clocks stand still."""

    root: Path
    lines: list[str] = field(default_factory=list)
    now: float = 4_000_000_000.0

    def __post_init__(self) -> None:
        """Make the inbox and the book."""
        self.inbox.mkdir(parents=True, exist_ok=True)
        if not self.book.exists():
            write_book(self.book)

    @property
    def inbox(self) -> Path:
        """Where logs arrive."""
        return self.root / "inbox"

    @property
    def store(self) -> Path:
        """Where everything is kept."""
        return self.root / "store"

    @property
    def book(self) -> Path:
        """The approved schedules."""
        return self.root / "book"

    def copied(self, root: Path) -> Site:
        """Return a site just like this one, elsewhere."""
        shutil.copytree(self.root, root)
        return Site(root)

    def had_friday(self, **facts: Any) -> None:
        """Let the first night be over, that of a log called friday, as if it had been run here."""
        shutil.copytree(_friday(**facts).root, self.root, dirs_exist_ok=True)

    def arrive(self, name: str, place: str = "", **facts: Any) -> Path:
        """Let a log arrive in the inbox, or in the folder of a cardroom there."""
        return Log(**facts).write(self.inbox / place / name)

    def arrive_sheet(self, rows: str) -> None:
        """Let a pit sheet of the cardroom arrive, and keep the profile that it is read by."""
        profile = self.store / "profiles" / "harbor.yaml"
        profile.parent.mkdir(parents=True)
        profile.write_text(PROFILE, encoding="utf-8")
        sheet = self.inbox / "harbor" / f"pit-{DAY}.csv"
        sheet.parent.mkdir()
        sheet.write_text(f"No,Time,Bet,Taken\n{rows}", encoding="utf-8")

    def arrive_note(self, name: str = "notes.csv", place: str = "harbor") -> None:
        """Let a file arrive that is no log, which will lie in quarantine."""
        folder = self.inbox / place
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(f"to do: {name} {place}\n", encoding="utf-8")

    def night(self, **options: Any) -> NightOutcome:
        """Run a night."""
        usual: dict[str, Any] = {
            "inbox": self.inbox,
            "root": self.store,
            "book": self.book,
            "config": None,
            "date": "2026-03-07",
            "clock": lambda: "2026-03-07T06:00:00Z",
            "seconds": lambda: self.now,
            "tell": self.lines.append,
            "formats": ("json",),
        }
        return nightly(Night(**usual | options))

    def rows(self, sql: str, *values: object) -> list[dict[str, Any]]:
        """Ask the register."""
        with opened(open_store(self.store)) as connection:
            return [dict(row) for row in connection.execute(sql, values)]

    def problems(self) -> list[str]:
        """Return what verification of the register and its files finds."""
        return verify(self.store)

    def inspected(self) -> list[str]:
        """Return what is wrong with the store, its front page included."""
        return store_problems(self.store)

    def events(self, event: str) -> list[str]:
        """Return the log lines of one kind."""
        return [line for line in self.lines if f" event={event} " in line]


# What is in it goes with the process.
_FRIDAYS = TemporaryDirectory(prefix="fridays-")


@cache
def _friday(**facts: Any) -> Site:
    """Return a site after its first night: to copy one takes a fraction of the time of a night."""
    site = Site(Path(mkdtemp(dir=_FRIDAYS.name)) / "site")
    site.arrive("friday", **facts)
    site.night()
    return site
