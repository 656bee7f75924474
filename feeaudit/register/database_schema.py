"""The tables of the register.

``history`` is the truth: every other table is what its entries come to, and verification makes them
again from it. The rows of a run's findings are too many for one entry; the entry holds a digest
over all of them instead, and one over its incidents. What of findings and incidents follows from
the rest (``state``, ``waived_until``, ``open`` and the like), and the counts by day, are kept so
that lists are quick; ``standings`` says how they follow. ``kept`` is what the archive holds, under
which name. ``meta`` names the program that made the tables as they are; it and the history stay as
they are in every version.
"""

from __future__ import annotations

from typing import Final

from feeaudit import __version__

# Whoever changes a table below adds one here, and a step to upgrades.py.
VERSION: Final = 4
PROGRAM: Final = f"feeaudit {__version__}"

# What a run says of a finding, in the order in which it is digested.
FACTS: Final = (
    "id",
    "check",
    "verdict",
    "table",
    "hand_id",
    "at",
    "until",
    "game",
    "option",
    "seat",
    "player",
    "payer",
    "component",
    "owed",
    "owed_most",
    "taken",
    "over",
    "under",
    "message",
    "document",
    "lines",
    "file",
    "sheet",
    "row",
    "schedule",
)
# Facts that make a finding another matter when they change; a moved row of the log does not.
SUBSTANCE: Final = ("verdict", "game", "option", "owed", "owed_most", "taken", "over", "under")
# Indexes begin with the state; a question for findings in any state has to say so.
IN_ANY_STATE: Final = "state IN ('open', 'resolved', 'gone')"
# What a run says of an incident, in the order in which it is digested. ``tables``, ``games``,
# ``players`` and ``members`` (the ids of its findings) are lists, ``checks`` counts, as JSON;
# ``rank`` is the place of the stake among the stakes, the gravest 0.
INCIDENT_FACTS: Final = (
    "id",
    "cause",
    "stake",
    "rank",
    "sure",
    "verdict",
    "sentence",
    "tables",
    "games",
    "players",
    "checks",
    "first",
    "last",
    "first_hand",
    "last_hand",
    "hands",
    "over",
    "under",
    "next_step",
    "doubt",
    "members",
)
INCIDENT_NUMBERS: Final = ("rank", "first", "last", "hands", "over", "under")
NUMBERS: Final = ("at", "until", "owed", "owed_most", "taken", "over", "under", "row")

_FACT_COLUMNS = ",\n".join(
    f'  "{name}" {"INTEGER" if name in NUMBERS else "TEXT"} NOT NULL' for name in FACTS
)

_INCIDENT_COLUMNS = ",\n".join(
    f'  "{name}" {"INTEGER" if name in INCIDENT_NUMBERS else "TEXT"} NOT NULL'
    for name in INCIDENT_FACTS
)

