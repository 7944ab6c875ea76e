"""A club with people and hands that look real, to look around in: made up, but played by the rules."""
