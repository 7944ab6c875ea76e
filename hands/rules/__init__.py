"""The rules engine: cards, games, betting, pots and findings.

Pure Python: it imports nothing of Django, knows no file format and does no I/O.
"""
