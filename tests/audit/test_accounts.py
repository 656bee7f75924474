"""Accounts of stays: right charges are never found fault with, and a wrong one is one fault."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from feeaudit.audit.periods.accounts import (
    MINUTE,
    PeriodCharge,
    Stay,
    StayAccount,
    account_from,
    accounts,
)
from feeaudit.audit.periods.rhythms import Rhythm

HALF_HOURS = Rhythm(30, clock=False)
BY_THE_CLOCK = Rhythm(30, clock=True)
RHYTHMS = st.sampled_from([HALF_HOURS, BY_THE_CLOCK, Rhythm(40, clock=False)])


def paid(*minutes: int) -> list[PeriodCharge]:
    return [PeriodCharge(each * MINUTE, 800, joining=False, table="T1") for each in sorted(minutes)]


def views(charges: list[PeriodCharge], rhythm: Rhythm, start: int, end: int) -> list[StayAccount]:
    return accounts(charges, Stay(start * MINUTE, end * MINUTE), rhythm, 0)


@given(rhythm=RHYTHMS, count=st.integers(1, 12), late=st.lists(st.integers(-5, 9), min_size=12))
def test_a_charge_a_period_a_little_early_or_late_is_right(
    rhythm: Rhythm, count: int, late: list[int]
) -> None:
    marks = [600 + each * rhythm.minutes for each in range(count)]
    # Nobody pays before sitting down.
    late = [max(late[0], 0), *late[1:]]
    charges = paid(*(mark + by for mark, by in zip(marks, late, strict=False)))
    for view in views(charges, rhythm, 600, marks[-1] + rhythm.minutes):
        assert view == StayAccount({}, {}, ())


@given(rhythm=RHYTHMS, count=st.integers(2, 12), data=st.data())
def test_one_more_charge_is_one_fault_whenever_it_is_taken(
    rhythm: Rhythm, count: int, data: st.DataObject
) -> None:
    marks = [600 + each * rhythm.minutes for each in range(count)]
    within = data.draw(st.integers(0, count - 2))
    after = data.draw(st.integers(1, rhythm.minutes - 1))
    extra = marks[within] + after
    charges = paid(*marks, extra)
    wrong = {place for place, each in enumerate(charges) if each.at == extra * MINUTE}
    near = {
        place
        for place in range(len(charges))
        if abs(charges[place].at - extra * MINUTE) < 6 * MINUTE
    }
    for view in views(charges, rhythm, 600, marks[-1] + rhythm.minutes):
        assert len(view.extra) == 1
        assert set(view.extra) <= wrong | near
        assert not view.shifted
        assert not view.unpaid


@given(rhythm=RHYTHMS, count=st.integers(3, 12), data=st.data())
def test_one_charge_fewer_leaves_one_period_unpaid(
    rhythm: Rhythm, count: int, data: st.DataObject
) -> None:
    marks = [600 + each * rhythm.minutes for each in range(count)]
    missing = data.draw(st.sampled_from(marks[1:-1]))
    charges = paid(*(mark for mark in marks if mark != missing))
    for view in views(charges, rhythm, 600, marks[-1] + rhythm.minutes):
        assert view == StayAccount({}, {}, (missing * MINUTE,))


@given(gap=st.integers(5, 25), hours=st.integers(2, 8))
def test_charges_that_come_too_often_are_too_many_by_as_many_as_there_are(
    gap: int, hours: int
) -> None:
    end = 600 + hours * 60
    charges = paid(*range(600, end, gap))
    for view in views(charges, HALF_HOURS, 600, end):
        # The last one may be early for the next period, which has not begun.
        assert 0 <= len(charges) - len(view.extra) - hours * 2 <= 1


def test_a_stay_that_is_not_charged_leaves_unpaid_what_it_spans_in_full() -> None:
    (view,) = views([], HALF_HOURS, 600, 665)
    assert view.unpaid == (600 * MINUTE, 630 * MINUTE)
    (view,) = views([], HALF_HOURS, 600, 641)
    assert view.unpaid == (600 * MINUTE,)
    # Ten minutes into the second half hour the dealer may not have come by yet.
    (view,) = views([], HALF_HOURS, 600, 640)
    assert not view.unpaid


def test_a_charge_at_another_table_leaves_no_more_unpaid_than_the_own_charges_of_the_stay() -> None:
    # Paid at 9:50 elsewhere and again on sitting down at 10:00: only from 10:30 nothing was paid.
    (view,) = views(paid(590, 600), HALF_HOURS, 600, 670)
    assert view.unpaid == (630 * MINUTE,)
    # A charge up to five minutes before sitting down is one of the stay.
    (view,) = views(paid(582, 595), HALF_HOURS, 600, 660)
    assert view.unpaid == (630 * MINUTE,)


def test_periods_may_begin_where_two_charges_a_minute_apart_pay_for_two() -> None:
    """At 10:02 and so at 12:02, for which a charge at 11:57 is not too early, if all are late."""
    charges = paid(686, 716, 717)
    late, in_time = accounts(charges, Stay(600 * MINUTE, 820 * MINUTE, open=True), HALF_HOURS, 0)
    assert not late.extra
    assert in_time.extra == {2: 1}


def test_periods_may_begin_where_three_charges_pay_for_three() -> None:
    """At 10:25: the second is late for the one from 9:55, the third 15 minutes early for 10:55."""
    late, _ = views(paid(626, 627, 640), HALF_HOURS, 600, 700)
    assert not late.extra


@given(
    minutes=st.sets(st.integers(600, 720), min_size=1, max_size=7),
    stays=st.integers(0, 60),
    open_=st.booleans(),
    rhythm=st.sampled_from([HALF_HOURS, Rhythm(40, clock=False)]),
)
def test_no_place_where_periods_may_begin_is_better_than_those_that_are_tried(
    minutes: set[int], stays: int, open_: bool, rhythm: Rhythm
) -> None:
    """Charges stand at whole minutes, so whole and half minutes are all that can matter."""
    charges = paid(*minutes)
    stay = Stay(600 * MINUTE, (max(minutes) + stays) * MINUTE, open=open_)
    length = rhythm.minutes * MINUTE
    anywhere = range(stay.start, min(charges[0].at, stay.start + length) + 1, MINUTE // 2)
    least = min(account_from(charges, stay, origin, length).faults for origin in anywhere)
    assert min(each.faults for each in accounts(charges, stay, rhythm, 0)) == least
