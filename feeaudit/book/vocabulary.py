"""The closed vocabularies of the book: every word an encoded schedule may use, with its meaning."""

from __future__ import annotations

from typing import Final

COMPONENTS: Final = {
    "player": "what a player pays on wagers",
    "player_dealer": "what the player-dealer pays",
    "bonus": "a separate fee on a bonus bet",
    "pot": "taken from the pot",
    "ante": "taken from the antes",
    "button": "paid by the button",
    "no_flop": "the reduced fee of a hand that ends before the opening round",
    "jackpot": "the jackpot fee",
    "time": "paid by each player for a period",
    "new_player": "paid by a player who joins between periods",
}

BASES: Final = {
    "player_wager": "each wager separately",
    "total_player_wager": "one player's counted wagers, summed",
    "table_action": "all players' counted wagers, summed",
    "bonus_wager": "the bonus wager",
    "players": "the number of players",
    "flat": "nothing: one fee",
}

PER: Final = {
    "wager": "each wager on each spot, backline included",
    "seat": "each betting circle a player has action in, once",
    "player": "each player, once",
    "hand": "the hand, once",
    "period": "each player, once a period",
}

MOMENTS: Final = {
    "before_deal": "before any card is dealt",
    "after_initial_cards": "once each player has the initial cards",
    "after_all_cards": "once all cards or tiles are distributed, before play goes on",
    "antes_posted": "once the antes are posted",
    "before_flop": "after the deal, before the flop",
    "after_flop": "after the flop",
    "any_round": "before the start of play or after any betting round",
    "end_of_hand": "when the hand is over",
    "period": "when the period begins",
    "first_hand": "at the start of the player's first hand",
}

# The same within a sentence: a fee was taken, or is taken, ...
MOMENT_WORDS: Final = {
    "before_deal": "before the deal",
    "after_initial_cards": "after the initial cards",
    "after_all_cards": "after all cards or tiles",
    "antes_posted": "after the antes",
    "before_flop": "before the flop",
    "after_flop": "after the flop",
    "any_round": "before play or after any betting round",
    "end_of_hand": "at the end of the hand",
    "period": "when the period begins",
    "first_hand": "at the player's first hand",
}

# A reading may take it that the terms state no moment, though the file has one.
NOT_STATED: Final = ("not_stated",)
READING_MOMENTS: Final = MOMENTS | {"not_stated": "no moment is printed"}

PAYERS: Final = {
    "player": "the player who placed the wager or holds the seat",
    "player_dealer": "the player in the player-dealer position",
    "pot": "the pot",
    "ante": "the antes",
    "button": "the player with the button",
    "big_blind": "the big blind's money",
}

PLAYER_COUNTS: Final = {
    "dealt_in": "players dealt into the hand",
    "after_flop": "players still in after the flop",
    "seated": "players seated at the table",
}

OPENING_ROUNDS: Final = {
    "flop": "the flop is dealt",
    "second_upcard": "the second upcard is delivered",
    "draw_complete": "the draw is complete",
    "pot_opened": "somebody opens the pot",
}

NO_OPENING_ROUND: Final = {
    "no_fee": "nothing is taken",
    "no_flop_fee": "the no_flop fee is taken instead",
    "same_fee": "the fee does not depend on it",
}

PERIOD_STARTS: Final = {
    "clock": "on the clock, at every full period of the day: 19:00 and 19:30",
    "not_stated": "the document gives the length alone",
}

GAME_KINDS: Final = {
    "player_dealer": "players play against the player-dealer",
    "poker": "players play against each other",
}

ROLES: Final = {
    "base": "a wager that takes part in the game itself",
    "bonus": "an optional side bet",
    "raise": "a wager added to a base wager during play",
}

PLACED: Final = {
    "before_deal": "placed before cards are dealt",
    "after_deal": "placed after cards are dealt",
}

BACKLINE: Final = {
    "allowed": "backline wagers may be placed",
    "forbidden": "backline wagers may not be placed",
    "local_ordinance": "allowed where local ordinance allows it",
}

DIRECTIONS: Final = {
    "clockwise": "",
    "counter_clockwise": "",
}

