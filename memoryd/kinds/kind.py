"""The interface of a kind of memory: all that the rest of the daemon knows of it.

Recall, the watcher, maintenance, health, verify and rebuild know a kind by this interface only. A kind is one folder
beside this file and one line of `composition.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

from memoryd.background import Progress, Step, WriteBehind
from memoryd.config import Config
from memoryd.jobs.source import JobSource
from memoryd.kinds.relevance import RELEVANT, Relevance
from memoryd.origin import Made, Origin
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.types import HOT_FILE, NOW, ChangeSink, Document, Problem, When


class Purged(Protocol):
    """What is purged (rule 6)."""

    @property
    def keys(self) -> Collection[str]:
        """Memories that are of it, by key or id."""
        ...

    @property
    def remade(self) -> set[str]:
        """Memories that were made again without it; a kind adds to them."""
        ...

    def names(self, text: str) -> bool:
        """Whether the text has the words of the matter."""
        ...

    def has_text(self, text: str, place: str = "") -> bool:
        """Whether it is a text that was purged, anywhere or in that place."""
        ...

    def has_key(self, key: str) -> bool:
        """Whether a memory of this key or id is of it."""
        ...

    def is_later(self, stated: int) -> bool:
        """Whether that is when it was stated anew, while the purge was under way; microseconds."""
        ...


class Text(NamedTuple):
    """A memory as `recall.get` shows it: the file it stands in, relative to the data directory, and its text."""

    path: str
    text: str


BriefPart = Literal["user", "rules", "decisions", "known", "open", "context", "said"]
"""What a line of a brief tells (rule 26), in the order of the brief."""


class Told(NamedTuple):
    """A memory that may stand in a brief: in which part, and how much before others of it; 0 is pinned or critical."""

    part: BriefPart
    document: Document
    rank: int


Status = Literal["healthy", "warning", "critical"]


class Warning(NamedTuple):
    """A line of `warnings` in health.json, and how bad it is; `healthy` needs no action."""

    text: str
    status: Status
    mend: Problem | None = None
    """What is critical is a problem, too: what it is, and what to do."""


class Kind(ABC):
    """One kind of memory.

    Called in this order: `load`, `feed` (nothing else runs yet), `begin` (the writer runs), then everything else from
    any thread, `stop` while the writer still runs, `close` after it has stopped. The defaults are for a kind that lacks
    something.
    """

    name: ClassVar[str]
    """Its folder, its namespace on the socket, and its name in counts: `facts`."""
    memories: ClassVar[tuple[str, ...]] = ()
    """What `kind` says of its memories in results, and `kinds` asks for: `("fact",)`."""
    own_only: ClassVar[bool] = False
    """Whether a group session sees only its own, and those of earlier group sessions of its project (rule 17)."""
    searches_itself: ClassVar[bool] = False
    """Whether its memories are found by its own methods only; recall `hides` them all."""
    hides_as: ClassVar[str | None] = None
    """What recall.explain_absent says of memories that `hides` leaves out for now; None when it hides none."""
    boost_part: ClassVar[str | None] = None
    """What `why` calls its `boost`; None when it has none."""
    tells: ClassVar[bool] = False
    """Whether some of its memories tell what is preferred or decided (`relevance`)."""
    private: ClassVar[tuple[str, ...]] = ()
    """Globs of its files that a group session must not read, besides what an `own_only` kind has in `directories`."""
    archives: ClassVar[tuple[str, ...]] = ()
    """Directories of what it has archived, which is not searched."""
    keeps_removed: ClassVar[bool] = False
    """Whether what it removes stands in an archive of its own, so that the history need not keep its text."""
    is_of_passages: ClassVar[bool] = False
    """Whether its memories are passages of a file without keys that stay: to the audit the file is one memory."""
    directories: ClassVar[tuple[str, ...]] = ()
    """Directories that it needs below the data directory, made before `load`."""
    writes: ClassVar[tuple[str, ...]] = ()
    """Files outside `.memoryd` that it writes by these names; what is no file there is set aside before `load`."""
    rebuilt_as: ClassVar[str] = ""
    """What the counts of a rebuild call its memories; its name when empty."""
    states_project: ClassVar[bool] = False
    """Whether its files say of each memory, in a line's field or a comment, of which project it is."""
    consolidated: ClassVar[tuple[str, ...]] = ()
    """Steps of its own (`steps`) that a consolidation runs, too, before `reconcile` (rule 18)."""

    # --- life ---------------------------------------------------------------------------------------------

    def upgrade(self, made: Mapping[str, Made]) -> int:
        """Write into its files whose the memories are that a memoryd of format 1 left; how many. Before `load`.

        `made`: how memories were made, as far as the audit knows. What has a session or an unknown origin is private
        (design §3). Doing it again changes nothing.
        """
        del made
        return 0

    @abstractmethod
    def load(self, now: int) -> None:
        """Read the files. Raises MemorydError when the daemon must not start on them."""

    @abstractmethod
    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        """Bring the index up to the files. `states` is what it committed last, by source (`Change.state`)."""

    def begin(self) -> None:  # noqa: B027 - most kinds have nothing to do
        """The writer runs: do what needs it, and request what the last run left undone."""

    def settle_in(self) -> None:  # noqa: B027 - most kinds have nothing to do
        """The daemon is ready: do what the first requests did not have to wait for."""

    def configure(self, config: Config) -> None:  # noqa: B027 - most kinds have nothing to do
        """Use this configuration from now on."""

    def stop(self) -> None:  # noqa: B027 - most kinds have nothing to do
        """The daemon stops: end background work; write what the next start would otherwise have to do."""

    def close(self) -> None:  # noqa: B027 - most kinds have nothing to do
        """The writer has stopped: write the readable files a last time, and close descriptors."""

    def set_right(self, now: int) -> None:  # noqa: B027 - most kinds have nothing to do
        """The clock is right, and was ahead before: what was used after `now` was used by then (rule 1).

        Any thread but the writer's.
        """

    # --- its files (watcher's thread; each call may be repeated) -----------------------------------------------

    @abstractmethod
    def claims(self, relpath: str) -> bool:
        """Whether the file belongs to this kind. It belongs to the first kind in the list that claims it."""

    def reads(self, relpath: str) -> bool:
        """Whether it absorbs this file, too, after the kind that owns it."""
        del relpath
        return False

    @abstractmethod
    def absorb(self, relpath: str, stamp: object | None) -> None:
        """The file is new or changed; with None it is gone. An exception is reported, and the call is repeated."""

    @abstractmethod
    def rescan(self, found: Mapping[str, object]) -> None:
        """These are all of its files that exist: forget what was read from others. Changes come by `absorb`."""

    def shows_file(self, relpath: str, asker: Asker) -> bool:
        """Whether a group session may read this file of the kind's raw, by recall.get and recall.grep (rule 17)."""
        del relpath, asker
        return False

    def move_project(self, before: str, after: str, progress: Progress) -> Mapping[str, int]:
        """Take what is of a project to another, but for what its files say (`states_project`); how many of what.

        Durable; to be repeated when it was interrupted. Any thread but the writer's.
        """
        del before, after, progress
        return {}

    # --- recall -------------------------------------------------------------------------------------------

    def label(self, document: Document, now: int) -> dict[str, Any] | None:
        """What a result says besides or instead of the document's own fields, None for one that it leaves out.

        None altogether when the memory has gone meanwhile.
        """
        del document, now
        return {}

    def hides(self, key: str, now: int, when: When = NOW) -> bool:
        """Whether searches leave this memory out (a fact that has faded, or did not hold as of `when`)."""
        del key, now, when
        return False

    def living(self, now: int, when: When = NOW) -> Sequence[str]:
        """The keys of all that it does not hide, if it hides any; slow."""
        del now, when
        return ()

    def boost(self, document: Document, now: int) -> float:
        """What is added to a result's score last (the tier of a context, rule 19)."""
        del document, now
        return 0.0

    def used(self, keys: Sequence[str], asker: Asker, *, first: str | None = None, read: bool = False) -> None:  # noqa: B027 - most kinds have nothing to do
        """A recall returned these memories, `first` as the best of all, or a session read them (rules 2, 11)."""

    def relevance(self, document: Document) -> Relevance | None:
        """Whether the memory tells a preference or a decision, for `recall.check`. The index keeps what is said."""
        del document
        return None

    def text(self, key: str, asker: Asker) -> Text | None:
        """The text of one of its memories that the index does not hold, archived ones included."""
        del key, asker
        return None

    def whose(self, key: str) -> Origin | None:
        """The origin of one of its memories that the index may not hold: archived, or written just now."""
        del key
        return None

    def absence(self, key: str, asker: Asker) -> dict[str, Any] | None:
        """Why no search can return this memory: `reason`, `text` and figures; None if there is no such reason."""
        del key, asker
        return None

    def archived(
        self, text: str, limit: int, since: int | None, until: int | None, *, telling: bool = False
    ) -> list[dict[str, Any]]:
        """Archived memories that match a search: `key` and `text` (rule 15). Times in microseconds.

        With `telling` those that tell a preference or a decision, and `bears`, which of the two.
        """
        del text, limit, since, until, telling
        return []

    def telling(self, project: str | None, now: int) -> Iterable[Told]:
        """Its memories for a brief of that project and what has none, of all with None (rule 26).

        In any order, bounded in number, nothing that is hidden; who may see them is looked at by the asker.
        """
        del project, now
        return ()

    # --- maintenance --------------------------------------------------------------------------------------

    def steps(self) -> Mapping[str, Step]:
        """Its part of maintenance, by the name of the step. Several kinds may share a step: they run in list order."""
        return {}

    def write_behind(self) -> Iterable[WriteBehind]:
        """Its files that lag behind memory."""
        return ()

    def job_sources(self) -> Iterable[JobSource]:
        """Its work for a language model."""
        return ()

    def has_taken(self, relpath: str) -> bool:
        """Whether it has taken all that it needs from this session file, so that the file may be archived (rule 18)."""
        del relpath
        return True

    def has_summarised(self, relpath: str) -> bool:
        """Whether an agent's model has summarised this archived session file, if the kind summarises at all."""
        del relpath
        return True

    def purge(self, matter: Purged) -> None:  # noqa: B027 - most kinds are read from their files
        """Drop what memory has of the matter, and make again what was made of it; may be repeated (rule 6).

        The files themselves are cleared by others, and absorbed.
        """

    # --- health and repair ----------------------------------------------------------------------------------

    def figures(self, now: int) -> Mapping[str, Any]:
        """Its lines of health.json."""
        del now
        return {}

    def warnings(self, figures: Mapping[str, Any]) -> Iterable[Warning]:
        """Warnings that follow from its figures, for an operator."""
        del figures
        return ()

    def health_text(self, now: int) -> str:
        """Its part of the health report for people; a group session gets none."""
        del now
        return ""

    def counts(self) -> Mapping[str, int]:
        """How many memories it has, for system.info and system.metrics."""
        return {}

    def verify(self, *, repair: bool) -> Mapping[str, int]:
        """Compare memory with the files, and fix them with `repair`; counts of what was checked and what was wrong."""
        del repair
        return {}

    @abstractmethod
    def rebuild(self, sink: ChangeSink, progress: Progress) -> int | None:
        """Feed all of it to a new index; how many memories, None when another kind feeds them."""

    # --- the socket ---------------------------------------------------------------------------------------

    @abstractmethod
    def methods(self) -> Iterable[Method]:
        """Its namespace."""


