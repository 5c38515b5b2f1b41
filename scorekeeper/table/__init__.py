"""A table: people playing many hands of one game. It knows the games only as `scorekeeper.games.game.Game`."""
