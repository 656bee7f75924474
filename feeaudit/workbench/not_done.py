"""What is not done: why, in words, and what to do instead."""

from __future__ import annotations


class NotDone(Exception):  # noqa: N818 - what it is, as a person would say it
    """A request that is not answered: an HTTP status, a sentence, and what to do next."""

    def __init__(self, status: int, sentence: str, advice: str = "") -> None:
        self.status = status
        self.sentence = sentence
        self.advice = advice
        super().__init__(sentence)
