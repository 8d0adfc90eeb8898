# Needs make and Python 3.11 or newer, nothing else; the work is done in scripts/tasks.py.
#   make play ARGS="--help"      arguments for the command
#   make test SUITE="lint unit"  only these suites
#   make test PYTHON=python3.13  another interpreter
PYTHON ?= python3
TASKS := $(PYTHON) scripts/tasks.py

.PHONY: help play test test-all bench lint lock clean

help:
	@$(TASKS) --help

play:
	@$(TASKS) play $(ARGS)

test:
	@$(TASKS) test $(SUITE)

test-all:
	@$(TASKS) test-all $(SUITE)

bench:
	@$(TASKS) bench $(ARGS)

lint:
	@$(TASKS) lint

lock:
	@$(TASKS) lock

clean:
	@$(TASKS) clean
