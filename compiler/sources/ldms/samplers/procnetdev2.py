"""`procnetdev2`: /proc/net/dev, a record an interface."""

from __future__ import annotations

from .arguments import Arguments
from .model import BASE, Row, Sampler, columns

_SOURCE = "procnetdev2.c, LDMS 4.5"


def sampler(arguments: Arguments) -> Sampler | None:
    """A row an interface; `ifaces=` and `exclude=` choose interfaces, which changes no column."""
    schema = arguments.schema("procnetdev2")
    if schema is None:
        return None
    found = (
        *columns("char_array", "", _SOURCE, "name"),
        *columns(
            "u64",
            "",
            _SOURCE,
            "rx_bytes rx_packets rx_errs rx_drop rx_fifo rx_frame rx_compressed rx_multicast"
            " tx_bytes tx_packets tx_errs tx_drop tx_fifo tx_colls tx_carrier tx_compressed",
        ),
    )
    return Sampler("procnetdev2", schema, BASE, (Row("netdev_list", ("name",), found),))
