"""The interface of a kind of memory: all that the rest of the daemon knows about it.

Recall, the watcher, maintenance, health, verify and rebuild know a kind by this interface only. A kind is one folder
of `kinds/` and one line of `composition.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

from memoryd.background import Progress, Step, WriteBehind
from memoryd.config import Config
from memoryd.jobs.source import JobSource
from memoryd.origin import Made, Origin
from memoryd.requests.asker import Asker
from memoryd.requests.method import Method
from memoryd.storage.recent_lines import RecentLine, Wording
from memoryd.text.relevance import RELEVANT, Relevance
from memoryd.types import HOT_FILE, NOW, ChangeSink, Document, Problem, When


class Purged(Protocol):
    """The matter of a purge (rule 6)."""

    @property
    def keys(self) -> Collection[str]:
        """Memories that belong to it, by key or id."""
        ...

    @property
    def remade(self) -> set[str]:
        """Memories that were rebuilt without it; each kind adds its own."""
        ...

    def names(self, text: str) -> bool:
        """Whether the text contains the words of the matter."""
        ...

    def has_text(self, text: str, place: str = "") -> bool:
        """Whether this text was purged, anywhere or in that place."""
        ...

    def has_key(self, key: str) -> bool:
        """Whether the memory with this key or id belongs to it."""
        ...

    def is_later(self, stated: int) -> bool:
        """Whether it was restated at that time (microseconds), during the purge."""
        ...


class Text(NamedTuple):
    """A memory as `recall.get` shows it: its file, relative to the data directory, and its text."""

    path: str
    text: str


BriefPart = Literal["user", "rules", "decisions", "known", "open", "context", "said"]
"""The parts of a brief (rule 26), in order."""


Label = dict[str, Any]
"""What a kind adds to a result; None takes away what the document says."""


class Told(NamedTuple):
    """A candidate for a brief: its part, and its rank within that part; 0 is pinned or critical."""

    part: BriefPart
    document: Document
    rank: int


Status = Literal["healthy", "warning", "critical"]


class Warning(NamedTuple):
    """A line of `warnings` in health.json, and how bad it is; `healthy` needs no action."""

    text: str
    status: Status
    mend: Problem | None = None
    """Critical warnings are also problems: what is wrong, and what to do."""


class Kind(ABC):
    """One kind of memory.

    Called in this order: `load`, `feed` (nothing else runs yet), `begin` (the writer runs), then everything else from
    any thread, `stop` while the writer still runs, `close` after it has stopped. The defaults suit a kind without that
    feature.
    """

    name: ClassVar[str]
    """Name of its folder, of its namespace on the socket, and in counts: `facts`."""
    memories: ClassVar[tuple[str, ...]] = ()
    """Values of `kind` in results, and of the parameter `kinds`: `("fact",)`."""
    own_only: ClassVar[bool] = False
    """Whether a group session sees only its own memories and its project's earlier groups' (rule 17)."""
    searches_itself: ClassVar[bool] = False
    """Whether its memories are found by its own methods only; recall `hides` them all."""
    hides_as: ClassVar[str | None] = None
    """What recall.explain_absent says of memories that `hides` leaves out for now; None when it hides none."""
    boost_part: ClassVar[str | None] = None
    """The name of its `boost` in `why`; None without one."""
    tells: ClassVar[bool] = False
    """Whether some of its memories state a preference or a decision (`relevance`)."""
    private: ClassVar[tuple[str, ...]] = ()
    """Globs of its files that a group session must not read, besides what an `own_only` kind has in `directories`."""
    archives: ClassVar[tuple[str, ...]] = ()
    """Directories of its archived memories, which are not searched."""
    keeps_removed: ClassVar[bool] = False
    """Whether it archives what it removes, so that the history need not keep the text."""
    is_of_passages: ClassVar[bool] = False
    """Whether its memories are passages without stable keys: to the audit the file is one memory."""
    directories: ClassVar[tuple[str, ...]] = ()
    """Directories that it needs in the data directory, created before `load`."""
    writes: ClassVar[tuple[str, ...]] = ()
    """Files with these names that it writes outside `.memoryd`; anything but a file there is set aside first."""
    rebuilt_as: ClassVar[str] = ""
    """The name of its memories in the counts of a rebuild; empty: its own name."""
    has_sources: ClassVar[bool] = True
    """Whether its memories may be made of others."""
    states_project: ClassVar[bool] = False
    """Whether its files state the project of each memory, in a field of its line or a comment."""
    consolidated: ClassVar[tuple[str, ...]] = ()
    """Which of its own `steps` a consolidation also runs, before `reconcile` (rule 18)."""

    # --- life ---------------------------------------------------------------------------------------------

    def upgrade(self, made: Mapping[str, Made]) -> int:
        """Write the origin of memories from format 1 into its files; how many. Called before `load`.

        `made`: how memories were made, where the audit knows. Those of a session or of unknown origin become private
        (design §3). Idempotent.
        """
        return 0

    @abstractmethod
    def load(self, now: int) -> None:
        """Read the files. Raises MemorydError if the daemon must not start on them."""

    @abstractmethod
    def feed(self, sink: ChangeSink, states: Mapping[str, bytes]) -> None:
        """Bring the index up to date with the files. `states`: its last commit, by source (`Change.state`)."""

    def begin(self) -> None:  # noqa: B027 - most kinds have nothing to do
        """The writer runs: do what needs it, and resume what the last run left unfinished."""

    def settle_in(self) -> None:  # noqa: B027 - most kinds have nothing to do
        """The daemon is ready: do what need not delay the first requests."""

    def configure(self, config: Config) -> None:  # noqa: B027 - most kinds have nothing to do
        """Use this configuration from now on."""

    def stop(self) -> None:  # noqa: B027 - most kinds have nothing to do
        """The daemon stops: end background work; save what the next start would otherwise compute."""

    def close(self) -> None:  # noqa: B027 - most kinds have nothing to do
        """The writer has stopped: write the readable files one last time, and close descriptors."""

    def gather(self) -> None:  # noqa: B027 - most kinds have nothing to do
        """A purge is about to look: what has left its file goes where it is to stand, and is waited for no more.

        Any thread but the writer's.
        """

    def set_right(self, now: int) -> None:  # noqa: B027 - most kinds have nothing to do
        """The clock was ahead and is right again: treat uses after `now` as uses at `now` (rule 1).

        Any thread but the writer's.
        """

    def acknowledged(self, line: RecentLine) -> Iterable[Wording]:
        """What a line states which the last run wrote into one of its files, as the index had it.

        Any thread; nothing else is read for it.
        """
        return ()

    # --- its files (watcher's thread; each call may be repeated) -----------------------------------------------

    @abstractmethod
    def claims(self, relpath: str) -> bool:
        """Whether the file belongs to this kind. It belongs to the first kind in the list that claims it."""

    def reads(self, relpath: str) -> bool:
        """Whether it also absorbs this file, after the kind that owns it."""
        return False

    @abstractmethod
    def absorb(self, relpath: str, stamp: object | None) -> None:
        """The file is new or changed; None: it is gone. An exception is reported, and the call repeated."""

    @abstractmethod
    def rescan(self, found: Mapping[str, object]) -> None:
        """These are all of its existing files: forget what was read from others. Changes arrive through `absorb`."""

    def shows_file(self, relpath: str, asker: Asker) -> bool:
        """Whether a group session may read this file of the kind's raw, by recall.get and recall.grep (rule 17)."""
        return False

    def move_project(self, before: str, after: str, progress: Progress) -> Mapping[str, int]:
        """Move the memories of one project to another, except what its files state (`states_project`); counts by name.

        Durable; repeat it after an interruption. Any thread but the writer's.
        """
        return {}

    # --- recall -------------------------------------------------------------------------------------------

    def label(self, document: Document, now: int) -> Label | None:
        """Fields of a result that add to or replace the document's own; a field of None is left out.

        None if the memory is gone.
        """
        return {}

    def hides(self, key: str, now: int, when: When = NOW) -> bool:
        """Whether searches leave this memory out (a fact that has faded, or did not hold as of `when`)."""
        return False

    def living(self, now: int, when: When = NOW) -> Sequence[str]:
        """The keys of all memories that it does not hide, if it hides any; slow."""
        return ()

    def later(self, document: Document, now: int) -> Mapping[str, str]:
        """The keys of its memories that hold now in place of all that this one says, each with what another of its
        memories said of it before; any kind's (rule 23)."""
        return {}

    def boost(self, document: Document, now: int) -> float:
        """Added to a result's score last (the tier of a context, rule 19)."""
        return 0.0

    def used(self, keys: Sequence[str], asker: Asker, *, first: str | None = None, read: bool = False) -> None:  # noqa: B027 - most kinds have nothing to do
        """A recall returned these memories (`first`: the best one), or a session read them (rules 2, 11)."""

    def relevance(self, document: Document) -> Relevance | None:
        """Whether the memory states a preference or a decision, for `recall.check`. The index stores the answer."""
        return None

    def text(self, key: str, asker: Asker) -> Text | None:
        """The text of a memory that is not in the index, such as an archived one."""
        return None

    def whose(self, key: str) -> Origin | None:
        """The origin of a memory that may not be in the index: archived, or just written."""
        return None

    def absence(self, key: str, asker: Asker) -> dict[str, Any] | None:
        """Why no search can return this memory: `reason`, `text` and figures; None if there is no such reason."""
        return None

    def active_then(self, at: int, now: int, wanted: Callable[[str], bool]) -> Iterable[tuple[Document, Label]]:
        """Its memories that held at that time (microseconds) and were archived since, if their texts are `wanted`.

        Slow: it reads the archive.
        """
        return ()

    def archived(
        self, text: str, limit: int, since: int | None, until: int | None, *, telling: bool = False
    ) -> list[dict[str, Any]]:
        """Archived memories that match a search: `key` and `text` (rule 15). Times in microseconds.

        With `telling` those that state a preference or a decision; `bears` says which.
        """
        return []

    def telling(self, project: str | None, now: int) -> Iterable[Told]:
        """Its memories for a brief of that project and of none; None: of all projects (rule 26).

        Of low rank first, and of one rank the newest; without hidden ones. The caller checks visibility, and asks for
        no more than it needs.
        """
        return ()

    # --- maintenance --------------------------------------------------------------------------------------

    def steps(self) -> Mapping[str, Step]:
        """Its maintenance steps by name. Several kinds may share a step: they run in list order."""
        return {}

    def write_behind(self) -> Iterable[WriteBehind]:
        """Its write-behind files."""
        return ()

    def job_sources(self) -> Iterable[JobSource]:
        """Its work for a language model."""
        return ()

    def has_taken(self, relpath: str) -> bool:
        """Whether it has processed this session file, so that the file may be archived (rule 18)."""
        return True

    def has_summarised(self, relpath: str) -> bool:
        """Whether an agent's model has summarised this archived session file, if the kind summarises at all."""
        return True

    def purge(self, matter: Purged) -> None:  # noqa: B027 - most kinds are read from their files
        """Drop the matter from memory, and rebuild what was made of it; may be repeated (rule 6).

        Others clear the files; the kind then absorbs them.
        """

    # --- health and repair ----------------------------------------------------------------------------------

    def figures(self, now: int) -> Mapping[str, Any]:
        """Its lines of health.json."""
        return {}

    def warnings(self, figures: Mapping[str, Any]) -> Iterable[Warning]:
        """Warnings that follow from its figures, for an operator."""
        return ()

    def health_text(self, now: int) -> str:
        """Its part of the health report for people; a group session gets none."""
        return ""

    def counts(self) -> Mapping[str, int]:
        """How many memories it has, for system.info and system.metrics."""
        return {}

    def verify(self, *, repair: bool) -> Mapping[str, int]:
        """Compare memory with the files, and with `repair` fix them; counts of what was checked and what was wrong."""
        return {}

    @abstractmethod
    def rebuild(self, sink: ChangeSink, progress: Progress) -> int | None:
        """Feed all memories to a new index; how many, None if another kind feeds them."""

    # --- the socket ---------------------------------------------------------------------------------------

    @abstractmethod
    def methods(self) -> Iterable[Method]:
        """Its namespace."""


