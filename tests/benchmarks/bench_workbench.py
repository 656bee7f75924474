"""The workbench over a register of many nights: the server's time for each of its pages.

    python tests/benchmarks/bench_workbench.py [FINDINGS] [--keep FOLDER]

Makes a store of 1,000,000 findings over 2,500 nights (or as many as are asked for; --keep uses the
one in a folder, made there where it is not), with a simulated night and its log at the end, and
asks for every page as a browser does; a page that is added and not asked for here is named. Prints the
best of three for each, and the first, which finds nothing at hand but what is read ahead when the
workbench starts. The bar, for both, is 300 ms of the processor's time, which other programs do not
lengthen.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from typing import TYPE_CHECKING

from benchmarks.bench_register import FIRST, NIGHTS, fill
from support.workbenches import HOST, ORIGIN, heard

from feeaudit.book.load import read_book
from feeaudit.register.database import opened
from feeaudit.register.queue import ORDERS
from feeaudit.register.store import Store, make_store
from feeaudit.register.upgrades import writable
from feeaudit.resources import folder
from feeaudit.simulate import simulate, write_simulation
from feeaudit.workbench.application import application
from feeaudit.workbench.evidence.day_evidence import read_ahead
from feeaudit.workbench.opening import Shown, workplace_of

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

BAR = 300.0
ROOM = "hawaiian-gardens"
LAST = FIRST + timedelta(days=NIGHTS)
DAY = LAST.isoformat()
# What answers with a file, leads elsewhere, or shows what only a person brings.
FILES = {
    *("assets.asset", "entrance.start", "jobs.show", "sign_in.begin", "sign_in.back"),
    *("packs.download", "restitution.export", "reports.show", "book.sign"),
    *("bring_log.look", "bring_log.profile", "bring_log.report"),
}
_AT = "2026-03-08T09:00:00Z"
_TOKEN = re.compile(r'name="form_token" value="([^"]+)"')
_BOX = re.compile(r'name="chosen" value="(i[^"]+)"')


def made(root: Path, total: int) -> Store:
    """Return the store in a folder, made where there is none, with a night of its own logs last."""
    if (root / "register.sqlite").is_file():
        return Store(root)
    store = make_store(root)
    start = time.perf_counter()
    with writable(store, _AT) as connection:
        # Waiting for the disk after each of thousands of nights would measure the disk.
        connection.execute("PRAGMA synchronous = OFF")
        fill(connection, total)
    add_night(root)
    print(f"made in {time.perf_counter() - start:,.0f} s")
    return store


def add_night(root: Path) -> None:
    """Audit a simulated night after all others: its hands, ladders and rotation can be drawn."""
    with tempfile.TemporaryDirectory() as inbox:
        plant = {"FEE-OVER": 9, "FEE-UNDER": 9, "ROT-TURNS": 3}
        night = simulate(
            read_book(folder("schedules")), hands=4000, cardrooms=[ROOM], day=LAST, plant=plant
        )
        write_simulation(night, Path(inbox) / "night", "csv")
        (Path(inbox) / "night" / "planted.csv").unlink()
        (Path(inbox) / "notes.csv").write_text("no log\n", encoding="utf-8")
        words = ["nightly", "--inbox", inbox, "--store", str(root), "--settle", "0"]
        subprocess.run([sys.executable, "-m", "feeaudit", *words], check=False, capture_output=True)


def pages(store: Store) -> dict[str, str]:
    """Return the pages that are asked for, each by what it is; of a night with a log, the last."""
    with opened(store) as connection:
        night = f"cardroom = '{ROOM}' AND day = '{DAY}'"
        incidents, findings = (
            connection.execute(
                f"SELECT * FROM {kind} WHERE {night} ORDER BY number"  # noqa: S608 - named here
            ).fetchall()
            for kind in ("incidents", "findings")
        )
        older = connection.execute(
            "SELECT cardroom, day, id FROM incidents WHERE run < ? ORDER BY number DESC LIMIT 1",
            (incidents[0]["run"],),
        ).fetchone()
    room, day = older["cardroom"], older["day"]
    month = "start=2020-03-01&end=2020-03-30"
    turn = next(row for row in findings if row["check"] == "ROT-TURNS")
    over = next(row for row in findings if row["check"] == "FEE-OVER")
    under = next(row for row in findings if row["check"] == "FEE-UNDER")
    first = next(row for row in incidents if row["number"] == under["incident"])
    return {
        "morning": "/",
        "morning of a cardroom": f"/?cardroom={room}",
        **queues(room),
        "findings": "/findings",
        "findings, page 300": "/findings?state=found&from=15000",
        "findings of a check, a month": f"/findings?state=found&check=ROT-TURNS&{month}",
        "findings of a table, a month": f"/findings?state=found&cardroom={room}&table=T07&{month}",
        "findings of a night": f"/findings?state=found&cardroom={room}&start={day}&end={day}",
        "findings of a player": "/findings?state=found&player=P0007",
        "findings of a verdict": "/findings?verdict=review",
        "findings of a table": "/findings?table=T07",
        "findings, nothing fits": "/findings?table=T07&player=nobody",
        **{
            f"findings, {state}": f"/findings?state={state}"
            for state in ("waived", "decided", "gone")
        },
        "finding": f"/findings/{ROOM}/{DAY}/{over['id']}",
        "finding, only its evidence": f"/findings/{ROOM}/{DAY}/{under['id']}?part=1",
        "incident": f"/incidents/{ROOM}/{DAY}/{first['id']}",
        "incident without a log": f"/incidents/{room}/{day}/{older['id']}",
        "deliveries": "/deliveries",
        "deliveries of a kind": "/deliveries?kind=missing",
        "rotation": f"/rotation?cardroom={ROOM}&day={DAY}",
        "rotation of a table": f"/rotation?cardroom={ROOM}&day={DAY}&table={turn['table']}&zoom=30",
        "rotation without a log": "/rotation",
        "restitution": "/restitution",
        "restitution by day": "/restitution?by=day&state=all",
        "restitution by cardroom": "/restitution?by=cardroom&state=all",
        "restitution of a player": "/restitution?player=P0007",
        "restitution of a month": f"/restitution?{month}&state=all",
        "restitution, paid": "/restitution?state=paid",
        "sign-off": "/sign-off",
        "sign-off, signed": "/sign-off?signed=1",
        "sign-off of a day": f"/sign-off/{room}/{day}",
        "packs": "/packs",
        "verify": "/verify",
        "bring": "/bring",
        "book": "/book",
        "book, searched": "/book?q=blackjack",
        "book of a cardroom": "/book/mortimers",
        "book, a game": "/book/mortimers/game/three-card-poker",
        "book, a schedule": "/book/mortimers/schedule/pure-21-5-blackjack/1",
        "book, editions": "/book/mortimers/compare?old=omaha-high-low-split@1&new=omaha-high-low-split@2",
        "calculator": "/calculator?cardroom=mortimers&game=three-card-poker&option=1",
        "doubts": "/doubts",
        "draft": "/draft/mortimers",
        "draft, a part": "/draft/mortimers/2",
        "help": "/help",
        "help, searched": "/help?q=waiver",
        "help, a topic": "/help/workbench",
        "name": "/name",
    }


def queues(room: str) -> dict[str, str]:
    """Return the queue under each filter, alone and with another, in each order."""
    filters = {
        "": "",
        "a check": "check=ROT-TURNS",
        "a table and check": "table=T07&check=FEE-OVER",
        "a table": "table=T07",
        "a game": "game=three-card-poker-6-card-bonus",
        "a rare game": "game=no-such-game",
        "a cardroom and stake": f"cardroom={room}&stake=patrons",
        "a player": "player=P0007",
        "a person": "person=Ann Lee",
        "nobody": "person=-",
        "a cause": "cause=tier_misread",
        "a verdict": "verdict=review",
        "an age": "age=2000",
        "money": "money=35",
        "money nobody owes": "money=999999",
        "days and money": "start=2020-01-01&end=2020-12-31&money=9",
        "much at once": f"cardroom={room}&table=T07&check=FEE-OVER&verdict=violation&money=5&age=9",
        **{state: f"state={state}" for state in ("waived", "needs-counsel", "decided", "gone")},
    }
    return {
        f"queue, {name or 'all'}, by {order}": f"/queue?{words}&order={order}"
        for name, words in filters.items()
        for order in ORDERS
    }


def asked(client: FlaskClient, path: str) -> tuple[float, float]:
    """Return how long a page takes of the processor and by the wall, in milliseconds."""
    start, begin = time.process_time(), time.perf_counter()
    answer = client.get(path, headers={"Host": HOST})
    spent = (time.process_time() - start) * 1000, (time.perf_counter() - begin) * 1000
    if answer.status_code != 200:
        print(f"{path}: {answer.status_code} {answer.text[:400]}")
    return spent


def decided(client: FlaskClient) -> float:
    """Return the processor's time for deciding a page of the queue at once, in milliseconds."""
    text = client.get("/queue", headers={"Host": HOST}).text
    token = _TOKEN.search(text)
    fields = {
        "act": "explained",
        "reason": "Looked at",
        "name": "Ann Lee",
        "chosen": _BOX.findall(text),
    }
    data = fields | {"form_token": token.group(1) if token else ""}
    start = time.process_time()
    answer = client.post("/decide", data=data, headers={"Host": HOST, "Origin": ORIGIN})
    if answer.status_code != 303:
        print(f"/decide: {answer.status_code} {answer.text[-900:]}")
    return (time.process_time() - start) * 1000


