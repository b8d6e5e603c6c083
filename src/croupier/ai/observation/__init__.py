"""What a learning or learned player sees: a row of small numbers made from a seat's view. Begin with `layout`."""
