"""Mutated inputs of every kind: what the program answers must be words, never a traceback.

    python tests/benchmarks/fuzz.py [--runs 1000] [--seed 1] [--kind KIND]

Each run takes a small valid input, changes it in a few places (bytes flipped, cut, doubled or put
in; words swapped for odd ones), hands it to the command that reads such inputs, in this process,
and looks at how that ends. The same seed gives the same runs. Prints for each kind the runs, the
processor time of one, how they ended, and every traceback with the input kept for it in fuzz-failures/; exits 1 with any.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import random
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from click.testing import CliRunner
from support.harbor import write_book
from support.nights import DAY, PROFILE, Log, Site

from feeaudit.cli import cli
from feeaudit.core.problem import BookError, Unknown
from feeaudit.intake.log_files import read_log
from feeaudit.intake.log_writer import write_log
from feeaudit.register.keys import new_key

if TYPE_CHECKING:
    from collections.abc import Callable

# Where a cell or a value may stand, these have surprised readers before.
ODD = [
    *(b"", b"0", b"-1", b"1e5", b"1e999", b"NaN", b"inf", b"null", b"true", b"[]", b"{}", b'"'),
    *(
        b"\0",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\r\n",
        b"\t",
        b",",
        b":",
        b"#",
        b"=1+1",
        b"\xf0\x9f\x82\xa1",
    ),
    *(
        b"9999-12-31 23:59:59",
        b"0001-01-01",
        b"2026-03-08 02:30:00",
        b"24:00",
        b"99999999999999999999",
    ),
    *(b"$1.005", b"-0.00", b"1,23", b"../../etc/passwd", b"a" * 5000, b"&a [*a]", b"!!python/none"),
]
HISTORY = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 6", "p1 f", "p2 f"]
year = 2026
month = 3
day = 6
time = 19:30:00
time_zone = "America/Los_Angeles"
table = "T1"
"""
HAND = {
    "cardroom": "harbor",
    "game": "harbor-blackjack",
    "option": "1",
    "players": 2,
    "player_dealer_seat": 3,
    "wagers": [{"seat": "1", "wager": "base", "amount": "50.00"}],
}
CONFIG = 'zone = "America/Los_Angeles"\ngaming_day_starts = 6\n'
SETTINGS = 'settle = 0\nheads = "../heads.log"\n\n[retention.inputs]\nyears = 5\nauthority = "x"\n'


# The tables of a log that the small nights of the tests do without.
TABLES = {
    "offers": "hand_id,sequence,seat,response\nT1-002,1,1,decline\nT1-002,2,3,accept\n",
    "seats": f"cardroom,table,seat,player,from,role\nharbor,T1,1,P1,{DAY} 18:00,patron\n",
    "postings": f"cardroom,table,game,option,posted_at\nharbor,T1,harbor-blackjack,1,{DAY} 18:00\n",
    "counts": f"cardroom,table,from,to,amount\nharbor,T1,{DAY} 18:00,{DAY} 23:00,9.50\n",
    "attestations": f"cardroom,table,statement,at,by\nharbor,T1,Signs are up,{DAY} 18:00,Ann Lee\n",
}
PACKET = """\
HARBOR CARD ROOM
Blackjack X                                   GEGA-000001
Option 1: table limit $5 - $100
Table action      Player-dealer fee     Player fee
$5 - $50          $1.00                 $0.00
$51 - $100        $2.00                 $0.50
$101 or more      $3.00                 $1.00
"""
PASSPHRASE = "a long passphrase"  # noqa: S105 - no secret
STEP = 1_000


@dataclass
class Kind:
    """A kind of input: its valid bytes, where they go, and the command that reads them."""

    valid: bytes
    file: str
    words: Callable[[Path], list[str]]
    ends: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


