"""Companions: which other checks a planted violation, or a near miss, violates as well, and why.

Whatever a planter says comes with a violation must be declared here; whatever is found beside a
planted violation and was not said to come with it is a false alarm.
"""

from __future__ import annotations

from typing import Final

_OVER: Final = {"FEE-OVER": "more is taken than the tier says"}
_UNDER: Final = {"FEE-UNDER": "less is taken than the tier says"}
_OTHER_FEES: Final = {
    **_OVER,
    **_UNDER,
    "FEE-MISSING": "the fees taken leave out a payer who owes one",
    "FEE-UNDUE": "the fees taken charge a payer who owes none",
}
_THIRD_HAND: Final = {
    "ROT-TURNS": "the hand is the third in a row and two are allowed",
    "ROT-INTERVENE": "nobody came between two turns of the same holder",
    "ROT-BROKEN": "nobody took the position and the game went on",
}
_TOTAL: Final = {"LIM-TOTAL": "with or without others, the wager passes the cap on their sum"}
_NO_TIER: Final = {"FEE-UNSETTLED": "no tier covers what the wager comes to"}

COMPANIONS: Final[dict[str, dict[str, str]]] = {
    "FEE-PERCENT": {
        **_OTHER_FEES,
        "OPT-RATES": "a share of bets that differ makes more different fees than are allowed",
    },
    "OPT-FITS": {
        **_OTHER_FEES,
        "OPT-RATES": "the fees of two options are more different ones than are allowed",
    },
    "OPT-RATES": _OVER,
    "OPT-UNKNOWN": {"OPT-LIMIT": "the placard shows another option than was played"},
    "ROT-TURNS": _THIRD_HAND,
    "ROT-OFFER": _THIRD_HAND,
    "ROT-INTERVENE": _THIRD_HAND,
    "ROT-BROKEN": _THIRD_HAND,
    "LIM-LOW": _NO_TIER,
    "LIM-HIGH": {**_NO_TIER, **_TOTAL},
    "LIM-BONUS": {**_NO_TIER, **_TOTAL},
    "LIM-TOTAL": _NO_TIER,
    "LIM-INCREMENT": {**_NO_TIER, **_TOTAL},
    "LIM-RELATION": {**_NO_TIER, **_TOTAL},
    "PAY-EXCESS": {"PAY-UNCOVERED": "what was paid beyond the money put up was not covered"},
    "near ROT-TURNS": {"ROT-TURNS": "one provider goes on, for review: the rules name a person"},
    "near OPT-RATES": _OVER,
    "near OPT-FITS": _OTHER_FEES,
    "PAY-UNCOVERED": {"PAY-EXCESS": "the player-dealer wins or loses more than was put up"},
}
