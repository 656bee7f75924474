"""Help: the manual that ships with the program, a topic at a time, and a search through it."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from feeaudit.workbench.defence.permissions import needs
from feeaudit.workbench.manual_pages import found_in_manual, topic_html, topics

page = Blueprint("help", __name__)


@page.get("/help")
@needs("view")
def show() -> str:
    """Show the topics, or the passages that a search finds."""
    words = request.args.get("q", "").strip()
    return render_template(
        "workbench/help.html", topics=topics(), words=words, hits=found_in_manual(words)
    )


@page.get("/help/<topic>")
@needs("view")
def topic(topic: str) -> str:
    """Show a topic."""
    if topic not in {each.name for each in topics()}:
        abort(404)
    return render_template("workbench/help_topic.html", topic=topic, text=topic_html(topic))
