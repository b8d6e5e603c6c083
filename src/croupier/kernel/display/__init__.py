"""What a game tells every screen: the zones of its table, the guide for beginners, and what it counts about players."""