def not_asked(app: Flask, paths: dict[str, str]) -> set[str]:
    """Return the pages that no address asks for."""
    routes = app.url_map.bind("127.0.0.1")
    met = {str(routes.match(path.partition("?")[0])[0]) for path in paths.values()}
    rules = [each for each in app.url_map.iter_rules() if "GET" in (each.methods or ())]
    return {each.endpoint for each in rules} - met - FILES


def measured(store: Store, scratch: Path) -> None:
    """Print how long each page takes."""
    place = workplace_of(heard(), (), Shown(folder("schedules"), store.root), scratch)
    app = application(place)
    read_ahead(app).join()
    client = app.test_client()
    if place.start:
        client.get(f"/start?token={place.start.text}", headers={"Host": HOST})
    over, asked_for = [], pages(store)
    for name, path in asked_for.items():
        first = asked(client, path)
        best = min(asked(client, path) for _ in range(3))
        print(
            f"  {name:44} {best[0]:8,.1f} ms, {best[1]:8,.1f} by the wall;"
            f" {first[0]:8,.1f} ms the first time"
        )
        over += [name] if max(best[0], first[0]) > BAR else []
    forgotten = not_asked(app, asked_for)
    assert not forgotten, f"pages that nobody measures: {forgotten}"
    print(f"  {'50 incidents decided at once':44} {decided(client):10,.1f} ms")
    print(f"over {BAR:.0f} ms: {', '.join(over) or 'none'}")


def main() -> None:
    given = [each for each in sys.argv[1:] if each.isdecimal()]
    total = int(given[0]) if given else 1_000_000
    keep = Path(sys.argv[sys.argv.index("--keep") + 1]) if "--keep" in sys.argv else None
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as name:
        store = made(keep or Path(name) / "store", total)
        print(f"{total:,} findings, {store.register.stat().st_size / 1e6:,.0f} MB")
        measured(store, Path(name))


if __name__ == "__main__":
    main()
