"""The API of hands: games, evaluations and the check of a hand."""
