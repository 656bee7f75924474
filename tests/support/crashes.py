"""Commands that die at some point, or run into a full disk, in processes of their own."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVER = Path(__file__).with_name("dying.py")
# All of some hundred points, or so many of them: FEEAUDIT_CRASHES=1000 tries every one.
MANY = int(os.environ.get("FEEAUDIT_CRASHES", "8"))
# Whether a command is killed by its fate, and the exit code where it lives to tell.
ENDS = {"killed": (True, -1), "full": (False, 2)}


class Server:
    """Runs commands in processes of their own."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(SERVER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, arguments: list[str], point: int = 0, fate: str = "killed") -> dict[str, Any]:
        """Run a command to its end or its fate, and tell how it ended."""
        asked = {"arguments": arguments, "point": point, "fate": fate}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


def running_server() -> Iterator[Server]:
    """Yield a server, for a fixture of the tests that need one."""
    running = Server()
    yield running
    running.process.kill()
    running.process.wait()


def points(calls: int, seed: int) -> list[int]:
    """Return where to strike: at random, but all over the command."""
    if calls <= MANY:
        return list(range(1, calls + 1))
    chance = random.Random(seed)  # noqa: S311 - no secret
    edges = [round(each * calls / MANY) for each in range(MANY + 1)]
    return [chance.randint(low + 1, high) for low, high in pairwise(edges)]
