# Needs make and Python 3.11 or newer, nothing else; the work is done in scripts/tasks.py.
#   make play LAN=1              friends in the local network may come
#   make play ARGS="--port 9000" arguments for the command
#   make test SUITE="lint unit"  only these suites
#   make test PYTHON=python3.13  another interpreter
PYTHON ?= python3
TASKS := $(PYTHON) scripts/tasks.py

.PHONY: help play terminal build test test-all bench lint pictures lock clean

help:
	@$(TASKS) --help

play:
	@$(TASKS) play $(if $(LAN),--lan) $(ARGS)

terminal:
	@$(TASKS) terminal $(ARGS)

build:
	@$(TASKS) build

test:
	@$(TASKS) test $(SUITE)

test-all:
	@$(TASKS) test-all $(SUITE)

bench:
	@$(TASKS) bench $(ARGS)

lint:
	@$(TASKS) lint

pictures:
	@$(TASKS) pictures

lock:
	@$(TASKS) lock

clean:
	@$(TASKS) clean
