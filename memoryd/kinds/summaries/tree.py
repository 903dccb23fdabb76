"""The tree of summaries: what is merged next, what is stale, and what one job shows without redundancy. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from memoryd.kinds.summaries.budget import DOWNWARD, LEVELS, Level
from memoryd.kinds.summaries.node import Node, level_of, node_id


class Tree:
    """Summaries by level, oldest first."""

    def __init__(self, nodes: Iterable[Node] = ()) -> None:
        self.levels: dict[Level, dict[str, Node]] = {level: {} for level in LEVELS}
        self.parents: dict[str, str] = {}
        """A summary → the one above that it was merged into."""
        for node in sorted(nodes, key=lambda node: (node.level, node.number)):
            self.put(node)

    def put(self, node: Node) -> None:
        """A new summary, or a new version of one."""
        nodes = self.levels[node.level]
        if node.id in nodes or not nodes or next(reversed(nodes.values())).number < node.number:
            nodes[node.id] = node
        else:  # whoever reads goes on with the old one
            found = sorted((*nodes.values(), node), key=lambda one: one.number)
            self.levels[node.level] = {one.id: one for one in found}
        if node.level != "L1":
            for source in node.sources:
                self.parents[source] = node.id

    def get(self, identity: str) -> Node | None:
        """The summary of that id."""
        return self.levels[level_of(identity)].get(identity)

    def above(self, node: Node) -> Node | None:
        """The summary that it was merged into."""
        parent = self.parents.get(node.id)
        return None if parent is None else self.get(parent)

    def next_number(self, level: Level) -> int:
        """The number of the next summary of a level."""
        return max((node.number for node in self.levels[level].values()), default=0) + 1

    def free_leaf(self, earlier: int) -> int:
        """The number of a leaf before which `earlier` pieces of conversation wait, each for a number of its own."""
        merged = (int(one[3:]) for one in self.parents if level_of(one) == "L1")
        number = max(merged, default=0)
        while earlier >= 0:
            number += 1
            earlier -= node_id("L1", number) not in self.levels["L1"]
        return number

    def unmerged(self, level: Level) -> list[Node]:
        """Those of a level that no summary above holds."""
        return [node for node in self.levels[level].values() if node.id not in self.parents]

    def due_merge(self, threshold: int, max_levels: int, *, waits: bool = False) -> list[Node] | None:
        """The oldest summaries that are to be merged now, lowest level first (rule 20).

        `waits`: conversation waits, so a number that is left out will be a leaf, and what is behind it waits, too.
        """
        for level in LEVELS[: max_levels - 1]:
            waiting = self.unmerged(level)
            if level == "L1" and waits:
                missing = self.free_leaf(0)
                waiting = [node for node in waiting if node.number < missing]
            if len(waiting) >= threshold:
                return waiting[:threshold]
        return None

    def is_stale(self, node: Node) -> bool:
        """Whether a summary that it was made of has been replaced since."""
        if node.level == "L1":
            return False
        now = tuple(0 if (source := self.get(one)) is None else source.version for one in node.sources)
        return now != node.source_versions

    def leaves(self, node: Node) -> list[str]:
        """Ids of the L1 summaries that a summary holds."""
        if node.level == "L1":
            return [node.id]
        found: list[str] = []
        for source in node.sources:
            below = self.get(source)
            found.extend([source] if below is None else self.leaves(below))
        return found

    def before(self, node: Node) -> Tree:
        """What stood before a summary was made: nothing of what came after it, nor what holds it."""
        last = max((int(leaf[3:]) for leaf in self.leaves(node)), default=0)
        limit = last - 1 if node.level == "L1" else last
        kept = []
        for level in LEVELS:
            for other in self.levels[level].values():
                newest = max((int(leaf[3:]) for leaf in self.leaves(other)), default=0)
                if newest <= limit and other.id != node.id and not self._holds(other, node):
                    kept.append(other)
        return Tree(kept)

    def _holds(self, upper: Node, lower: Node) -> bool:
        parent = self.parents.get(lower.id)
        while parent is not None:
            if parent == upper.id:
                return True
            parent = self.parents.get(parent)
        return False


def shown(tree: Tree, budgets: Mapping[Level, int], needed: Iterable[str] = ()) -> list[Node]:
    """What a job shows of the tree: higher levels first, oldest first within a level, each event told once.

    All L1 are shown while they fit; past a budget, the oldest give way to the summary above them. `needed` summaries
    are shown whatever the budget, and what they hold is not.
    """
    visible: dict[Level, dict[str, Node]] = {level: {} for level in LEVELS}
    visible["L1"] = dict(tree.levels["L1"])
    fixed = set(needed)
    for level in LEVELS[1:]:
        last = max((int(identity[3:]) for identity in fixed if level_of(identity) == level), default=0)
        # What is older goes up, too, so that higher levels come first and the order of time is kept.
        for node in tree.levels[level].values():
            if node.number <= last:
                _raise_to(tree, visible, node)
    for level in LEVELS:
        _fit(tree, visible, level, budgets[level], fixed)
    return [node for level in DOWNWARD for node in sorted(visible[level].values(), key=lambda node: node.number)]


def shown_within(tree: Tree, budgets: Mapping[Level, int], room: int, needed: Collection[str] = ()) -> list[Node]:
    """What `shown` shows, in so many tokens beside those that are `needed`.

    A level has a third of the room, and what the levels above leave of theirs, as at injection.
    """

    def used(*levels: Level) -> int:
        return sum(node.tokens for node in nodes if node.level in levels and node.id not in needed)

    third = max(0, room) // len(LEVELS)
    limits = {level: min(budgets[level], third) for level in LEVELS}
    nodes = shown(tree, limits, needed)
    for above in range(1, len(DOWNWARD)):
        level, before = DOWNWARD[above], nodes
        limits[level] = min(budgets[level], (above + 1) * third - used(*DOWNWARD[:above]))
        nodes = shown(tree, limits, needed)
        if used(*LEVELS) > room:  # what now need not give way to a higher level may take more there
            nodes = before
    return nodes


def _fit(tree: Tree, visible: dict[Level, dict[str, Node]], level: Level, budget: int, fixed: set[str]) -> None:
    here = visible[level]
    oldest_first = [node for node in sorted(here.values(), key=lambda node: node.number) if node.id not in fixed]
    # With those of a merge, so that what stands before them is the same as in the job before.
    used = sum(node.tokens for node in here.values())
    for oldest in oldest_first:
        if used <= budget:
            return
        if oldest.id not in here:
            continue
        parent = tree.above(oldest)
        if parent is None or any(source in fixed for source in parent.sources):
            del here[oldest.id]
            used -= oldest.tokens
        else:
            used -= sum(here[source].tokens for source in parent.sources if source in here)
            _raise_to(tree, visible, parent)


def _raise_to(tree: Tree, visible: dict[Level, dict[str, Node]], node: Node) -> None:
    """Show a summary instead of all that it holds."""
    waiting = list(node.sources)
    while waiting:
        identity = waiting.pop()
        visible[level_of(identity)].pop(identity, None)
        below = tree.get(identity)
        if below is not None and below.level != "L1":
            waiting.extend(below.sources)
    visible[node.level][node.id] = node
