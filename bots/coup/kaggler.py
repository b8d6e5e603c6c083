"""A bot in the manner of Kaggle's environments: a function of what is seen, with no class and no imports."""

CLAIMS = {"tax": "duke", "steal": "captain", "assassinate": "assassin", "exchange": "ambassador"}


def agent(observation, configuration):
    """Never lie: take the first of these wishes that the own cards allow, and doubt nobody."""
    hand = {str(card) for card in observation.view["hand"]}
    for wish in ("coup", "assassinate", "tax", "steal", "show", "block", "allow"):
        for number, move in enumerate(observation.moves):
            if move.startswith(wish):
                claimed = move.split()[-1] if wish == "block" else CLAIMS.get(wish)
                if claimed is None or claimed in hand:
                    return number
    return 0
