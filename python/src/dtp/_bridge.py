"""The process that evaluates: one for each Python process, started with the first request.

It reads requests from its standard input and answers on its standard output: JSON, one object a line
(`src/cli/serve/requests.ts`). Sessions, scenarios and tables stay there; Python refers to them by number.
"""

from __future__ import annotations

import atexit
import collections
import json
import os
import select
import subprocess
import threading
import time
import weakref
from typing import Any

from ._errors import DtpError, NodeError, ProgramError
from ._node import find_node, script

#: How long an evaluation may go on after it was asked to stop, in seconds.
PATIENCE = 2.0


class Bridge:
    """A process of Node that answers one request at a time. Threads may share it."""

    def __init__(self) -> None:
        command = [find_node(), script("dtp.js"), "serve"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._stdin = self._process.stdin
        self._stdout = self._process.stdout.fileno()
        self._lock = threading.Lock()
        self._count = 0
        self._rest = bytearray()
        self._dead = False
        #: Numbers of objects that Python has let go. A deque, because finalizers run in any thread.
        self.freed: collections.deque[int] = collections.deque()
        self.pid = os.getpid()

    @property
    def alive(self) -> bool:
        return not self._dead and self.pid == os.getpid() and self._process.poll() is None

    def ask(self, **request: Any) -> Any:
        """Result of a request. Raises `ProgramError` for a mistake in a program, `NodeError` without a process."""
        with self._lock:
            if not self.alive:
                raise NodeError("the process behind this value has ended: evaluate its program again")
            self._count += 1
            number = self._count
            request["id"] = number
            if self.freed:
                request["free"] = [self.freed.popleft() for _ in range(len(self.freed))]
            self._write(request)
            try:
                answer = self._answer(number, None)
            except KeyboardInterrupt:
                self._stop(number)
                raise
            except BaseException:
                # A signal's handler has raised something else: what was asked is no longer known.
                self.end()
                raise
        if "error" in answer:
            raise _exception(answer["error"])
        return answer["result"]

    def _write(self, message: dict[str, Any]) -> None:
        try:
            self._stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            self._stdin.flush()
        except (BrokenPipeError, OSError) as error:
            self.end()
            raise NodeError("the process that evaluates has ended") from error

    def _answer(self, number: int, until: float | None) -> dict[str, Any]:
        while True:
            answer: dict[str, Any] = json.loads(self._line(until))
            if answer.get("id") == number:
                return answer

    def _line(self, until: float | None) -> bytes:
        """The next line. Its own buffer keeps what was read when an interrupt arrives."""
        looked = 0
        while True:
            end = self._rest.find(b"\n", looked)
            if end >= 0:
                line = bytes(self._rest[:end])
                del self._rest[: end + 1]
                return line
            looked = len(self._rest)
            if until is not None:
                ready, _, _ = select.select([self._stdout], [], [], max(0.0, until - time.monotonic()))
                if not ready:
                    raise TimeoutError
            chunk = os.read(self._stdout, 1 << 20)
            if not chunk:
                self.end()
                raise NodeError("the process that evaluates has ended")
            self._rest += chunk

    def _stop(self, number: int) -> None:
        """Stops a request. A process that does not stop in time is ended, and its values with it."""
        try:
            # Text, because the reader looks at the beginning of the line only.
            self._stdin.write(b'{"stop":%d}\n' % number)
            self._stdin.flush()
            self._answer(number, time.monotonic() + PATIENCE)
        except BaseException:
            self.end()

    def end(self) -> None:
        """Ends the process. Values that it holds are gone."""
        if self._dead or self.pid != os.getpid():
            return
        self._dead = True
        try:
            self._stdin.close()
        except OSError:
            pass
        try:
            self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def _exception(error: dict[str, Any]) -> DtpError:
    from ._evaluated import Diagnostic

    if error["kind"] == "value":
        return ProgramError(
            error["text"] or error["message"], [Diagnostic.of(one) for one in error["diagnostics"]]
        )
    return DtpError(f"this is a bug in dtp: {error['message']}\n{error['text']}".rstrip())


class Handle:
    """An object of the process. It is let go when Python lets go of the handle."""

    __slots__ = ("__weakref__", "bridge", "number")

    def __init__(self, bridge: Bridge, number: int) -> None:
        self.bridge = bridge
        self.number = number
        weakref.finalize(self, bridge.freed.append, number).atexit = False

    def ask(self, what: str, **request: Any) -> Any:
        return self.bridge.ask(do=what, object=self.number, **request)


_bridge: Bridge | None = None
_starting = threading.Lock()


def shared() -> Bridge:
    """The process of this Python process; a new one after a fork, or where the last one has ended."""
    global _bridge
    with _starting:
        if _bridge is None or not _bridge.alive:
            _bridge = Bridge()
        return _bridge


def close() -> None:
    """Ends the process that evaluates. The next evaluation starts another; values of the old one are gone."""
    global _bridge
    with _starting:
        if _bridge is not None:
            _bridge.end()
        _bridge = None


atexit.register(close)
