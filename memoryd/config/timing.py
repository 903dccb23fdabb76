"""When things happen: cron expressions and time zones."""

from __future__ import annotations

import difflib
import zoneinfo
from datetime import UTC, datetime

from cronsim import CronSim, CronSimError

from memoryd.config.value_types import InvalidValue, Plain, got
from memoryd.config.zones import find_zone

_ANY_DAY = datetime(2024, 1, 1, tzinfo=UTC)


class Cron(Plain, frozen=True):
    """A cron expression of five fields, or `off`."""

    bounds: str = 'a cron expression of five fields (minute hour day month weekday), or "off"'

    def read(self, value: object) -> str:
        hint = 'such as "30 0 * * *" for 00:30 each day'
        if not isinstance(value, str):
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}", hint)
        text = " ".join(value.split())
        if text.lower() == "off":
            return "off"
        if len(text.split()) != 5:
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}", hint)
        try:
            next(CronSim(text.upper(), _ANY_DAY))
        except CronSimError as error:
            raise InvalidValue(f"is no cron expression: {str(error).lower()} in {got(value)}", hint) from None
        except StopIteration:
            raise InvalidValue(f"never comes: {got(value)}", hint) from None
        return text


class Zone(Plain, frozen=True):
    """A time zone's name; empty means the system's."""

    bounds: str = 'a time zone such as "Europe/Berlin", or empty for the system\'s'

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise InvalidValue(f"must be {self.bounds}, not {got(value)}")
        if value.strip():
            try:
                find_zone(value.strip())
            except ValueError as error:
                raise InvalidValue(str(error), _near_zone(value.strip())) from None
        return value.strip()


def _near_zone(name: str) -> str:
    names = {zone.lower(): zone for zone in zoneinfo.available_timezones()}
    names |= {zone.lower().rpartition("/")[2]: zone for zone in sorted(names.values())}
    near = difflib.get_close_matches(name.lower().replace(" ", "_"), names, n=1, cutoff=0.7)
    return f'did you mean "{names[near[0]]}"?' if near else "see timedatectl list-timezones; is tzdata installed?"
