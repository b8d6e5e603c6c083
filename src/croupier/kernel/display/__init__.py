"""What a game tells every screen: the zones of its table, and the guide for beginners."""
