"""`python -m scorekeeper`: the `scorekeeper` command."""

from scorekeeper.commands.main import main

if __name__ == "__main__":
    main(prog_name="scorekeeper")