# Where a line is joined to the next, an upgrade adds the columns that follow, as SQLite puts them.
# Made of history alone, so that they can be made again and compared.
REPLAYED: Final = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE kept (digest TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE inputs (
  number INTEGER PRIMARY KEY, digest TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL,
  bytes INTEGER NOT NULL, profile TEXT NOT NULL, constants TEXT NOT NULL, zone TEXT NOT NULL,
  day_starts INTEGER NOT NULL, set_aside INTEGER NOT NULL, deleted INTEGER NOT NULL DEFAULT 0);
CREATE INDEX inputs_by_digest ON inputs (digest, place);
CREATE TABLE coverage (
  input INTEGER NOT NULL REFERENCES inputs, cardroom TEXT NOT NULL, day TEXT NOT NULL,
  hands INTEGER NOT NULL, PRIMARY KEY (cardroom, day, input)) WITHOUT ROWID;
CREATE TABLE arrivals (
  number INTEGER PRIMARY KEY, digest TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL,
  outcome TEXT NOT NULL, reason TEXT NOT NULL, kept_as TEXT NOT NULL DEFAULT '',
  reason_sha256 TEXT NOT NULL DEFAULT '', deleted INTEGER NOT NULL DEFAULT 0);
CREATE INDEX arrivals_by_digest ON arrivals (digest, place);
CREATE TABLE runs (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, run INTEGER NOT NULL,
  supersedes INTEGER REFERENCES runs, current INTEGER NOT NULL, addendum INTEGER NOT NULL,
  made_on TEXT NOT NULL, digest TEXT NOT NULL, book TEXT NOT NULL, configuration TEXT NOT NULL,
  book_file TEXT NOT NULL, configuration_file TEXT NOT NULL, program TEXT NOT NULL,
  hands INTEGER NOT NULL, tables INTEGER NOT NULL, violations INTEGER NOT NULL,
  reviews INTEGER NOT NULL, waived INTEGER NOT NULL, over INTEGER NOT NULL,
  under INTEGER NOT NULL, exit_code INTEGER NOT NULL, findings INTEGER NOT NULL,
  findings_digest TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0, \
incidents_digest TEXT NOT NULL DEFAULT '', UNIQUE (cardroom, day, run));
CREATE INDEX runs_by_day ON runs (day, cardroom, current);
CREATE TABLE run_inputs (
  run INTEGER NOT NULL REFERENCES runs, input INTEGER NOT NULL REFERENCES inputs,
  hands INTEGER NOT NULL, PRIMARY KEY (run, input)) WITHOUT ROWID;
CREATE VIEW run_zones AS SELECT run AS number, max(zone) AS zone FROM run_inputs
  JOIN inputs ON inputs.number = run_inputs.input GROUP BY run;
CREATE TABLE run_files (
  run INTEGER NOT NULL REFERENCES runs, file TEXT NOT NULL, sha256 TEXT NOT NULL,
  PRIMARY KEY (run, file)) WITHOUT ROWID;
CREATE TABLE run_checks (
  run INTEGER NOT NULL REFERENCES runs, "check" TEXT NOT NULL, tested INTEGER NOT NULL,
  untested INTEGER NOT NULL, PRIMARY KEY (run, "check")) WITHOUT ROWID;
CREATE TABLE changes (
  run INTEGER NOT NULL REFERENCES runs, finding TEXT NOT NULL, change TEXT NOT NULL,
  before TEXT NOT NULL, after TEXT NOT NULL, PRIMARY KEY (run, finding)) WITHOUT ROWID;
CREATE TABLE waivers (
  number INTEGER PRIMARY KEY, waiver TEXT NOT NULL UNIQUE, cardroom TEXT NOT NULL,
  "check" TEXT NOT NULL, "table" TEXT NOT NULL, finding TEXT NOT NULL, starts TEXT NOT NULL,
  expires TEXT NOT NULL, reason TEXT NOT NULL, authority TEXT NOT NULL, prepared_by TEXT NOT NULL,
  approved_by TEXT NOT NULL, made_on TEXT NOT NULL, addendum INTEGER NOT NULL,
  revoked INTEGER NOT NULL DEFAULT 0, incident TEXT NOT NULL DEFAULT '');
CREATE TABLE waived_findings (
  waiver INTEGER NOT NULL REFERENCES waivers, finding TEXT NOT NULL, PRIMARY KEY (waiver, finding))
  WITHOUT ROWID;
CREATE TABLE resolutions (
  number INTEGER NOT NULL, cardroom TEXT NOT NULL, day TEXT NOT NULL, finding TEXT NOT NULL,
  incident TEXT NOT NULL DEFAULT '', outcome TEXT NOT NULL, reason TEXT NOT NULL,
  resolved_by TEXT NOT NULL, made_on TEXT NOT NULL, addendum INTEGER NOT NULL,
  holds INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (number, finding)) WITHOUT ROWID;
CREATE INDEX resolutions_by_finding ON resolutions (cardroom, day, finding);
CREATE TABLE reopenings (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, finding TEXT NOT NULL,
  reason TEXT NOT NULL, reopened_by TEXT NOT NULL, made_on TEXT NOT NULL,
  addendum INTEGER NOT NULL);
CREATE INDEX reopenings_by_finding ON reopenings (cardroom, day, finding);
CREATE TABLE revocations (
  number INTEGER PRIMARY KEY, waiver TEXT NOT NULL, reason TEXT NOT NULL,
  revoked_by TEXT NOT NULL, made_on TEXT NOT NULL);
CREATE TABLE comments (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, incident TEXT NOT NULL,
  finding TEXT NOT NULL, comment TEXT NOT NULL, written_by TEXT NOT NULL, made_on TEXT NOT NULL);
CREATE INDEX comments_by_day ON comments (cardroom, day);
CREATE TABLE assignments (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, incident TEXT NOT NULL,
  finding TEXT NOT NULL, person TEXT NOT NULL, reason TEXT NOT NULL, assigned_by TEXT NOT NULL,
  made_on TEXT NOT NULL, holds INTEGER NOT NULL DEFAULT 1);
CREATE INDEX assignments_by_day ON assignments (cardroom, day);
CREATE TABLE proposals (
  number INTEGER PRIMARY KEY, kind TEXT NOT NULL, cardroom TEXT NOT NULL, day TEXT NOT NULL,
  terms TEXT NOT NULL, prepared_by TEXT NOT NULL, made_on TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open', closed INTEGER NOT NULL DEFAULT 0);
CREATE TABLE payments (
  number INTEGER NOT NULL, cardroom TEXT NOT NULL, day TEXT NOT NULL, finding TEXT NOT NULL,
  amount INTEGER NOT NULL, paid_to TEXT NOT NULL, paid_by TEXT NOT NULL, receipt TEXT NOT NULL,
  paid_on TEXT NOT NULL, note TEXT NOT NULL, voided INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (number, day, finding)) WITHOUT ROWID;
CREATE INDEX payments_by_finding ON payments (cardroom, day, finding);
CREATE INDEX payments_by_receipt ON payments (cardroom, receipt);
CREATE TABLE payment_corrections (
  number INTEGER PRIMARY KEY, payment INTEGER NOT NULL, reason TEXT NOT NULL,
  corrected_by TEXT NOT NULL, made_on TEXT NOT NULL);
CREATE TABLE dismissals (
  number INTEGER PRIMARY KEY, arrival INTEGER NOT NULL UNIQUE REFERENCES arrivals,
  reason TEXT NOT NULL, dismissed_by TEXT NOT NULL, made_on TEXT NOT NULL);
CREATE TABLE identities (
  entry INTEGER NOT NULL, role TEXT NOT NULL, name TEXT NOT NULL, proof TEXT NOT NULL,
  issuer TEXT NOT NULL, subject TEXT NOT NULL, PRIMARY KEY (entry, role)) WITHOUT ROWID;
CREATE TABLE sign_offs (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, run INTEGER NOT NULL
  REFERENCES runs, prepared_by TEXT NOT NULL, reviewed_by TEXT NOT NULL, made_on TEXT NOT NULL,
  open INTEGER NOT NULL, reason TEXT NOT NULL DEFAULT '', seal TEXT NOT NULL, UNIQUE (run));
CREATE INDEX sign_offs_by_day ON sign_offs (cardroom, day);
CREATE TABLE withdrawals (
  number INTEGER PRIMARY KEY, input INTEGER NOT NULL UNIQUE REFERENCES inputs, reason TEXT NOT NULL,
  withdrawn_by TEXT NOT NULL, made_on TEXT NOT NULL);
CREATE TABLE nights (number INTEGER PRIMARY KEY, date TEXT NOT NULL);
CREATE TABLE troubles (
  kind TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL,
  since TEXT NOT NULL, PRIMARY KEY (kind, place, name)) WITHOUT ROWID;
CREATE TABLE keys (
  number INTEGER PRIMARY KEY, "key" TEXT NOT NULL UNIQUE, name TEXT NOT NULL, public TEXT NOT NULL,
  made_on TEXT NOT NULL, revoked INTEGER NOT NULL DEFAULT 0);
CREATE TABLE signatures (
  sign_off INTEGER NOT NULL REFERENCES sign_offs, role TEXT NOT NULL, "key" TEXT NOT NULL,
  signature TEXT NOT NULL, PRIMARY KEY (sign_off, role)) WITHOUT ROWID;
"""

KEPT: Final = f"""
CREATE TABLE history (
  number INTEGER PRIMARY KEY, kind TEXT NOT NULL, at TEXT NOT NULL, entry TEXT NOT NULL,
  digest TEXT NOT NULL, previous TEXT NOT NULL, hash TEXT NOT NULL);
CREATE TRIGGER history_is_never_changed BEFORE UPDATE ON history
  BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END;
CREATE TRIGGER history_is_never_deleted BEFORE DELETE ON history
  BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END;
CREATE TABLE findings (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL,
{_FACT_COLUMNS},
  first_run INTEGER NOT NULL REFERENCES runs, last_run INTEGER NOT NULL REFERENCES runs,
  state TEXT NOT NULL, waived_until TEXT NOT NULL, incident INTEGER NOT NULL DEFAULT 0, \
outcome TEXT NOT NULL DEFAULT '', paid INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX findings_by_id ON findings (id, cardroom, day);
CREATE INDEX findings_by_day ON findings (state, day DESC);
CREATE INDEX findings_by_cardroom ON findings (cardroom, state, day DESC);
CREATE INDEX findings_by_check ON findings ("check", state, day DESC);
CREATE INDEX findings_by_table ON findings ("table", state, day DESC);
CREATE INDEX findings_by_player ON findings (player, state, day DESC) WHERE player <> '';
CREATE INDEX findings_waived ON findings (day DESC) WHERE waived_until <> '';
CREATE INDEX findings_by_first_run ON findings (first_run);
CREATE TABLE sightings (
  run INTEGER NOT NULL REFERENCES runs, finding INTEGER NOT NULL REFERENCES findings,
  digest BLOB NOT NULL, PRIMARY KEY (run, finding)) WITHOUT ROWID;
CREATE INDEX findings_by_incident ON findings (incident);
CREATE INDEX findings_due ON findings (day DESC, number) WHERE due > 0;
CREATE INDEX findings_paid ON findings (day DESC, number) WHERE paid > 0;
CREATE INDEX findings_decided ON findings (day DESC, number) WHERE outcome <> '';
CREATE TABLE incidents (
  number INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, cardroom TEXT NOT NULL,
  day TEXT NOT NULL,
{_INCIDENT_COLUMNS},
  standing TEXT NOT NULL, open INTEGER NOT NULL, counsel INTEGER NOT NULL,
  waived_until TEXT NOT NULL, open_over INTEGER NOT NULL, open_under INTEGER NOT NULL,
  money INTEGER NOT NULL, person TEXT NOT NULL);
CREATE INDEX incidents_by_run ON incidents (run);
CREATE INDEX incidents_by_id ON incidents (id, day);
CREATE INDEX incidents_by_day ON incidents (cardroom, day);
CREATE INDEX incidents_by_stake ON incidents (standing, rank, day DESC, number);
CREATE INDEX incidents_by_age ON incidents (standing, day, number);
CREATE INDEX incidents_by_money ON incidents (standing, money DESC, number);
CREATE INDEX incidents_by_cardroom ON incidents (cardroom, standing, rank, day DESC, number);
CREATE INDEX incidents_by_person ON incidents (person, standing, rank, day DESC, number)
  WHERE person <> '';
CREATE INDEX incidents_with_counsel ON incidents (standing, rank, day DESC, number)
  WHERE counsel > 0;
CREATE INDEX incidents_waived ON incidents (standing, rank, day DESC, number)
  WHERE waived_until <> '';
CREATE TABLE incident_parts (
  part TEXT NOT NULL, value TEXT NOT NULL, incident INTEGER NOT NULL REFERENCES incidents,
  PRIMARY KEY (part, value, incident)) WITHOUT ROWID;
CREATE TABLE trend_counts (
  day TEXT NOT NULL, cardroom TEXT NOT NULL, "check" TEXT NOT NULL, "table" TEXT NOT NULL,
  violations INTEGER NOT NULL, reviews INTEGER NOT NULL, over INTEGER NOT NULL,
  under INTEGER NOT NULL, PRIMARY KEY (day, cardroom, "check", "table")) WITHOUT ROWID;
CREATE TABLE state_counts (
  day TEXT NOT NULL, cardroom TEXT NOT NULL, verdict TEXT NOT NULL, state TEXT NOT NULL,
  waived_until TEXT NOT NULL, findings INTEGER NOT NULL, over INTEGER NOT NULL,
  under INTEGER NOT NULL,
  PRIMARY KEY (day, cardroom, verdict, state, waived_until)) WITHOUT ROWID;
CREATE TABLE stake_counts (
  day TEXT NOT NULL, cardroom TEXT NOT NULL, stake TEXT NOT NULL, verdict TEXT NOT NULL,
  waived_until TEXT NOT NULL, incidents INTEGER NOT NULL, findings INTEGER NOT NULL,
  over INTEGER NOT NULL, under INTEGER NOT NULL,
  PRIMARY KEY (day, cardroom, stake, verdict, waived_until)) WITHOUT ROWID;
CREATE TABLE dues (
  day TEXT NOT NULL, cardroom TEXT NOT NULL, player TEXT NOT NULL, waived_until TEXT NOT NULL,
  findings INTEGER NOT NULL, found INTEGER NOT NULL, excused INTEGER NOT NULL,
  paid INTEGER NOT NULL, due INTEGER NOT NULL,
  PRIMARY KEY (day, cardroom, player, waived_until)) WITHOUT ROWID;
CREATE TABLE day_dues (
  day TEXT NOT NULL, cardroom TEXT NOT NULL, findings INTEGER NOT NULL, found INTEGER NOT NULL,
  excused INTEGER NOT NULL, paid INTEGER NOT NULL, due INTEGER NOT NULL,
  PRIMARY KEY (day, cardroom)) WITHOUT ROWID;
CREATE TABLE player_dues (
  cardroom TEXT NOT NULL, player TEXT NOT NULL, findings INTEGER NOT NULL, found INTEGER NOT NULL,
  excused INTEGER NOT NULL, paid INTEGER NOT NULL, due INTEGER NOT NULL,
  PRIMARY KEY (cardroom, player)) WITHOUT ROWID;
"""
