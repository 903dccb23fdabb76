"""What failed is given up where it is told what is done now, and nothing else is (rules 23, 26)."""

from __future__ import annotations

import pytest

from memoryd.in_force.given_up import is_given_up
from memoryd.in_force.standing import in_force
from memoryd.kind import BriefPart
from tests.in_force.said import line


def standing(former: str, later: str) -> list[str]:
    return [one.text for one in in_force([line(former, 0, "decisions"), line(later, 2)])]


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("Let's use pgloader instead of the custom script.", "We went back to the custom script, it keeps time zones."),
        ("Let's use pgloader for this.", "We went back to the old script, pgloader loses time zones."),
        ("We'll host it at Hetzner.", "Hetzner had no capacity, so it runs at OVH now."),
        ("We picked Luigi's for the catering.", "Luigi's has no vegan dishes, so we went with Green Spoon."),
        ("We use Stripe for payments.", "Stripe kept declining cards. We're using Adyen now."),
        ("We use Stripe for payments.", "We're using Adyen now because Stripe keeps declining cards."),
        ("Wir nehmen React für das Frontend.", "React war zu langsam, jetzt ist es Svelte."),
        ("Wir nehmen die Stadthalle für die Feier.", "Die Stadthalle ist ausgebucht, wir nehmen jetzt den Saal."),
        ("Wir nutzen GitLab für die Pipelines.", "Wir nutzen wieder Jenkins, weil GitLab nicht stabil läuft."),
        ("We decided to meet on Tuesdays.", "The meeting is on Thursdays now."),
        ("Die Abnahme ist am Montag.", "Die Abnahme wurde auf Donnerstag verschoben."),
        ("We use Redis for sessions.", "Redis was too slow, so we replaced it with Valkey."),
        ("Für den Umzug nehmen wir Umzugsfirma Krause.", "Wir machen es mit einem Sprinter statt Krause."),
        ("Die Küche übernehmen wir vom Vormieter.", "Das mit der Küche hat sich zerschlagen, wir holen eine von Ikea."),
        ("Wir nehmen das Boot von Ravn.", "Aus dem Boot wird leider nichts, Arne bringt seins."),
        ("Tom is our contact at Acme.", "Tom left Acme, Susan took over."),
    ],
)
def test_a_choice_is_past_once_it_failed_and_something_else_is_done(former: str, later: str) -> None:
    (told,) = standing(former, later)
    assert told.split()[-1] in later and told != former


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("We run the tests on Jenkins.", "Jenkins is slow today, so we're taking the afternoon off."),
        ("We use Redis for sessions.", "Redis was too slow, so I gave it more memory."),
        ("Wir nehmen Redis für die Sitzungen.", "Redis war zu langsam, also haben wir ihm mehr Speicher gegeben."),
        ("We picked Luigi's for the catering.", "Luigi's was closed on Monday, so I called on Tuesday."),
        ("We host the shop at Hetzner.", "OVH had no capacity, so it runs at Scaleway now."),
        ("We use Kafka for events.", "The consumer kept crashing. We're using the new client now."),
        ("Wir nehmen React für das Frontend.", "Der Build war zu langsam, jetzt ist er schnell."),
        ("Tom is our contact at Acme.", "Tom left a message about the invoice."),
        ("We decided to meet on Tuesdays.", "The retrospective is on Thursdays now."),
    ],
)
def test_a_choice_holds_where_something_else_failed_or_nothing_takes_its_place(former: str, later: str) -> None:
    assert former in standing(former, later)


@pytest.mark.parametrize(
    ("former", "part", "is_past"),
    [
        ("We host the shop at Hetzner.", "said", True),
        ("Never store customer data at Hetzner.", "rules", False),
        ("Hetzner invoices arrive on the third.", "known", False),
    ],
)
def test_only_what_chose_it_is_given_up(former: str, part: BriefPart, is_past: bool) -> None:
    later = line("Hetzner had no capacity, so it runs at OVH now.", 2)
    assert is_given_up(later, line(former, 0, part)) is is_past
