"""What people use: the command line, the terminal and the browser."""
