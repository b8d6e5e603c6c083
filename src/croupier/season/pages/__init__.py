"""What the pages of a season show. Begin with `messages.py`, from which the types of the page are written."""
