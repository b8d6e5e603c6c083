"""Work that must not block the web server: searches and studies in a process pool, tournaments as child processes."""
