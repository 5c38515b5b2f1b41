"""The commands of `scorekeeper`, a file each, and modules that only they need."""
