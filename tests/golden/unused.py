"""What is rendered, or asked of the user, and that nothing of the output uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tests.golden.references import Output, sections
from tests.golden.secret_references import named

_FOR_OTHERS = ("grafana_dashboard",)
"""Labels by which a program outside of the output finds a ConfigMap."""
_TO_BE_READ = ("software-plan",)
"""ConfigMaps for whoever prepares nodes, by the beginning of their names."""
_PULL = ".dockerconfigjson"


def unused_problems(output: Output) -> list[str]:
    """Secrets and keys of the user's that nobody names; ConfigMaps, accounts and roles without a user."""
    return [*_secrets(output), *_config_maps(output), *_accounts(output), *_roles(output)]


def _secrets(output: Output) -> Iterator[str]:
    keys: dict[str, set[str]] = defaultdict(set)
    pulling = {
        part["name"]
        for one in output.objects
        for key, value in sections(one)
        if key == "imagePullSecrets"
        for part in value
    }
    for one in output.objects:
        for name in named(one):
            if name.kind == "Secret" and name.key is not None:
                keys[name.name].add(name.key)
    for secret, wanted in output.secrets.items():
        used = keys[secret] | ({_PULL} if secret in pulling else set())
        yield from (f"Secret {secret}: nobody uses its key {key}" for key in wanted if key not in used)


def _config_maps(output: Output) -> Iterator[str]:
    used = {one.name for body in output.objects for one in named(body) if one.kind == "ConfigMap"}
    for name, body in output.of("ConfigMap").items():
        found = any(label in body["metadata"]["labels"] for label in _FOR_OTHERS) or name.startswith(_TO_BE_READ)
        if name not in used and not found:
            yield f"ConfigMap {name}: nobody uses it"


def _accounts(output: Output) -> Iterator[str]:
    used = {value for one in output.objects for key, value in sections(one) if key == "serviceAccountName"}
    yield from (f"ServiceAccount {name}: no pod has it" for name in output.of("ServiceAccount") if name not in used)


def _roles(output: Output) -> Iterator[str]:
    bindings = [one for kind in ("RoleBinding", "ClusterRoleBinding") for one in output.of(kind).values()]
    bound = {(one["roleRef"]["kind"], one["roleRef"]["name"]) for one in bindings}
    for kind in ("Role", "ClusterRole"):
        yield from (f"{kind} {name}: nobody is bound to it" for name in output.of(kind) if (kind, name) not in bound)
