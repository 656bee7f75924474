"""The workbench over a register of many nights: the server's time for each of its pages.

    python tests/benchmarks/bench_workbench.py [FINDINGS] [--keep FOLDER]

Makes a store of 1,000,000 findings over 2,500 nights (or as many as are asked for; --keep uses the
one in a folder, made there where it is not) and asks for every page as a browser does. Prints the
best of three for each, and the first, which finds nothing at hand but what is read ahead when the
workbench starts. The bar, for both, is 300 ms of the processor's time, which other programs do not
lengthen.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from typing import TYPE_CHECKING

from benchmarks.bench_register import fill
from support.workbenches import HOST, ORIGIN, heard

from feeaudit.register.database import opened
from feeaudit.register.store import Store, make_store
from feeaudit.register.upgrades import writable
from feeaudit.resources import folder
from feeaudit.workbench.application import application
from feeaudit.workbench.evidence.day_evidence import read_ahead
from feeaudit.workbench.opening import Shown, workplace_of

if TYPE_CHECKING:
    from flask.testing import FlaskClient

BAR = 300.0
_AT = "2026-03-08T09:00:00Z"
_TOKEN = re.compile(r'name="form_token" value="([^"]+)"')
_BOX = re.compile(r'name="chosen" value="(i[^"]+)"')


def made(root: Path, total: int) -> Store:
    """Return the store in a folder, made where there is none."""
    if (root / "register.sqlite").is_file():
        return Store(root)
    store = make_store(root)
    start = time.perf_counter()
    with writable(store, _AT) as connection:
        # Waiting for the disk after each of thousands of nights would measure the disk.
        connection.execute("PRAGMA synchronous = OFF")
        fill(connection, total)
    print(f"made in {time.perf_counter() - start:,.0f} s")
    return store


def pages(store: Store) -> dict[str, str]:
    """Return the pages that are asked for, each by what it is."""
    with opened(store) as connection:
        incident = connection.execute(
            "SELECT cardroom, day, id FROM incidents ORDER BY number DESC LIMIT 1"
        ).fetchone()
        finding = connection.execute(
            "SELECT cardroom, day, id FROM findings ORDER BY number DESC LIMIT 1"
        ).fetchone()
    room, day = incident["cardroom"], incident["day"]
    return {
        "morning": "/",
        "queue": "/queue",
        "queue, most money first": "/queue?order=money",
        "queue, oldest first": "/queue?order=age",
        "queue of a check": "/queue?check=ROT-TURNS",
        "queue of a table and check": "/queue?table=T07&check=FEE-OVER&order=money",
        "queue of a cardroom and stake": f"/queue?cardroom={room}&stake=patrons",
        "queue, days and money": "/queue?start=2020-01-01&end=2020-12-31&money=9",
        "queue, nothing fits": "/queue?table=T07&game=nothing",
        "queue, decided": "/queue?state=decided",
        "queue, waived": "/queue?state=waived",
        "findings": "/findings",
        "findings, page 300": "/findings?state=found&from=15000",
        "findings of a check, a month": "/findings?state=found&check=ROT-TURNS&start=2020-03-01&end=2020-03-30",
        "findings of a table, a month": f"/findings?state=found&cardroom={room}&table=T07&start=2020-03-01&end=2020-03-30",
        "findings of a night": f"/findings?state=found&cardroom={room}&start={day}&end={day}",
        "morning of a cardroom": f"/?cardroom={room}",
        "incident": f"/incidents/{room}/{day}/{incident['id']}",
        "finding": f"/findings/{finding['cardroom']}/{finding['day']}/{finding['id']}",
        "rotation": "/rotation",
        "restitution": "/restitution",
        "restitution by day": "/restitution?by=day&state=all",
        "sign-off": "/sign-off",
        "sign-off of a day": f"/sign-off/{room}/{day}",
        "packs": "/packs",
        "verify": "/verify",
        "bring": "/bring",
        "book": "/book",
        "calculator": "/calculator?cardroom=mortimers&game=three-card-poker&option=1",
        "doubts": "/doubts",
        "help": "/help?q=waiver",
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
    """Return how long it takes to decide a page of the queue at once, in milliseconds."""
    text = client.get("/queue", headers={"Host": HOST}).text
    token = _TOKEN.search(text)
    fields = {
        "act": "explained",
        "reason": "Looked at",
        "name": "Ann Lee",
        "chosen": _BOX.findall(text),
    }
    data = fields | {"form_token": token.group(1) if token else ""}
    start = time.perf_counter()
    answer = client.post("/decide", data=data, headers={"Host": HOST, "Origin": ORIGIN})
    if answer.status_code != 303:
        print(f"/decide: {answer.status_code} {answer.text[-900:]}")
    return (time.perf_counter() - start) * 1000


def measured(store: Store, scratch: Path) -> None:
    """Print how long each page takes."""
    place = workplace_of(heard(), (), Shown(folder("schedules"), store.root), scratch)
    app = application(place)
    read_ahead(app).join()
    client = app.test_client()
    if place.start:
        client.get(f"/start?token={place.start.text}", headers={"Host": HOST})
    over = []
    for name, path in pages(store).items():
        first = asked(client, path)
        best = min(asked(client, path) for _ in range(3))
        print(
            f"  {name:32} {best[0]:8,.1f} ms, {best[1]:8,.1f} by the wall;"
            f" {first[0]:8,.1f} ms the first time"
        )
        over += [name] if max(best[0], first[0]) > BAR else []
    print(f"  {'50 incidents decided at once':32} {decided(client):10,.1f} ms")
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
