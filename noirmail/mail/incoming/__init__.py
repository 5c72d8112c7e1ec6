"""What a mail that came in says: facts, the player's own words, commands."""
