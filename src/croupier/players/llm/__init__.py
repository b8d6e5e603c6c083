"""Language models as players: `llm:haiku`, `llm:openai/MODEL`, `llm:ollama/MODEL`.

They get what every bot gets, as text, and answer with the number of a move. Knows no game by name.
"""
