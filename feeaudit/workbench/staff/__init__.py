"""Who is at the workbench: one person at this computer, or people whom somebody else vouches for.

No password is ever ours: a reverse proxy or an OpenID provider says who somebody is, and
``store.toml`` says what they may do.
"""
