"""devalue, the format in which Nuxt 3 writes state: a list whose objects refer to its other items by number."""

from typing import Any


def revive(value: Any, max_nodes: int) -> Any:
    """Resolve data in devalue's form; any other value is returned as it is."""
    if not isinstance(value, list) or not value or not _refers(value[0], len(value)):
        return value
    made: list[Any] = [
        {} if isinstance(item, dict) else [] if isinstance(item, list) else item for item in value[:max_nodes]
    ]

    def at(number: Any) -> Any:
        is_position = isinstance(number, int | float) and not isinstance(number, bool) and 0 <= number < len(made)
        return made[int(number)] if is_position else None

    for item, own in zip(value, made, strict=False):
        if isinstance(item, dict):
            own.update((key, at(number)) for key, number in item.items())
        elif isinstance(item, list):
            # ["Reactive", 7] is the seventh item in a wrapper.
            numbers = item[1:] if item and isinstance(item[0], str) else item
            own.extend(map(at, numbers))
    return made[0]


def _refers(item: Any, length: int) -> bool:
    numbers = list(item.values()) if isinstance(item, dict) else item[1:] if isinstance(item, list) else []
    return bool(numbers) and all(isinstance(number, int | float) and number < length for number in numbers)