class Kinds:
    """Every kind of memory. Filled once by the composition, before anything runs."""

    def __init__(self) -> None:
        self._kinds: list[Kind] = []
        self._by_memory: dict[str, Kind] = {}

    def add(self, kind: Kind) -> None:
        """One more kind; files are offered in the order in which kinds were added."""
        taken = {one.name for one in self._kinds} & {kind.name} | self._by_memory.keys() & set(kind.memories)
        if taken:
            raise ValueError(f"a kind of memory is called {sorted(taken)[0]!r} already")
        self._kinds.append(kind)
        self._by_memory.update(dict.fromkeys(kind.memories, kind))

    def __iter__(self) -> Iterator[Kind]:
        return iter(self._kinds)

    def of(self, memory: str) -> Kind | None:
        """The kind of these memories; None if it has been removed and its memories are still in the index."""
        return self._by_memory.get(memory)

    @property
    def memories(self) -> Collection[str]:
        """What `kind` may say in results."""
        return [name for name, kind in self._by_memory.items() if not kind.searches_itself]

    @property
    def private_files(self) -> tuple[str, ...]:
        """Globs of what not every session may read (rule 17)."""
        below = (f"{directory}/*" for kind in self._kinds if kind.own_only for directory in kind.directories)
        return (HOT_FILE, *below, *(glob for kind in self._kinds for glob in kind.private))

    def relevance(self, document: Document) -> Relevance | None:
        """Whether the memory tells a preference or a decision."""
        kind = self._by_memory.get(document.kind)
        return None if kind is None else kind.relevance(document)

    def labels(self, document: Document) -> Collection[str]:
        """Labels that the index keeps of a memory, to filter by."""
        return () if self.relevance(document) is None else (RELEVANT,)

    def is_one_memory(self, source: str) -> bool:
        """Whether the file counts as one memory, since its passages have no keys of their own."""
        return any(kind.is_of_passages for kind in self.readers(source))

    def is_archived(self, memory: str) -> bool:
        """Whether what is removed of these memories stands in an archive."""
        kind = self._by_memory.get(memory)
        return kind is not None and kind.keeps_removed

    def owner(self, relpath: str) -> Kind | None:
        """The kind that owns this file."""
        return next((kind for kind in self._kinds if kind.claims(relpath)), None)

    def readers(self, relpath: str) -> list[Kind]:
        """The kinds that absorb this file, its owner first."""
        owner = self.owner(relpath)
        others = [kind for kind in self._kinds if kind is not owner and kind.reads(relpath)]
        return others if owner is None else [owner, *others]

    def reads(self, kind: Kind, relpath: str) -> bool:
        """Whether the kind absorbs this file."""
        return kind in self.readers(relpath)