class Kinds:
    """Every kind of memory. Filled once by the composition, before anything runs."""

    def __init__(self) -> None:
        self._kinds: list[Kind] = []
        self._by_memory: dict[str, Kind] = {}
        self._overtaking: list[Kind] = []
        """Those that know what holds in place of a memory: every recall asks them of each of its first results."""

    def add(self, kind: Kind) -> None:
        """One more kind; files are offered in the order in which kinds were added."""
        taken = {one.name for one in self._kinds} & {kind.name} | self._by_memory.keys() & set(kind.memories)
        if taken:
            raise ValueError(f"a kind of memory is called {sorted(taken)[0]!r} already")
        self._kinds.append(kind)
        self._by_memory.update(dict.fromkeys(kind.memories, kind))
        if type(kind).later is not Kind.later:
            self._overtaking.append(kind)

    def __iter__(self) -> Iterator[Kind]:
        return iter(self._kinds)

    def of(self, memory: str) -> Kind | None:
        """The kind of these memories; None if it was removed and the index still has its memories."""
        return self._by_memory.get(memory)

    def later(self, document: Document, now: int) -> Mapping[str, str]:
        """The keys of what holds now in place of all that the memory says, and of what part of it."""
        for kind in self._overtaking:
            found = kind.later(document, now)
            if found:
                return found
        return {}

    @property
    def memories(self) -> Collection[str]:
        """The possible values of `kind` in results."""
        return [name for name, kind in self._by_memory.items() if not kind.searches_itself]

    @property
    def private_files(self) -> tuple[str, ...]:
        """Globs of files that not every session may read (rule 17)."""
        below = (f"{directory}/*" for kind in self._kinds if kind.own_only for directory in kind.directories)
        return (HOT_FILE, *below, *(glob for kind in self._kinds for glob in kind.private))

    def relevance(self, document: Document) -> Relevance | None:
        """Whether the memory states a preference or a decision."""
        kind = self._by_memory.get(document.kind)
        return None if kind is None else kind.relevance(document)

    def labels(self, document: Document) -> Collection[str]:
        """Labels of a memory that the index stores for filters."""
        return () if self.relevance(document) is None else (RELEVANT,)

    def is_one_memory(self, source: str) -> bool:
        """Whether the file counts as one memory, since its passages have no keys of their own."""
        return any(kind.is_of_passages for kind in self.readers(source))

    def is_archived(self, memory: str) -> bool:
        """Whether removed memories of this kind are archived."""
        kind = self._by_memory.get(memory)
        return kind is not None and kind.keeps_removed

    def acknowledged(self, line: RecentLine) -> Iterable[Wording]:
        """What a line states which the last run wrote, by the kind that owns its file."""
        owner = self.owner(line.path)
        return () if owner is None else owner.acknowledged(line)

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
