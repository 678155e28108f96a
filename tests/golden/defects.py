"""Defects of the existing stack that the objects alone can show, by their numbers in docs/defects.md.

Each check takes the objects of an output, and gives a line for each place that has the defect. What other tests
show already has no check here; the page names those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tests.golden.defects_fields import (
    copies,
    foreign_fields,
    overwritten_labels,
    unmounted_files,
    volumes_of_agents,
)
from tests.golden.defects_paths import (
    commits,
    decoration,
    digests,
    fixed_ports,
    ports_of_vector,
    schemes,
    topics_read,
)
from tests.golden.defects_reading import Objects
from tests.golden.defects_storage import (
    blind_pods,
    copies_of_topics,
    doubled_samples,
    full_volumes,
    hasty_evictions,
    queues_of_agents,
    shared_selectors,
    unsized_brokers,
    unused_claims,
)
from tests.golden.defects_trust import (
    borrowed_log_ins,
    fetched_programs,
    open_bus,
    other_namespaces,
    own_keys,
    roles_over_secrets,
    topics_by_mistake,
    versions,
)

Check = Callable[[Objects], Iterator[str]]
CHECKS: Mapping[int, Check] = {
    1: copies,
    2: copies,
    3: foreign_fields,
    4: foreign_fields,
    5: overwritten_labels,
    6: foreign_fields,
    8: volumes_of_agents,
    10: unmounted_files,
    13: schemes,
    14: own_keys,
    15: ports_of_vector,
    16: ports_of_vector,
    17: topics_read,
    21: doubled_samples,
    22: queues_of_agents,
    23: commits,
    27: digests,
    29: copies_of_topics,
    31: full_volumes,
    32: unsized_brokers,
    34: shared_selectors,
    35: unused_claims,
    36: fetched_programs,
    38: own_keys,
    40: own_keys,
    41: borrowed_log_ins,
    42: open_bus,
    44: roles_over_secrets,
    45: topics_by_mistake,
    46: blind_pods,
    47: hasty_evictions,
    49: own_keys,
    50: other_namespaces,
    51: own_keys,
    52: decoration,
    53: versions,
    54: fixed_ports,
}
"""By number; some defects are of one sort."""
