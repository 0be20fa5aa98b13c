from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

if TYPE_CHECKING:
    from ._evaluated import Diagnostic


class DtpError(Exception):
    """Something that DTP cannot do. Every exception of this package is one."""


class NodeError(DtpError):
    """There is no Node that can run DTP, or its process has ended."""


class ProgramError(DtpError):
    """A mistake in a text of the language, or a value that is not there.

    The message is what `dtp` prints in a terminal: each diagnostic with its code frame and suggestion.
    """

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        #: The diagnostics, errors and others.
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