UNITS: Final = {"hand": "hands", "round": "rounds"}

HOLDERS: Final = {
    "person": "one person",
    "player": "one player",
    "person_or_entity": "one person or entity",
    "part_holder": "one person, entity or holder of a part of the position",
    "position": "the holder of the position; no person is named",
}

OFFERED_TO: Final = {
    "all_seated": "all seated players",
    "next": "the next player around the table",
    "seat_then_backline": "the seat's player, then those who bet on that seat the previous hand",
}

FIRST_OFFERS: Final = {
    "seat_1": "seat one",
    "left_of_house_dealer": "the first active player left of the house dealer",
    "any": "a player",
}

IF_NOBODY: Final = {
    "broken": "the game is broken or stopped",
    "disbanded": "the game is disbanded",
}

POSITIONS: Final = {"button": "a dealer button, which moves on and is offered to nobody"}

ELIGIBILITY: Final = {
    "seated": "only seated players",
    "bet_last_round": "only players who made a non-bank bet in the last round",
    "new_players_last": "new players only if all other seated players refuse",
    "new_players_bet_too": "new players also only after a non-bank bet in the last round",
    "three_wagers_this_round": "only players who made at least three wagers in this round of play",
    "wager_on_spot_previous_hand": "only on a spot that had a wager in the previous hand",
    "third_party": "only players of a third-party provider",
}

NEVER_BANKS: Final = {
    "house": "the house",
    "house_dealer": "the dealer on duty",
}

ACTION_STARTS: Final = {
    "action_button": "at the action button",
    "left_of_player_dealer": "left of the player-dealer",
    "left_of_house_dealer": "left of the house dealer",
    "right_of_house_dealer": "right of the house dealer",
}

KIND_BY_KIND: Final = {
    "required": "each kind of wager goes around the whole table before the next",
    "allowed": "each kind of wager may go around the whole table before the next",
}

TOTAL_OF: Final = {"seat": "all wagers on a seat, backline bets included"}

RESULTS: Final = {
    "losing": "a player's hand that loses",
    "winning": "a player's hand that wins",
    "folded": "a hand that was given up, whose wagers are collected before all others",
}

UNCOVERED: Final = {
    "returned": "the uncovered part of a wager is returned",
    "used_once": "the player-dealer's money is used once, to pay or to collect",
    "no_refund_of_fee": "no refund or free collection for an uncovered wager",
}

RULES: Final = {
    "rates": "a maximum number of different rates",
    "one_option": "one schedule option at a table at a time",
    "predetermined": "fees are determined before play",
    "posted": "fees are posted at the table",
    "no_percentage": "no fraction or percentage of wagers or winnings",
    "fee_kept": "the fee is kept in this event",
    "no_extra_fee": "no further fee in this event",
    "free_hands": "the first hands of a new game are free of collection",
    "courtesy_button": "a courtesy button pays one collection",
    "own_fee": "each player pays their own fee; nobody pays it for them",
    "minimum_after_fee": "a minimum bet must remain after the fee is paid",
    "maximum_sets_fee": "when the minimum changes, the fee follows the maximum",
    "under_review": "the Bureau reserves a review of this collection",
    "house_funded_jackpot": "no jackpot fee: jackpots are funded by the house",
    "jackpot_elsewhere": "the jackpot fee is stated in the jackpot's own rules",
    "third_party_may_play": "third-party providers are permitted to play",
    "kill": "a kill is allowed and changes the stakes of one hand",
    "second_hand": "a player's second hand is bet no higher than the first",
    "blinds_by_limit": "the big blind is the lower betting limit, the small blind is less",
    "no_all_in": "nobody may go all in: a blind or a bet is made in full",
    "opening_bet": "the bet that opens the pot is at least the blinds together",
    "covers_only": "the player-dealer wins or loses no more than was put up",
    "bettor_bound": "no bettor wins or loses more on a hand than was bet",
}

RULE_SCOPES: Final = {
    "table": "",
    "game": "",
    "table_limit": "",
    "payer": "each payer's at a table limit",
    "all_options": "under all options of the game at a table",
}

