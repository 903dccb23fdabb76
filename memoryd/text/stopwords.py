"""Common words: what a query may leave out, and what tells the language of a short text."""

from __future__ import annotations

_ENGLISH = """a about above after again all am an and any are as at be because been before being below between both but
by can could did do does doing don down during each few for from further had has have having he her here hers him his
how i if in into is isn it its itself just me more most my myself no nor not now of off on once only or other our ours
out over own s same she should so some such t than that the their theirs them then there these they this those through
to too under until up very was we were what when where which while who whom why will with would you your yours"""
_GERMAN = """aber alle als am an auch auf aus bei bin bis da das dass dem den der des die dies doch du durch ein eine
einem einen einer eines er es euch für gegen hat habe haben ich ihm ihn ihr im in ist ja kann mein meine mich mir mit
nach nicht noch nur oder sein seine sich sie sind so über um und uns unser vom von vor war was wenn wer wie wir wird wo
zu zum zur"""
_FRENCH = """à au aux avec c ce ces cette d dans de des du elle en est et eux il ils j je l la le les leur lui m ma mais
me mes mon n ne nos notre nous on ont ou où par pas pour qu que qui s sa se ses son sont sur t ta te tes ton tu un une
vos votre vous y été"""
_SPANISH = """al con de del el ella en es esta este está fue ha la las le lo los me mi muy más no o para pero por que
qué se si sin son su sus también te tu un una y ya yo"""
_ITALIAN = """al alla anche che chi ci come con da dal de dei del della delle di e è gli ha ho i il in io la le lo ma mi
nel nella non o per più se si sono su sul tra un una uno"""
_PORTUGUESE = """ao as com como da das de do dos e ela ele em eu foi já mais mas me meu minha na no não nos o os ou para
pela pelo por que se sem seu sua são também tem um uma você"""
_RUSSIAN = """а без бы был была были было быть в вам вас во вот все вы где да для до его ее её если есть еще ещё же за и
из или им их к как ко когда кто ли мне мой моя мы на не нет ни но о об он она они от по под при с со так то тоже ты у
уже что чтобы это я"""

_MARKERS = {
    "en": "the of and is are to for with my it this that have has I The my from what does when which who how",
    "de": "der das und ist nicht ein eine einen einem einer mit auf von ich wir sich dem den im zu zum zur auch oder "
    "Der Das Ich Wir Ein Eine wird sind hat habe haben mein meine bei nach aus wie wo wenn",
    "fr": "le les est une et dans pour sur je nous avec aux du au qui pas Le Les Je Une elle ils mon ses sont chez",
    "es": "el los las una con por del El Los muy pero es está fue ella",
    "it": "il gli della che di per con sono nel una alla Il non delle dei",
    "pt": "os do da em um uma não com ao foi dos das para você eu",
}
_LETTERS = {"de": "äöüßÄÖÜẞ", "fr": "éèêëàâçîïôûùœÉÈÊÀÇ", "es": "ñ¿¡íóúáÑÁÍÓÚ", "pt": "ãõÃÕ", "it": "ìò"}

STOP_WORDS = frozenset(" ".join((_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _ITALIAN, _PORTUGUESE, _RUSSIAN)).split())
ENGLISH_STOP_WORDS = frozenset(_ENGLISH.split())


def _votes(table: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for language, marks in table.items():
        for mark in marks:
            found.setdefault(mark, []).append(language)
    return {mark: tuple(languages) for mark, languages in found.items()}


MARKERS = _votes({language: words.split() for language, words in _MARKERS.items()})
MARKER_WORDS = frozenset(MARKERS)
LETTERS = _votes({language: list(letters) for language, letters in _LETTERS.items()})
MARKER_LETTERS = frozenset(LETTERS)
NOW_WORDS = ("now", "currently", "jetzt", "nun", "inzwischen", "mittlerweile", "derzeit", "momentan", "aktuell")
"""What says that something is so when it is said."""
