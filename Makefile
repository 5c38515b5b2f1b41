# `make run` serves the app, `make test` checks everything. Either begins with Python 3.11 or newer and make, and installs
# the rest: libraries into .venv, and for the tests browsers, fonts and PostgreSQL (see CONTRIBUTING.md).

PYTHON ?= python3
INSTALL = .venv/bin/python -m tools.libraries
# One worker more than cores: a browser or a server is often waited for.
PYTEST = .venv/bin/python -m tools.cpu_time .venv/bin/pytest -n 3 --dist worksteal --durations 10
CATALOGUES = $(patsubst %.po,%.mo,$(wildcard scorekeeper/translations/*/LC_MESSAGES/messages.po))

.PHONY: run test test-on pictures audit quick full check pythons browser old-browsers webkit postgresql proxies readers soak bench faults messages constraints
.DELETE_ON_ERROR:
# Without bytecode each process of the tests would compile them all, and each server the program.
unexport PYTHONDONTWRITEBYTECODE

run: .venv/run-installed $(CATALOGUES)
	@.venv/bin/scorekeeper serve

# Every kind of test, in ten minutes on two cores: a sample of each sweep, and the same examples each time. The order changes;
# `make test SEED=1234` repeats the run that printed this seed. It fails where it costs more than tests/budget.toml allows.
test: check browser postgresql
	$(PYTEST) --budget test $(if $(SEED),--randomly-seed $(SEED))

# What to run after each change, in two minutes: no browsers, servers, state machines or sweeps.
quick: check
	$(PYTEST) --budget quick -m "not (programs or machine or exhaustive or proxies or readers or webkit or full)"

# Before a release, in about two hours: every sweep whole, random examples, evenings by taps alone, the benchmark, and
# Chromium with its window in place of its headless shell.
full: check browser old-browsers postgresql
	FULL=yes $(PYTEST) -m "not proxies and not readers and not webkit" $(if $(SEED),--randomly-seed $(SEED))

# The same on another day in another zone, with libfaketime (apt-get install faketime), TESTS naming some of them:
# `make test-on DATE="2028-02-29 23:58:30" ZONE=Asia/Seoul TESTS=tests/web/page`.
test-on: .venv/test-installed $(CATALOGUES)
	TZ=$(ZONE) faketime --exclude-monotonic -f "@$(DATE)" .venv/bin/pytest -n 2 \
		-m "not (programs or machine or exhaustive or proxies or readers or webkit or full)" $(TESTS)

check: .venv/test-installed $(CATALOGUES)
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/deptry scorekeeper
	.venv/bin/deptry tests tools --exclude '\.venv' --ignore DEP002,DEP004

# The packages, the rules and the commands under every Python that the program says it runs with, as far as it is here or
# pyenv or uv has it.
pythons: $(CATALOGUES)
	@for version in 3.11 3.12 3.13; do \
		python=$$(PYENV_VERSION=$$version python$$version -c "import sys; print(sys.executable)" 2>/dev/null || uv python find $$version 2>/dev/null) \
			|| { echo "There is no Python $$version here."; continue; }; \
		echo "With $$("$$python" --version)"; \
		"$$python" -m venv build/python$$version && build/python$$version/bin/python -m tools.libraries dev && \
		build/python$$version/bin/python -m tools.packages && \
		build/python$$version/bin/python -m pytest -q -n 2 \
			-m "not (programs or machine or exhaustive or proxies or readers or webkit or full)" tests/games tests/commands || exit 1; \
	done

# Chromium and Firefox, and the fonts the browser tests draw with.
browser: .venv/test-installed
	@.venv/bin/python -m tools.programs

# Chromium of 2020 and 2021, which npm fetches, as televisions have it.
old-browsers: .venv/test-installed
	@.venv/bin/python -m tools.old_browsers

# The server whose databases are tested beside SQLite's; a test starts its own, on a socket in a temporary folder.
postgresql: .venv/test-installed
	@.venv/bin/python -m tools.programs servers

# Tries the settings of `deploy/` in Caddy and nginx. Not a part of `make test`: some systems start both as services of their
# own once they are installed.
proxies: .venv/test-installed $(CATALOGUES) browser
	@.venv/bin/python -m tools.programs proxies
	.venv/bin/pytest -m proxies tests/test_hosting_several.py tests/test_hosting.py

# Opens a history in pandas, DuckDB and Datasette, which are large and no part of `make test`.
readers: .venv/readers-installed
	.venv/bin/pytest -m readers tests/readers

# Plays an evening in WebKit, as iPhones have it, and measures its screens in three windows, which takes ten minutes.
webkit: .venv/webkit-installed $(CATALOGUES)
	@.venv/bin/python -m tools.programs webkit
	WEBKIT_DISABLE_COMPOSITING_MODE=1 xvfb-run --auto-servernum .venv/bin/pytest -m webkit tests/browser/test_webkit.py

# Plays evenings by chance on every screen and for every role, corrects them, and sends nonsense to every address, until
# something breaks or somebody stops it: a process for each.
soak: .venv/test-installed $(CATALOGUES)
	.venv/bin/pytest --hypothesis-profile=soak -n 16 -m machine

# Measures what everything costs, beside the same by a bare server and by Flask-SocketIO, and writes docs/benchmarks.md;
# ROWS names parts of it with commas between them: `make bench ROWS=help` lists them.
bench: .venv/bench-installed $(CATALOGUES)
	@.venv/bin/python -m tools.bench $(if $(filter help,$(ROWS)),--help,$(ROWS))

# Kills a server a thousand times while people play and commands two hundred times, fills its disk, puts its clock back, and
# looks whether anything is lost or half.
faults: .venv/test-installed $(CATALOGUES)
	@.venv/bin/python -m tools.faults

# Records the versions that are installed, all tests having passed with them: continuous integration installs these.
constraints: .venv/test-installed
	@echo "# The versions that all tests passed with last; \`make constraints\` writes them." > constraints.txt
	.venv/bin/pip freeze --exclude-editable >> constraints.txt

# Asks whether a library that is installed, or a script that is vendored, has a known vulnerability. It needs the network.
audit: .venv/audit-installed
	@.venv/bin/python -m tools.audit

# Takes the pictures of the README again.
pictures: .venv/test-installed $(CATALOGUES)
	@.venv/bin/python -m tools.pictures

# Brings every catalogue up to date with the sentences in the code; new ones stand there untranslated.
messages: .venv/run-installed
	@mkdir -p build
	.venv/bin/pybabel --quiet extract --mapping=pyproject.toml --keywords=lazy_gettext --add-location=file --sort-by-file --width=120 \
		--project=Scorekeeper --copyright-holder="Scorekeeper contributors" --output=build/messages.pot .
	.venv/bin/pybabel --quiet update --input-file=build/messages.pot --output-dir=scorekeeper/translations \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --width=120

%.mo: %.po | .venv/run-installed
	@.venv/bin/pybabel --quiet compile --input-file=$< --output-file=$@.part && mv $@.part $@

# Working needs less than testing, so that a first `make run` starts sooner.
.venv/run-installed: pyproject.toml | .venv/bin/python
	@echo "Installing what Scorekeeper needs"
	@$(INSTALL)
	@touch $@

.venv/test-installed: pyproject.toml | .venv/bin/python
	@echo "Installing what Scorekeeper and its tests need"
	@$(INSTALL) dev
	@touch $@ .venv/run-installed

.venv/bench-installed: pyproject.toml | .venv/test-installed
	@echo "Installing what is measured beside Scorekeeper"
	@$(INSTALL) dev bench
	@touch $@

.venv/readers-installed: pyproject.toml | .venv/test-installed
	@echo "Installing what reads a history"
	@$(INSTALL) dev readers
	@touch $@

.venv/webkit-installed: pyproject.toml | .venv/test-installed
	@echo "Installing what drives WebKit"
	@$(INSTALL) dev webkit
	@touch $@

.venv/audit-installed: pyproject.toml | .venv/test-installed
	@echo "Installing what looks for vulnerabilities"
	@$(INSTALL) dev audit
	@touch $@

.venv/bin/python:
	@for python in "$(PYTHON)" python3 python3.14 python3.13 python3.12 python3.11; do \
		if "$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "Making .venv with $$("$$python" --version)"; \
			exec "$$python" -m venv --clear .venv; \
		fi; \
	done; \
	echo "Scorekeeper needs Python 3.11 or newer with its venv module, and found none." >&2; \
	echo "Install it (on Debian or Ubuntu: apt-get install python3 python3-venv), or name it: make PYTHON=/path/to/python" >&2; \
	exit 1
