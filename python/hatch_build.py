"""The wheel's tag: it has native code of Node for one platform, and no code that depends on Python's version."""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PlatformTag(BuildHookInterface):  # type: ignore[type-arg, unused-ignore]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ['DTP_WHEEL_PLATFORM']}"