def seeds(root: Path) -> dict[str, Kind]:
    """Make the valid inputs once, and return every kind of them."""
    book = root / "book"
    write_book(book)
    night = Log(hands=3, wrong=(1,)).write(root / "night")
    for table, text in TABLES.items():
        (night / f"{table}.csv").write_text(text, encoding="utf-8")
    write_log(read_log([night]), root / "parquet", "parquet")
    write_log(read_log([night]), root / "log.xlsx", "xlsx")
    (root / "log.zip").write_bytes(
        Path(shutil.make_archive(str(root / "zip"), "zip", night)).read_bytes()
    )
    (root / "profile.yaml").write_text(PROFILE, encoding="utf-8")
    (root / f"pit-{DAY}.csv").write_text("No,Time,Bet,Taken\n1,19:00,50,1\n", encoding="utf-8")
    (root / "feeaudit.toml").write_text(CONFIG, encoding="utf-8")
    site = Site(root / "site")
    site.arrive("friday", wrong=(1,))
    site.night()
    (site.store / "store.toml").write_text(SETTINGS, encoding="utf-8")
    name = site.rows("SELECT id FROM findings")[0]["id"]
    decided = f"Finding,Decision,Reason for the decision,Decided by,Decided on\n{name},refunded,x,Ann Lee,{DAY}\n"
    (root / "decided.csv").write_text(decided, encoding="utf-8")
    new_key(root / "ann.pem", PASSPHRASE)
    invoke(["audit", str(night), "-o", str(root / "out"), "--book", str(book), "--format", "json"])
    with closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    log = str(night)

    def audit(*more: str) -> list[str]:
        return [
            "audit",
            *more,
            "--book",
            str(book),
            "-o",
            str(root / "results"),
            "--format",
            "json",
        ]

    store = ["--store", str(site.store)]
    kinds = {
        **{
            f"csv {table}": Kind(
                (night / f"{table}.csv").read_bytes(), f"night/{table}.csv", lambda _: audit(log)
            )
            for table in ("hands", "wagers", "collections", *TABLES)
        },
        "parquet": Kind(
            (root / "parquet" / "hands.parquet").read_bytes(),
            "parquet/hands.parquet",
            lambda _: audit(str(root / "parquet")),
        ),
        "workbook": Kind(
            (root / "log.xlsx").read_bytes(), "log.xlsx", lambda path: audit(str(path))
        ),
        "archive": Kind((root / "log.zip").read_bytes(), "log.zip", lambda path: audit(str(path))),
        "configuration": Kind(
            CONFIG.encode(), "feeaudit.toml", lambda path: audit(log, "--config", str(path))
        ),
        "profile": Kind(
            PROFILE.encode(),
            "profile.yaml",
            lambda path: [
                *("import", str(root / f"pit-{DAY}.csv"), "--profile", str(path)),
                *("--cardroom", "harbor", "-o", str(root / "imported")),
            ],
        ),
        "sheet to guess": Kind(
            (root / f"pit-{DAY}.csv").read_bytes(),
            f"pit-{DAY}.csv",
            lambda path: ["import", str(path), "--guess", "-o", str(root / "guessed.yaml")],
        ),
        "hand history": Kind(
            HISTORY.encode(),
            "friday.phh",
            lambda path: [
                *("import", str(path), "--cardroom", "harbor", "--game", "harbor-holdem"),
                *("--book", str(book), "-o", str(root / "imported")),
            ],
        ),
        "schedule": Kind(
            (book / "harbor" / "case.yaml").read_bytes(),
            "book/harbor/case.yaml",
            lambda _: audit(log),
        ),
        "hand": Kind(
            json.dumps(HAND).encode(),
            "hand.json",
            lambda path: ["quote", str(path), "--book", str(book)],
        ),
        "manifest": Kind(
            (root / "out" / "manifest.json").read_bytes(),
            "out/manifest.json",
            lambda _: ["verify", str(root / "out"), "--book", str(book)],
        ),
        "findings": Kind(
            (root / "out" / "findings.json").read_bytes(),
            "out/findings.json",
            lambda _: ["incidents", "list", "--in", str(root / "out")],
        ),
        "packet": Kind(
            PACKET.encode(),
            "packet.txt",
            lambda path: [
                *("schedules", "draft", str(path), "--cardroom", "harbor", "--replace"),
                *("-o", str(root / "draft")),
            ],
        ),
        "key": Kind(
            (root / "ann.pem").read_bytes(),
            "ann.pem",
            # With a violation open the day is never signed, so that every run finds it so.
            lambda path: [
                *("findings", "sign-off", *store, "--cardroom", "harbor", "--day", DAY),
                *("--prepared-by", "Ann Lee", "--prepared-key", str(path)),
                *("--prepared-passphrase", PASSPHRASE, "--reviewed-by", "Bo Chan"),
            ],
        ),
        "decisions": Kind(
            decided.encode(),
            "decided.csv",
            lambda path: ["findings", "import-decisions", str(path), *store],
        ),
        "settings": Kind(
            SETTINGS.encode(), "site/store/store.toml", lambda _: ["retention", *store]
        ),
        "heads": Kind(
            (root / "site" / "heads.log").read_bytes(),
            "site/heads.log",
            lambda _: ["verify", *store],
        ),
        "register": Kind(
            (site.store / "register.sqlite").read_bytes(),
            "site/store/register.sqlite",
            lambda _: ["verify", *store],
        ),
    }
    for each in kinds.values():
        (root / each.file).parent.mkdir(parents=True, exist_ok=True)
        (root / each.file).write_bytes(each.valid)
    return kinds


