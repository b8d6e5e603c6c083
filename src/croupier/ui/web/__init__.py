"""The browser app's server: tables, replays, measurements and the workshop over HTTP and WebSockets."""