RATE_COUNTING: Final = {
    "amounts": "different amounts, not counting zero",
    "kinds": "kinds of fee (regular, designated, jackpot)",
}

EVENTS: Final = {
    "double": "doubling down",
    "split": "splitting",
    "surrender": "surrendering",
    "insurance": "taking insurance",
    "no_action": "a wager that gets no action",
    "uncovered": "a wager the player-dealer could not cover",
    "new_game": "a new game is opened",
    "skipped": "a player was skipped",
}

LAW_STATUSES: Final = {
    "proposed": "published for comment",
    "approved": "approved, not yet effective",
    "in_force": "in force",
    "stayed": "a court has stayed or enjoined it",
    "invalidated": "a court has held it invalid",
    "superseded": "replaced by a later rule",
}

LAW_DEFAULTS: Final = {
    "applied": "applied on days when it is in force",
    "as_if_only": "never applied unless asked for with --as-if",
}

CONFIDENCES: Final = {
    "official_text": "the official text",
    "official_digest": "an official digest of it",
    "secondary": "a secondary description; the official text was not read",
    "press_report": "press reports only",
}

CONCLUSIONS: Final = {
    "determinate": "the print is irregular, and one reading applies",
    "ambiguous": "several readings are defensible",
    "not_encoded": "what is meant is not printed here",
    "undecided": "drafted; nobody has concluded anything yet",
}

MARKED: Final = {
    "cells": "fees of a table",
    "option": "the number or name of an option",
    "limit": "a table limit",
    "stakes": "blinds, antes, forced bets, buy-ins or points",
    "header": "a heading, or a header that is missing",
    "unread": "a row that looks like fees and was not read",
    "term": "how fees are collected",
    "game": "a game, its name or its kind",
    "approval": "a Bureau id",
    "wagers": "the wager kinds of a game",
    "rotation": "a statement on the player-dealer position",
    "rule": "a general rule",
    "place": "the cardroom itself",
}

CERTAINTIES: Final = {
    "likely": "read, and something does not check out or only prose says so",
    "open": "printed, and not read",
}

SEEN: Final = {
    "confirmed": "a person has compared it with the document and confirmed it",
    "changed": "a person has corrected it",
    "recorded": "a person has recorded it as an anomaly",
}

HAND_STAGES: Final = {
    "deal": "taken when cards are dealt",
    "flop": "taken at the flop, of hands that have one",
    "turn": "taken at the turn, of hands that get there",
    "river": "taken at the river, of hands that get there",
}

# A log says whether a hand had a flop; whether it went on from there, none does.
UNLOGGED_STAGES: Final = ("turn", "river")

MECHANICAL_ANOMALIES: Final = {
    "gap": "amounts between two tiers that no tier covers",
    "overlap": "amounts that two tiers cover",
    "starts_above_minimum": "the ladder starts above the smallest amount that can occur",
    "starts_below_minimum": "the ladder starts below the table minimum",
    "ends_before_maximum": "the ladder ends before the largest amount that can occur",
    "falling_fee": "a higher tier costs less",
    "numbering_hole": "an option number is missing from the print",
    "numbering_repeat": "an option number is printed twice",
    "too_many_rates": "more rates than the rules allow",
    "percentage_like": "the fees are an exact share of the tiers' bounds",
    "uncovered_option": "no terms cover this option",
    "near_twin": "two options differ in a single figure",
    "same_option": "two options are the same except for their numbers",
    "unreadable": "a figure cannot be read",
}

OTHER_ANOMALIES: Final = {
    "misprint": "a printing or scanning error",
    "shifted_column": "figures are in the wrong column or row",
    "contradiction": "two statements do not agree",
    "silence": "something needed is not stated",
    "missing_table": "a table is announced and not printed",
    "two_schedules": "one game has two schedules and nothing orders them",
    "reprint": "the same thing is printed again",
    "name": "one thing has several names",
    "unordered": "nothing says which edition is in force",
}

ANOMALY_KINDS: Final = MECHANICAL_ANOMALIES | OTHER_ANOMALIES
