"""How the core is compiled, and where the machine code is kept.

numba keeps compiled code a function at a time and does not notice when a *callee in another file* changed. So the
folder's name is a hash of every core source, the numba version, the processor and the mode: another source, another
folder, never a stale result.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

CORE_FOLDER = Path(__file__).resolve().parent
COMPILED_FOLDERS = (CORE_FOLDER, CORE_FOLDER.parent / "bots")


def source_digest() -> str:
    """Hash of all sources that are compiled: what the machine code depends on."""
    digest = hashlib.sha256()
    for folder in COMPILED_FOLDERS:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder.parent).as_posix().encode())
            digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]


def user_cache_root() -> Path:
    """The folder under which a user's caches live on this system; ``PAIZHUO_CACHE_DIR`` overrides it."""
    chosen = os.environ.get("PAIZHUO_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local"))) / "paizhuo"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "paizhuo"
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "paizhuo"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
    except OSError:
        return False
    return True


def cache_folder() -> Path | None:
    """The folder of this very core, created; None where nothing can be written (then nothing is kept)."""
    from importlib.metadata import version

    mode = f"{version('numba')}|{version('numpy')}|{platform.machine()}|{_processor()}|{sys.version_info[:2]}"
    mode += f"|{os.environ.get('NUMBA_BOUNDSCHECK', '')}|{CORE_FOLDER}"  # numba finds its files by the sources' place
    name = source_digest() + "-" + hashlib.sha256(mode.encode()).hexdigest()[:8]
    private = Path(tempfile.gettempdir()) / f"paizhuo-cache-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    for root in (user_cache_root(), private):
        folder = root / name
        if not _writable(folder):
            continue
        if root == private and hasattr(os, "getuid") and root.stat().st_uid != os.getuid():
            continue  # somebody else's folder under a shared temporary folder: never run his code
        return folder
    return None


def _processor() -> str:
    """The processor's model, so that a cache on a shared home folder never serves another machine."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line
    except OSError:
        pass
    return platform.processor()


FOLDER = cache_folder()

# numba reads its settings when it is imported or reloaded; the folder is set around our own functions only, so that
# another library of the same process keeps its own.
import numba  # noqa: E402
import numba.core.config  # noqa: E402

# Any: numba's annotations know neither its settings nor half of its options.
_settings: Any = numba.core.config
_njit: Any = numba.njit
_unliteral: Any = numba.types.unliteral

# numba turns every function into machine code of its own, though a kernel only ever runs inside its callers' code, and
# optimises it twice. Both are a third of the time that compiling takes, so kernels do without: they are optimised once
# and then linked. numba has no setting for it; where its insides have changed, compiling just takes longer.
_COMPILING_KERNEL = [False]  # one cell that the functions below share


def _link_kernels_only() -> bool:
    """Replace what numba does at the end of each function; False where its insides are not as they are known."""
    from numba.core import codegen

    library: Any = codegen.JITCodeLibrary
    machine: Any = codegen.JITCPUCodegen
    parts = ("_optimize_final_module", "_finalize_final_module", "_finalize_dynamic_globals")
    if not all(hasattr(library, name) for name in parts) or not hasattr(machine, "set_env"):
        return False
    optimize, finalize, set_env = library._optimize_final_module, library._finalize_final_module, machine.set_env

    def optimize_once(self: Any) -> None:
        if not _COMPILING_KERNEL[0]:
            optimize(self)
            return
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def finish(self: Any) -> None:
        if not _COMPILING_KERNEL[0]:
            finalize(self)
            return
        self._finalize_dynamic_globals()
        self._finalized = True

    def set_env_of_code(self: Any, name: str, env: Any) -> None:
        if self._engine.get_global_value_address(name):  # a kernel has no code, so no place for it
            set_env(self, name, env)

    library._optimize_final_module, library._finalize_final_module = optimize_once, finish
    machine.set_env = set_env_of_code
    return True


def _compiled_as(compiled: Any, *, as_kernel: bool) -> Any:
    """Let numba know, while ``compiled`` is compiled, whether it is a kernel or a door for Python."""
    if not LINKED:
        return compiled
    compile_it = compiled.compile

    def compile_so(signature: Any) -> Any:
        before = _COMPILING_KERNEL[0]
        _COMPILING_KERNEL[0] = as_kernel
        try:
            return compile_it(signature)
        finally:
            _COMPILING_KERNEL[0] = before

    compiled.compile = compile_so
    return compiled


LINKED = _link_kernels_only()

JIT_OFF = bool(_settings.DISABLE_JIT)


def _plain(kind: Any) -> Any:
    """int64 for every whole number, literal or narrow; other types as they are."""
    kind = _unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer) else kind


def kernel(function: Callable[..., Any]) -> Any:
    """Compile ``function`` for other kernels: no wrapper for Python, not kept (its callers' machine code holds it).

    Whole numbers reach it as int64, whatever the caller has. Left alone, numba compiles a function anew for each
    combination of int8, int64 and literal numbers that it is called with: a threefold compile time, and arithmetic in
    the narrow type.
    """
    if JIT_OFF:
        return function
    inner = _njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    compiled = _compiled_as(inner, as_kernel=True)
    find_template = compiled.get_call_template

    def with_plain_numbers(args: Any, kws: Any) -> Any:
        return find_template(tuple(map(_plain, args)), {name: _plain(kind) for name, kind in kws.items()})

    compiled.get_call_template = with_plain_numbers
    return compiled


def passed_on(function: Callable[..., Any]) -> Any:
    """For a kernel that only hands over to another one: its line is put in the place of the call.

    As a compiled function of its own, each such step would have everything behind it optimised once more.
    """
    if JIT_OFF:
        return function
    return _njit(nogil=True, error_model="numpy", inline="always")(function)


def entry_point(function: Callable[..., Any]) -> Any:
    """Compile ``function`` for Python when it is first called; keep the machine code in :data:`FOLDER`."""
    if JIT_OFF:
        return function
    before = _settings.CACHE_DIR
    _settings.CACHE_DIR = str(FOLDER) if FOLDER else before
    try:
        door = _njit(cache=FOLDER is not None, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
        return _compiled_as(door, as_kernel=False)
    finally:
        _settings.CACHE_DIR = before
