"""A folder in place of a node's root: PCI devices, sockets, and programs that note how they are called."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

GPU, CARD, OTHER_DISPLAY = ("0x10de", "0x030200"), ("0x10de", "0x030000"), ("0x10de", "0x038000")
SOUND, SWITCH = ("0x10de", "0x040300"), ("0x10de", "0x068000")
CONNECTX, BMC = ("0x15b3", "0x020700"), ("0x1a03", "0x030000")
"""Vendors and classes of PCI devices, as sysfs writes them; a BMC has graphics too."""
ENGINE = "   1: 0100007F:15B3 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 9 1\n"
"""nv-hostengine listening on 127.0.0.1:5555."""
ELSEWHERE = "   1: 0100007F:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 9 1\n"
CONNECTED = "   1: 0100007F:15B3 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 9 1\n"
_SOCKETS = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"


class Node:
    """``devices`` are (vendor, class) of PCI; ``systemctl`` is what that program ends with."""

    def __init__(self, root: Path, devices: Sequence[tuple[str, str]] = (), systemctl: int = 0) -> None:
        self.root, self.run_directory, self.programs = root, root / "run", root / "bin"
        self.calls = root / "calls"
        for folder in (self.run_directory, self.programs, root / "sys/bus/pci/devices", root / "proc/net"):
            folder.mkdir(parents=True)
        for number, (vendor, kind) in enumerate(devices):
            device = root / f"sys/bus/pci/devices/0000:{number:02x}:00.0"
            device.mkdir()
            (device / "vendor").write_text(f"{vendor}\n")
            (device / "class").write_text(f"{kind}\n")
        self.listening("")
        self.program("systemctl", f'echo "$@" >>{self.calls}; exit {systemctl}')
        self.program("uname", "echo node-1")

    def program(self, name: str, script: str) -> None:
        """Put a program before those of the machine."""
        (self.programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (self.programs / name).chmod(0o755)

    def listening(self, *sockets: str) -> None:
        """Set what the kernel says of TCP; a file for IPv6 as well."""
        for name in ("tcp", "tcp6"):
            (self.root / "proc/net" / name).write_text(_SOCKETS + "".join(sockets))

    def moved(self, text: str) -> str:
        """A script of ours with this folder in place of the root."""
        for path in ("/sys/bus/pci", "/proc/net", "/opt/ovis-ldms", "/run/ldmsd.sampler"):
            text = text.replace(path, f"{self.run_directory if path.startswith('/run') else self.root / path[1:]}")
        return text

    def called(self) -> list[str]:
        """The calls of `systemctl` until now."""
        return self.calls.read_text().splitlines() if self.calls.exists() else []

    def start(self, argv: Sequence[str], **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command of ours here."""
        own = {"PATH": f"{self.programs}:{os.environ['PATH']}", "RUNTIME_DIRECTORY": str(self.run_directory)}
        command = [self.moved(word) for word in argv]
        return subprocess.run(
            command, env={**own, **environment}, capture_output=True, text=True, check=False, timeout=60
        )
