"""The API that authors of Exploding Kittens bots know: card objects, actions and game events."""
