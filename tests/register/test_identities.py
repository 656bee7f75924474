"""Who decided and how that is proven: identities, roles, and what two people do one after the other."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from support.nights import DAY, Site

from feeaudit.core.problem import BookError, Unknown
from feeaudit.nightly.settings import read_settings
from feeaudit.register.dispositions import Decision, Resolution, resolve_all
from feeaudit.register.identities import Identity, identity_recorded, proof_words, two_identities
from feeaudit.register.integrity import verify
from feeaudit.register.matters import matter_of_incident
from feeaudit.register.runs import is_sealed
from feeaudit.register.sign_off import Signature, sign_off
from feeaudit.register.store import open_store
from feeaudit.register.store_people import ACTIONS, ROLES, StorePerson, known_identity, may
from feeaudit.register.two_person_proposals import (
    WaiverTerms,
    approve,
    decline,
    open_proposals,
    propose_sign_off,
    propose_waiver,
)
from feeaudit.register.upgrades import writable

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

NOW = "2026-03-08T09:00:00Z"
ISSUER = "https://login.example"
ANN = Identity("Ann Lee", "oidc", ISSUER, "ann@example.com")
BO = Identity("Bo Chan", "oidc", ISSUER, "bo@example.com")
TERMS = WaiverTerms("2026-04-30", "Bureau letter of 2 March 2026")


def said(by: Identity | str, reason: str = "a letter") -> Decision:
    return Decision(by, reason, "2026-03-08")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(tmp_path_factory.mktemp("identities") / "site")
    site.arrive("friday", wrong=(1, 2, 3))
    site.night()
    return site


@pytest.fixture
def site(made: Site, tmp_path: Path) -> Site:
    return made.copied(tmp_path / "site")


@pytest.fixture
def register(site: Site) -> Iterator[sqlite3.Connection]:
    with writable(open_store(site.store), NOW) as connection:
        yield connection
    assert verify(site.store) == []


def incident(register: sqlite3.Connection) -> sqlite3.Row:
    row: sqlite3.Row = register.execute("SELECT * FROM incidents").fetchone()
    return row


def test_a_decision_says_who_made_it_and_how_that_is_proven(register: sqlite3.Connection) -> None:
    matter = matter_of_incident(register, incident(register))
    (number,) = resolve_all(register, [Resolution(matter, "explained", said(ANN))], NOW)
    assert identity_recorded(register, number, "resolved_by", "") == ANN
    assert proof_words(ANN) == "Ann Lee (oidc ann@example.com at https://login.example)"
    assert proof_words(Identity("Ann Lee")) == "Ann Lee (name typed)"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ann Lee", "ann  LEE"),
        (ANN, Identity("Ann B. Lee", "oidc", ISSUER, "ann@example.com")),
        (ANN, Identity("ann lee", "oidc", "https://other.example", "ann@other.example")),
    ],
    ids=["one typed name", "one sign-in under two names", "one name by two sign-ins"],
)
def test_one_person_is_not_two(first: Identity | str, second: Identity | str) -> None:
    with pytest.raises(Unknown, match="two different people are required"):
        two_identities(first, "the preparer", second, "the reviewer")


@pytest.mark.parametrize("proof", ["oidc", "proxy header"])
def test_who_signed_in_does_not_type_the_other_name(proof: str) -> None:
    signed_in = Identity("Ann Lee", proof, ISSUER, "ann@example.com")
    for pair in ((signed_in, "Bo Chan"), ("Bo Chan", signed_in)):
        with pytest.raises(Unknown, match="Bo Chan is a typed name, and Ann Lee signed in"):
            two_identities(pair[0], "the preparer", pair[1], "the reviewer")
    assert two_identities(ANN, "the preparer", BO, "the reviewer") == (ANN, BO)


def test_a_proof_names_whom_it_proves() -> None:
    with pytest.raises(Unknown, match="names the person it proves"):
        Identity("Ann Lee", "oidc", ISSUER)
    with pytest.raises(Unknown, match="'magic' is not a way to prove a name"):
        Identity("Ann Lee", "magic", ISSUER, "ann")


def test_a_day_is_signed_by_two_who_signed_in_one_after_the_other(
    register: sqlite3.Connection,
) -> None:
    number = propose_sign_off(register, "harbor", DAY, said(ANN, "refunds follow"), NOW)
    assert [each["prepared_by"] for each in open_proposals(register)] == ["Ann Lee"]
    with pytest.raises(Unknown, match="Ann Lee has prepared harbor 2026-03-06 already"):
        propose_sign_off(register, "harbor", DAY, said(BO), NOW)
    with pytest.raises(Unknown, match="two different people are required"):
        approve(register, number, ANN, "2026-03-08", NOW)
    with pytest.raises(Unknown, match="typed name"):
        approve(register, number, "Bo Chan", "2026-03-08", NOW)
    assert not is_sealed(register, "harbor", DAY)
    approve(register, number, BO, "2026-03-08", NOW)
    assert is_sealed(register, "harbor", DAY)
    assert open_proposals(register) == []
    with pytest.raises(Unknown, match="is not open"):
        approve(register, number, BO, "2026-03-08", NOW)


def test_a_day_that_was_audited_again_is_prepared_anew(site: Site) -> None:
    with writable(open_store(site.store), NOW) as register:
        number = propose_sign_off(register, "harbor", DAY, said(ANN, "refunds follow"), NOW)
    site.arrive("friday corrected", wrong=(1, 2))
    site.night(date="2026-03-08")
    with writable(open_store(site.store), NOW) as register:
        with pytest.raises(Unknown, match="was audited again since Ann Lee prepared it"):
            approve(register, number, BO, "2026-03-08", NOW)
        decline(register, number, said(BO, "audited again"), NOW)
        assert open_proposals(register) == []


def test_a_waiver_holds_once_somebody_else_approved_it(register: sqlite3.Connection) -> None:
    matter = matter_of_incident(register, incident(register))
    number = propose_waiver(register, matter, TERMS, said(ANN), NOW)
    assert incident(register)["waived_until"] == ""
    with pytest.raises(Unknown, match="two different people are required"):
        approve(register, number, ANN, "2026-03-08", NOW)
    approve(register, number, BO, "2026-03-08", NOW)
    assert incident(register)["waived_until"] == "2026-04-30"


def test_a_declined_waiver_never_holds(register: sqlite3.Connection) -> None:
    matter = matter_of_incident(register, incident(register))
    number = propose_waiver(register, matter, TERMS, said(ANN), NOW)
    decline(register, number, said(BO, "no such letter"), NOW)
    assert incident(register)["waived_until"] == ""
    with pytest.raises(Unknown, match="is not open"):
        approve(register, number, BO, "2026-03-08", NOW)


def test_a_sign_off_at_the_command_line_is_as_it_was(register: sqlite3.Connection) -> None:
    signature = Signature("Ann Lee", "Bo Chan", "2026-03-08", "refunds follow")
    sign_off(register, "harbor", DAY, signature, NOW)
    assert is_sealed(register, "harbor", DAY)


PEOPLE = (
    StorePerson("Ann Lee", "preparer", "oidc", ISSUER, "ann@example.com", ("harbor",)),
    StorePerson("Bo Chan", "reviewer", "oidc", ISSUER, "bo@example.com"),
    StorePerson("Cy Diaz", "viewer"),
)


def test_where_nobody_is_named_everybody_may_do_everything() -> None:
    assert all(may((), Identity("Ann Lee"), action, "harbor") for action in ACTIONS)


def test_a_role_holds_for_its_cardrooms_and_its_proof() -> None:
    assert may(PEOPLE, ANN, "decide", "harbor")
    assert not may(PEOPLE, ANN, "decide", "another-room")
    assert not may(PEOPLE, ANN, "decide")
    assert not may(PEOPLE, ANN, "approve", "harbor")
    assert may(PEOPLE, BO, "approve", "another-room")
    assert not may(PEOPLE, Identity("Bo Chan"), "view", "harbor")
    assert not may(PEOPLE, Identity("Bo Chan", "proxy header", ISSUER, "bo@example.com"), "view")
    assert may(PEOPLE, Identity("cy diaz"), "view", "harbor")
    assert not may(PEOPLE, Identity("Dee Fox"), "view", "harbor")
    with pytest.raises(Unknown, match="'destroy' is not an action"):
        may(PEOPLE, BO, "destroy")


def test_each_role_may_what_the_one_before_may() -> None:
    allowed = [set(actions) for actions in ROLES.values()]
    assert all(less < more for less, more in pairwise(allowed))
    assert allowed[-1] == set(ACTIONS)


def test_who_signs_in_goes_by_the_name_that_the_store_has() -> None:
    assert known_identity(PEOPLE, "oidc", ISSUER, "ann@example.com") == ANN
    assert known_identity(PEOPLE, "oidc", "https://evil.example", "ann@example.com") is None


def test_people_are_named_in_the_settings(site: Site) -> None:
    store = open_store(site.store)
    store.settings.write_text(
        '[[people]]\nname = "Ann Lee"\nrole = "preparer"\nproof = "oidc"\n'
        f'issuer = "{ISSUER}"\nsubject = "ann@example.com"\ncardrooms = ["harbor"]\n',
        encoding="utf-8",
    )
    assert read_settings(store).people == PEOPLE[:1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('name = "Ann Lee"\nrole = "boss"', "'boss' is not a role"),
        ('name = "Ann Lee"', "this person lacks its 'role'"),
        ('name = "Ann Lee"\nrole = "viewer"\nproof = "oidc"', "a proof by oidc needs its issuer"),
        ('name = "Ann Lee"\nrole = "viewer"\nsubject = "a"', "a proof by typed has no subject"),
        ('name = "Ann Lee"\nrole = "viewer"\nrol = "x"', "'rol' is not a key of a person"),
    ],
)
def test_a_person_who_is_named_wrongly_is_told_with_the_place(
    site: Site, text: str, told: str
) -> None:
    store = open_store(site.store)
    store.settings.write_text(f"[[people]]\n{text}\n", encoding="utf-8")
    with pytest.raises(BookError, match=told):
        read_settings(store)
