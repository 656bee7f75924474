"""Packs: one zip of the audits of some days, for whoever asks."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request, send_file

from feeaudit.core.problem import Unknown
from feeaudit.nightly.pack import Wanted, pack
from feeaudit.register.queries import latest_day
from feeaudit.register.signatories import checked_day
from feeaudit.workbench.defence.permissions import needs
from feeaudit.workbench.recording import reading
from feeaudit.workbench.rooms_shown import room_asked, visible_rooms
from feeaudit.workbench.staff.user import VIEW
from feeaudit.workbench.workplace import the_store

if TYPE_CHECKING:
    from flask import Response

page = Blueprint("packs", __name__)


@page.get("/packs")
@needs(VIEW)
def show() -> str:
    """Ask which days the pack is to hold."""
    with reading() as connection:
        last = latest_day(connection)
        return render_template(
            "workbench/packs.html",
            rooms=visible_rooms(connection),
            first=last[:8] + "01",
            last=last,
        )


@page.get("/packs/pack.zip")
@needs(VIEW)
def download() -> Response:
    """Answer with a pack; the same store and days give the same bytes."""
    start = checked_day(request.args.get("start", ""), "the first day")
    end = checked_day(request.args.get("end", ""), "the last day")
    if start > end:
        raise Unknown(f"the first day, {start}, is after the last, {end}")
    with reading() as connection:
        room = room_asked(connection, request.args.get("cardroom", ""))
        wanted = Wanted(start, end, room, bool(request.args.get("inputs")))
        # Unlinked at once where the system can: nothing is left behind when the answer is sent.
        with tempfile.TemporaryDirectory(prefix="feeaudit-") as folder:
            target = Path(folder) / "pack.zip"
            pack(the_store(), connection, wanted, target)
            file = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the answer was sent
            with target.open("rb") as made:
                while block := made.read(1024**2):
                    file.write(block)
    file.seek(0)
    name = f"{room + '-' if room else ''}{start}-to-{end}.zip"
    return send_file(file, "application/zip", as_attachment=True, download_name=name)
