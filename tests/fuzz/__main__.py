"""`make fuzz`: every target, each in a process of its own with bounded memory and time.

Three rounds a target: the hostile shapes at growing sizes, mutations of seeds, and, where atheris is installed,
mutations that follow coverage. As many targets run at once as there are processors. What breaks a target is written
into tests/fuzz/corpus/<target>/ (large inputs into build/fuzz/), where the tests replay it.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import FrameType

from tests.fuzz.mutate import mutations
from tests.fuzz.shapes import shapes

if "coverage" in sys.argv:  # of memoryd alone: to follow every library would take minutes
    import atheris

    with atheris.instrument_imports(include=["memoryd"]):
        from tests.fuzz.targets import TARGETS
else:
    from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
ROOT = Path(__file__).parents[2]
SIZES = (1 << 12, 1 << 15, 1 << 18)
SECONDS, SECONDS_A_KIB = 0.5, 0.02
"""Processor time that an input may take: so much, and so much for each KiB of it."""
MEMORY = 2 << 30
"""Bytes of address space that an input may take beside what the process had."""
LARGEST_KEPT = 8192
BROKEN = 3


class TooSlow(Exception):
    """The target took more processor time than the length of its input allows."""


def main() -> int:
    """The command; 0 when nothing broke."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], help="all of them without one")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="of all targets together (FUZZ_INPUTS)")
    parser.add_argument("--minutes", type=float, default=60, help="for all targets together (FUZZ_MINUTES)")
    parser.add_argument("--round", choices=ROUNDS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    names = options.targets or list(TARGETS)
    if options.round:
        _bound_memory()
        return ROUNDS[options.round](names[0], options.inputs, options.minutes * 60)
    rounds = [name for name in ROUNDS if name != "coverage" or find_spec("atheris")]
    print(f"{len(names)} targets, {options.inputs} inputs, at most {options.minutes:g} minutes, by {', '.join(rounds)}")
    end = time.monotonic() + options.minutes * 60
    inputs = options.inputs // len(names) // max(1, len(rounds) - 1)
    jobs, totals, broken, quick = os.cpu_count() or 1, list[int](), list[str](), set[str]()

    def run(name: str, one: str, wanted: int, unfinished: int) -> None:
        """One round of a target, in its share of what is left of the time."""
        left = max(0.0, end - time.monotonic()) * jobs / unfinished
        if not left:
            print(f"{name:14} {one:9} no time was left", flush=True)
            return
        command = [sys.executable, "-m", "tests.fuzz", name, "--round", one, "--inputs", str(wanted)]
        started = time.monotonic()
        # Longer than its share only if it hangs in one input, which a signal alone ends.
        done = subprocess.run([*command, "--minutes", str(left / 60)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        told = [line for line in done.stdout.splitlines() if re.match(r"\d+ (?:inputs|shapes)", line)]
        print(f"{name:14} {one:9} {time.monotonic() - started:6.1f} s  {told[-1] if told else ''}", flush=True)
        count = int(told[-1].split()[0]) if told else 0
        totals.append(count)
        if done.returncode:
            broken.append(f"{name} ({one}): exit {done.returncode}")
        elif one == "mutations" and count >= wanted:
            quick.add(name)

    def run_all(waiting: Sequence[tuple[str, str]], wanted: int) -> None:
        with ThreadPoolExecutor(jobs) as pool:
            for done in [pool.submit(run, *job, wanted, len(waiting) - at) for at, job in enumerate(waiting)]:
                done.result()

    run_all([(name, one) for one in rounds for name in names], inputs)
    # What the slow ones had no time for, the quick ones do.
    while quick and not broken and sum(totals) < options.inputs and time.monotonic() < end:
        again = sorted(quick)
        quick.clear()
        run_all([(name, "mutations") for name in again], (options.inputs - sum(totals)) // len(again) + 1)
    print(f"{sum(totals)} inputs")
    print("\n".join(["nothing broke"] if not broken else ["BROKEN", *broken]))
    return 1 if broken else 0


def _bound_memory() -> None:
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, resource.RLIM_INFINITY))


def _end_by(processor_time: float) -> None:
    """Raises TooSlow, even in a regular expression, once the process has used so much in all.

    The kernel's limit counts ticks, on a shared core far more than what was used: then it only asks again.
    """

    def told(_number: int, _frame: FrameType | None) -> None:
        if time.process_time() >= processor_time:
            raise TooSlow("no end after 20 times the processor time that it may take")

    signal.signal(signal.SIGXCPU, told)
    resource.setrlimit(resource.RLIMIT_CPU, (int(processor_time) + 1, resource.RLIM_INFINITY))


def _try(name: str, data: bytes) -> None:
    """One input; what breaks the target is kept before the error goes on. An input that never ends is kept, too."""
    folder = CORPUS if len(data) <= LARGEST_KEPT else ROOT / "build" / "fuzz" / "large"
    kept = folder / name / sha256(data).hexdigest()[:16]
    allowed = SECONDS + SECONDS_A_KIB * len(data) / 1024
    _end_by(time.process_time() + 20 * allowed)
    began = time.thread_time()
    try:
        TARGETS[name].attack(data)
        took = time.thread_time() - began
        if took > allowed:
            raise TooSlow(f"{took:.2f} s of processor time for {len(data)} bytes")
    except BaseException:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(data)
        raise


def _shapes(name: str, inputs: int, seconds: float) -> int:
    """Grows each shape while there is time; one shape is enough to see that something takes the square."""
    del inputs
    tried, broken, end = 0, 0, time.monotonic() + seconds
    for size in SIZES:
        for shape, data in shapes(size):
            if time.monotonic() > end:
                break
            child = os.fork()
            if child == 0:
                try:
                    _try(name, data)
                except BaseException as error:
                    print(f"{name}: {shape}, {size} bytes: {type(error).__name__}: {error}"[:300], file=sys.stderr)
                    os._exit(1)
                os._exit(0)
            _, status = os.waitpid(child, 0)
            tried += 1
            if status:
                broken += 1
                if os.WIFSIGNALED(status):
                    print(f"{name}: {shape}, {size} bytes: ended by signal {os.WTERMSIG(status)}", file=sys.stderr)
    print(f"{tried} shapes, {broken} broken")
    return BROKEN if broken else 0


def _mutations(name: str, inputs: int, seconds: float) -> int:
    seed, tried, end = random.randrange(1 << 30), 0, time.monotonic() + seconds
    for data in mutations(TARGETS[name].seeds, random.Random(seed)):
        if tried >= inputs or time.monotonic() > end:
            break
        tried += 1
        try:
            _try(name, data)
        except BaseException as error:
            print(f"{name}: {type(error).__name__}: {error}"[:300], file=sys.stderr)
            print(f"{tried} inputs from seed {seed}, broken")
            return BROKEN
    print(f"{tried} inputs from seed {seed}")
    return 0


def _coverage(name: str, inputs: int, seconds: float) -> int:
    """By atheris, which ends the process: 0 after its inputs or seconds, or something else at the first that breaks."""
    seeds = ROOT / "build" / "fuzz" / name
    seeds.mkdir(parents=True, exist_ok=True)
    for seed in TARGETS[name].seeds:
        (seeds / sha256(seed).hexdigest()[:16]).write_bytes(seed)
    tried = 0

    def attack(data: bytes) -> None:
        nonlocal tried
        tried += 1
        if tried % 1000 == 0:
            print(f"{tried} inputs", flush=True)
        _try(name, data)

    flags = [
        f"-runs={inputs}",
        f"-max_total_time={max(1, int(seconds))}",
        "-max_len=4096",
        "-verbosity=0",
        "-rss_limit_mb=4096",
    ]
    atheris.Setup([sys.argv[0], *flags, f"-artifact_prefix={seeds}-", str(seeds)], attack)
    atheris.Fuzz()
    return 0


ROUNDS: dict[str, Callable[[str, int, float], int]] = {
    "shapes": _shapes, "mutations": _mutations, "coverage": _coverage,
}  # fmt: skip

if __name__ == "__main__":
    sys.exit(main())