def mutated(content: bytes, chance: random.Random) -> bytes:
    """Change an input in one to three places; of a workbook or archive, mostly one of its files."""
    if content.startswith(b"PK") and chance.random() < 0.8:
        return _with_a_member_changed(content, chance)
    return _changed(content, chance)


def _with_a_member_changed(content: bytes, chance: random.Random) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(buffer, "w") as new:
        chosen = chance.choice(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, _changed(part, chance) if name == chosen else part)
    return buffer.getvalue()


def _changed(content: bytes, chance: random.Random) -> bytes:
    data = bytearray(content)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        place = chance.randrange(len(data) + 1)
        until = min(len(data), place + chance.choice([1, 1, 2, 5, 20]))
        # Half of an input rarely says more than a broken part of it, so few are cut.
        match chance.choice([0, 1, 2, 4, 4, 4, 5, 5, 0, 1, 2, 3]):
            case 0:
                data[place:until] = bytes(chance.randrange(256) for _ in range(until - place))
            case 1:
                del data[place:until]
            case 2:
                data[place:place] = data[place:until]
            case 3:
                del data[place:]
            case 4:
                words = bytes(data).replace(b",", b" ").split()
                if words:
                    word = chance.choice(words)
                    data = bytearray(bytes(data).replace(word, chance.choice(ODD), 1))
            case _:
                data[place:until] = chance.choice(ODD)
    return bytes(data)


def invoke(words: list[str]) -> tuple[str, str]:
    """Run a command; return how it ended, and the traceback where it has one."""
    result = CliRunner().invoke(cli, words)
    # A command leaves its garbage to the end of its process, which here is not its own.
    gc.unfreeze()
    error = result.exception
    if error is None or isinstance(error, SystemExit):
        return f"exit {result.exit_code}", ""
    # These the program says in words; anything else is a fault.
    if isinstance(error, Unknown | BookError | OSError):
        return "refused", ""
    return "TRACEBACK", "".join(traceback.format_exception(error))


def fuzzed(name: str, kind: Kind, root: Path, chance: random.Random, failures: Path) -> None:
    path = root / kind.file
    content = mutated(kind.valid, chance)
    path.write_bytes(content)
    began = time.process_time()
    try:
        end, told = invoke(kind.words(path))
    finally:
        kind.seconds += time.process_time() - began
        for ending in ("-wal", "-shm", "-journal"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
        path.write_bytes(kind.valid)
    kind.ends[end] += 1
    if told:
        failures.mkdir(exist_ok=True)
        target = failures / f"{name.replace(' ', '-')}-{kind.ends[end]}{path.suffix}"
        target.write_bytes(content)
        target.with_suffix(".txt").write_text(told, encoding="utf-8")
        print(f"{name}: {told.strip().splitlines()[-1][:160]} ({target})")


def tracebacks(kinds: dict[str, Kind]) -> int:
    return sum(kind.ends["TRACEBACK"] for kind in kinds.values())


def main() -> None:
    """Run the fuzz, and say how everything ended."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default="")
    asked = parser.parse_args()
    chance = random.Random(asked.seed)  # noqa: S311 - no secret
    began = time.monotonic()
    failures = Path("fuzz-failures")
    with tempfile.TemporaryDirectory() as folder:
        kinds = {
            name: kind for name, kind in seeds(Path(folder)).items() if asked.kind in {"", name}
        }
        for run in range(asked.runs):
            name = list(kinds)[run % len(kinds)]
            fuzzed(name, kinds[name], Path(folder), chance, failures)
            if not (run + 1) % STEP:
                # Whoever stops it early still knows how far it was.
                print(f"{run + 1:,} runs, {tracebacks(kinds)} tracebacks", flush=True)
    for name, kind in kinds.items():
        ends = ", ".join(f"{count} {end}" for end, count in sorted(kind.ends.items()))
        runs = sum(kind.ends.values())
        each = 1000 * kind.seconds / (runs or 1)
        print(f"{name:20} {runs:6,} runs of {each:4.0f} ms: {ends}")
    bad = tracebacks(kinds)
    print(
        f"{asked.runs:,} runs, {bad} tracebacks, {time.monotonic() - began:.0f} s, seed {asked.seed}"
    )
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
