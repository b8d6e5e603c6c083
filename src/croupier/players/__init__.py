"""Who can sit at a table: bots in this process, in a sandbox, behind a connection; language models; people."""
