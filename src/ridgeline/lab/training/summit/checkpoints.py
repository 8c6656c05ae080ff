"""Networks on disk, so that a training that was interrupted goes on where it stopped."""

from dataclasses import dataclass
from pathlib import Path

from ....extractors.summit.constants import NAME
from ....extractors.summit.network import Parameters
from ....storage import models


@dataclass(frozen=True, slots=True)
class Checkpoints:
    """The networks of one training, each in a file of its own; those of another training have other names."""

    folder: Path
    identity: str  # of what the networks depend on

    def load(self, name: str) -> Parameters | None:
        """Return the network of this name, if it has been trained."""
        path = self._path(name)
        return dict(models.load(path, NAME).arrays) if path.exists() else None

    def save(self, name: str, network: Parameters) -> None:
        """Keep a network."""
        self.folder.mkdir(parents=True, exist_ok=True)
        models.save(models.SavedModel(NAME, {"name": name}, network), self._path(name))

    def _path(self, name: str) -> Path:
        return self.folder / f"{self.identity[:16]}-{name}.json"
