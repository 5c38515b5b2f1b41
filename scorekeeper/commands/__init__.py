"""What `scorekeeper` does on the command line, a file a command, and what only they need."""
