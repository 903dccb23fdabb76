# ruff: noqa: E501 - tables of words read better unbroken
"""How people say what they want, what they do not know and what does not work, and that it is there. English, German."""

from __future__ import annotations

from memoryd.patterns import pattern as lazy_pattern

SENTENCE = lazy_pattern(r"(?<=[.!?;\n])\s+|\n| [–—] ")
WORD = lazy_pattern(r"[^\W\d_][^\W_]*(?:['’-][^\W_]+)*|\d+(?:[.,:]\d+)*")
_SOMEBODY = r"(?:some(?:one|body)|any(?:one|body)|a (?:second |new |good )?(?:person|volunteer|colleague)|volunteers?|people|jemand\w*|eine[nr]?,? der|wen)"
_STILL = r"(?:still |urgently |also |badly |really |noch |immer noch |dringend |auch |uns |mir |dafür |jetzt |eigentlich |erst )*"
_DETERMINED = r"(?:an?|the|some|more|another|new|two|three|eine[nrm]?|ein|den|die|das|mehr|neue[nrs]?|zwei|drei)"
WANTED = (
    lazy_pattern(
        r"(?i)\b(?P<what>[^.;:?!,]{3,50}) (?:has|have) no (?:working|proper|spare|real|decent) (?P<lacks>[^.;:?!,]{3,50})"
    ),
    lazy_pattern(r"(?i)(?:^|[.;:] )(?P<what>[^.;:?!,]{3,60}?) (?:steht|stehen) (?:noch |immer noch )?aus\b"),
    lazy_pattern(
        r"(?i)(?:^|[.;:] )(?P<what>[^.;:?!,]{3,60}?) (?:is|are)(?: still| yet)? to be (?P<more>\w+(?:ed|en|t|ne|ade))\b"
    ),
    lazy_pattern(
        r"(?i)\b(?:hat|haben|habe)(?: mir| uns| ihm)? (?P<what>(?:der|die|das|den|einen?|unser\w*|mein\w*) [^.;:?!,]{3,40}?) (?:noch nicht|immer noch nicht) (?P<more>\w{4,})"
    ),
    lazy_pattern(r"(?i)^\W*(?:still )?no (?P<what>[^.;:?!,]{3,50}?) yet\b"),
    lazy_pattern(
        r"(?i)\b(?P<what>[^.;:?!,]{3,50}) (?:sind|ist|are|is) (?:fast )?(?:aus|alle|all gone|used up|(?:sold )?out)\s*(?:[.!,]|$)"
    ),
    lazy_pattern(r"(?i)\b(?:am|are|is|['’]m|['’]re|['’]s|run|ran|running) out of (?P<what>[^.;:?!]{3,60})"),
    lazy_pattern(
        rf"\b(?<!I )(?<!ich )(?<!Ich )(?i:wants|möchten?|hätten? gern)(?! to\b) (?=(?i:{_DETERMINED}) \w|\w+ \w+s\b)(?P<what>[^.;:?!\d]{{3,90}})(?:[.;:!]|$)"
    ),
    lazy_pattern(
        r"(?i)^\W*(?P<what>[^.;:?!,]{3,40}) (?:brauchen|suchen|benötigen|fehlen)(?: wir| ich| uns| mir)? (?:noch|immer noch)\s*(?:[.!]|$)"
    ),
    lazy_pattern(
        rf"(?i)\b(?:I|we|they|he|she|still|and|also|^)\W*{_STILL}(?:need|needs|lack|lacks|are short of|could (?:do with|use)|(?:am|are|is|['’]m|['’]re) (?:still )?(?:looking|searching) for)\b(?P<what>[^.;:?!]{{3,90}})"
    ),
    lazy_pattern(r"(?i)^\W*(?:need(?:ed)?|wanted|looking for|missing|lacking)\b:?(?P<what>[^.;:?!]{3,90})"),
    lazy_pattern(
        rf"(?i)\b{_SOMEBODY} (?:still )?(?:has to|needs to|must|should|ought to|to)\b(?P<what>[^.;:?!]{{3,90}})"
    ),
    lazy_pattern(r"(?i)\b(?P<what>(?:the |our |my )[^.;:?!,]{3,60}?) (?:is|are)(?: still| yet)* missing\b"),
    lazy_pattern(
        r"(?i)\b(?:there(?:['’]s| is| are)|(?:we|I)(?:['’]ve| have)(?: got)?)(?: still)? (?:no|nobody|no one)\b(?! (?:idea|clue|problem|need|reason|doubt|longer|one knows))(?![^.;]*,? no )(?P<what>[^.;:?!]{3,90})"
    ),
    lazy_pattern(
        r"(?i)(?:\bstill no(?:body| one)?|^\W*(?:(?:and|but) )?(?:nobody|no one) (?:yet |(?=\w+s (?:the|our|this|that)\b)))(?! ?(?:idea|clue|but))(?: to| for)?(?P<what>[^.;:?!]{3,90})"
    ),
    lazy_pattern(r"(?i)(?:n['’]t|\bnot) found (?P<what>[^.;:?!]{3,90})"),
    lazy_pattern(r"(?i)(?:n['’]t|\bnot)(?: \w+)? (?:got(?:ten)? |come )?(?:round|around) to(?P<what>[^.;:?!]{3,90})"),
    lazy_pattern(r"(?i)\b(?:still have|have still|have yet|still has) to (?P<what>[^.;:?!]{3,90})"),
    lazy_pattern(
        rf"(?i)\b(?:brauch(?:en|e|t)?|such(?:en|e|t)|benötig(?:en|e|t)|vermiss(?:en|e|t)|fehl(?:en|t))\b {_STILL}(?:wir |ich |er |sie )?{_STILL}(?P<what>[^.;:?!]{{3,90}})"
    ),
    lazy_pattern(
        r"(?i)(?:^|[.;:] |, )(?P<what>(?:der|die|das|den|für|unser\w*|ein\w*) [^.;:?!]{3,60}?)\b(?:fehlt|fehlen)\b"
    ),
    lazy_pattern(
        r"(?i)\b(?P<what>[^.;:?!]{3,70}) (?:(?:hat|haben|gibt es)(?: noch)?|(?:ist|sind) noch) (?:kein(?:e[nr]?)?|niemand(?:en)?)\b(?P<lacks>[^.;:?!]{3,60})"
    ),
    lazy_pattern(
        r"(?i)\b(?P<what>[^.;:?!]{3,70}) (?:ist|sind|wurden?|hat|haben)\b[^.;:?!]{0,30} noch nicht (?P<more>[^.;:?!]{3,40})"
    ),
    lazy_pattern(
        r"(?i)\b(?P<what>[^.;:?!]{3,70}) (?:muss|müssen)(?: wir| ich| sie)? (?:noch |erst )+(?P<more>[^.;:?!]{3,60})"
    ),
    lazy_pattern(r"(?i)\bnever got(?: \w+ed)?\b(?P<what>)(?P<more>)"),
    lazy_pattern(r"(?i)^\W*(?:open|todo|to do|offen|still open)\b:?(?: \w+)? ?:(?P<what>[^.;:?!]{3,90})"),
)
"""What is to be had or to be done, as `what`."""
UNKNOWN = (
    lazy_pattern(
        r"(?i)\b(?:no (?:idea|clue)(?: yet)?|(?:nobody|no one) (?:here )?(?:knows|remembers)|niemand weiß|keiner weiß|not sure(?: yet)?|unsure|(?:do|does|did)(?:n['’]t| not| we| you| anyone| anybody)(?: yet)? know(?: yet)?|unclear|undecided|unknown|(?:can(?:['’]t|not)|have to|need to|must|to) (?:decide|find out|figure out)|keine ahnung|unklar(?: ist)?|(?:wissen|weiß) (?:wir |ich )?(?:noch )?nicht|(?:zu klären|offen|fraglich|ungeklärt|nicht entschieden)(?: ist| bleibt)?(?: noch)?)\b,?(?: \w+){0,2}? (?:what|who|whom|whose|which|where|when|how|whether|if|why|wer|wen|wem|was|welche\w*|wo|wohin|woher|wann|wie|ob|warum)\b(?P<what>[^.;:?!]{3,90})"
    ),
    lazy_pattern(
        r"(?i)^\W*(?:(?:and|so|but|und|also|oh|hm+),? )*(?:who|whom|whose|which|where|when|why|how(?: (?:long|much|many|often|far))?|wer|wen|wem|welche\w*|wohin|wann|warum|wieso|weshalb|wie (?:lange|viele?|oft|weit|hoch))\b(?P<what>[^.;:?!]{3,90})\?"
    ),
    lazy_pattern(
        r"(?i)\b(?:can(?:['’]t|not)|could(?:n['’]t| not)) (?:explain|understand|tell why|find the (?:cause|reason))\b(?P<what>[^.;:?!]{3,90})"
    ),
    lazy_pattern(
        r"(?i)^\W*(?:(?:and|so|but|und|also) )?(?:does|do|did|is|are|was|has|have|ist|sind|hat|haben|läuft|gibt es|kommt|passt|reicht)\b(?! (?:you|du|Sie|ihr)\b)(?P<what>[^.;:?!]{3,90})\?"
    ),
    lazy_pattern(r"(?i)^\W*(?:can|should|shall|could|sollen|sollten|können) (?:we|wir)\b(?P<what>[^.;:?!]{3,90})\?"),
)
"""What is not known or not decided, as `what`."""
TROUBLE = lazy_pattern(
    r"(?i)\b(?:broken?|breaks?|leak\w*|wrong|fail\w*|crash\w*|dropp?(?:s|ing) out|drops|jam(?:s|med|ming)?|stuck|stalls?|freez\w*|hiccup|trouble|bugs?|hum|hiss|wobbl\w*|sticks|(?:nearly|almost|fast) (?:full|empty|voll|leer)|warps?|warped|bulg\w*|mirrored|upside down|expir\w+|runs? out|noisy|flaky|hangs|dies|dead|twice|please (?:fix|correct)|creak\w*|smells?|too (?:small|big|slow|loud|dark|weak|hot|cold|short|long|tight|low|high)|keeps \w+ing|rattl\w*|squeak\w*|blurry|overheat\w*|(?:reads?|runs?|is) [^.;,]{0,20}\b(?:low|high|off|slow|late)"
    r"|kaputt|defekt|klemm(?:t|en)|leckt|tropft|steckt|läuft\b[^.;,]{0,20}\bab|abgelaufen|gespiegelt|verbogen|zu dünn|zu wenig\w*|zu schwer|bricht|brechen|doppelt|bitte (?:korrigier|änder|beheb)\w*|f[aä]ll(?:t|en) [^.;,]{0,20}\baus|ausgefallen|falsch\w*|hakt|streik(?:t|en)|stör(?:t|en)|spinnt|undicht|quietsch\w*|brumm\w*|rausch\w*|(?:ein|kleines|gibt|one|a|small)(?: noch)?(?: ein)? problem\w*|noch (?:immer )?(?:die|der|das|den) alte[nrs]?|still (?:says|shows|has|the old)|zu (?:klein|groß|langsam|laut|dunkel|schwach|heiß|kalt|kurz|lang|eng|hoch|niedrig)|stürzt|ruckelt|flackert|überhitzt)\b"
    r"|\b(?:doesn|don|won|can|isn)['’]t (?:work|start|open|close|load|print|find|read|connect|build)\w*|\b(?:geht|läuft|funktioniert|lädt|startet|schließt|druckt|öffnet|fährt|dreht|zieht|heizt|kühlt)\b[^.;,]{0,20}\bnicht\b"
)
"""Something is not as it should be."""
IN_CASE = lazy_pattern(
    r"(?i)\b(?:if|when|whenever|unless|wenn|falls|sobald)\b|(?:n['’]t|\bnot|\bno|\bkein\w*) (?:an? |ein )?(?:big |small )?(?:problem|issue|bug)"
)
"""What is told of what may happen, or does not."""
MENDED = lazy_pattern(
    r"(?i)\b(?:again|since(?: then)?|(?<!for )now|fine|clean|zero|dry|works|working|green|right|swapped|replaced|gone|vanished|solved|sorted|fixed|mended|patched|repaired|stable|steady|smooth\w*|quiet|silent|without|no more|no longer|anymore|any more|new|joined|added|extra|was (?:a|an|the)"
    r"|wieder|seitdem|seither|jetzt|läuft|behoben|getauscht|gewechselt|erneuert|seit (?:der|dem|gestern|heute)|ausgetauscht|repariert|ersetzt|ordnung|dicht|trocken|ruhig|leise|sauber|weg|stabil|stimmt|klappt|passt|neue[rsnm]?|war (?:ein|eine|der|die|das)|nicht mehr|keine? mehr|problemlos|genug|frei|free|enough|dazu\w*|zusätzlich\w*|nachgeliefert)\b"
)
"""Something is as it should be."""
WORKED_ON = lazy_pattern(r"(?i)^\W*(?:the |our )?\w+(?: \w+)? \w{3,}ed (?:the|every|all|both|our|each)\b")
"""Somebody did something to a thing: `the rigger tightened every bolt`."""
WORKS_SINCE = lazy_pattern(
    r"(?i)\b(?:has|have|did)n['’]t \w+ (?:since|again|once|any ?more)\b|\bnobody (?:missed|noticed|complained)\b"
)
TASK = lazy_pattern(
    r"(?i)(?:\b(?:has to|have to|must|needs to|need to|should|muss|müssen|soll|sollen|I['’]ll|I shall|I will|let me|we['’]ll|we will|ich (?:werde|\w{2,}e\b)|(?:fragen|rufen|schreiben|schauen) wir)\b(?! (?:be|never|always|immer|nie)\b)|^\W*(?:please|pls|bitte|can you|could you|kannst du|können sie)\b|^\W*(?:on (?:me|you|your list|my list)|bei (?:mir|dir|ihnen)|auf (?:meiner|deiner|der) liste|aufgeschrieben|notiert|noted|written down|setz drauf|du|you|me|ich)\s*:|\bto do\b[^:.]{0,12}:(?: to\b)?)(?P<what>[^.;:?!]{3,90})"
)
"""Somebody is to do it."""
ASKS = lazy_pattern(r"(?i)^\W*(?:please|can you|could you|kannst du|können sie)\b")
MUST_BE = lazy_pattern(
    r"(?i)(?:^|[.,;:] )(?P<what>[^.;:?!,]{3,60} (?:muss|müssen|(?:has|have|needs?) to be|must be|should be) (?:noch |still )?\w{4,}(?: werden)?)\b"
)
"""Something is to be done to a thing."""
SEEKS = lazy_pattern(
    r"\b(?P<who>[A-ZÄÖÜ][\w-]+) (?:still |noch )?(?:is (?:still )?looking for|needs|wants|sucht|braucht|hunts)\b"
)
FOUND = lazy_pattern(r"(?i)\b(?:found|bought|got|picked up|gefunden|gekauft|bekommen|besorgt|fündig)\b")
PROMISE = lazy_pattern(
    r"(?i)\b(?:I['’]ll|I will|I can|let me|we['’]ll|on (?:my|your) list|on me:|bei (?:mir|dir):|(?:aufgeschrieben|notiert|noted|written down):|to do\b[^:.]{0,12}:|\w{3,}e ich\b|ich (?:werde|kann|will|\w+e)\b)"
)
"""Somebody is only going to do it."""
_SOFT_WORDS = """
someone somebody anyone anybody person volunteer colleague second new good need needs help still yet
exactly actually the a an our my for from to get got gets getting make making find take some any
other more also all these those there jemand jemanden eigentlich noch gut neue neuen neuer neues
alte alten altes next week day days time idea ahnung nächste woche tag zeit ask book look order do
doing done keep know want wants two three everything something anything thing things besorgen machen
macht gemacht werden wird wurde finden bekommen kaufen holen go going went have has had was were are
been being will would kein keine keinen keiner gibt every one zwei drei vier fünf fest rid check
suchen sucht brauchen braucht says say said liegt steht zuerst first wahrscheinlich probably muss müssen herr frau mr mrs dr old fix goes
"""
SOFT = frozenset(_SOFT_WORDS.split())
"""Words that name nothing that is wanted."""
LEAVES_OPEN = lazy_pattern(
    r"(?i)\?|(?:^|[,;:] )(?:nobody|no one|niemand|still)\b|\b(?:if|whether|once (?:the|we|I|it|they|he|she|you|that|\w+ (?:is|are|has|have))|unless|until(?! \d)|till|maybe|perhaps|might|could|would|should|must|needs?|need to|has to|have to|wants?|lacks?|looking for|missing|pending|waiting|waits?|yet|wartet|so far|not (?:yet )?\w{2,}ed|nicht (?:behoben|erledigt|fertig|gelöst|repariert|gefunden)|any (?:luck|news|word|update)|to ?do|open|half[- ](?:done|finished|way|of it)|partly|almost|nearly|halb (?:fertig|voll)|teilweise|fast|no idea|unclear|not sure|asks?|try|tries|tried|trying|tomorrow|plan(?:s|ned|ning)?|I['’]ll|I will|let me|ob|sonst|otherwise|bis (?:zum )?\d|by \d|wenn|falls|sobald|vielleicht|könnten?|sollten?|soll|müssten?|muss|müssen|brauch\w*|such(?:e|en|t)|fehl(?:t|en)|noch (?:nicht|kein\w*|offen|ein|keine)|offen|unklar|bisher|warten?|frage|fragen wir|frag|versuch\w*|keine ahnung|zu klären|bitte|please|remember|denk\w*|ich (?:werde|kann|kümmere|schaue|prüfe|hole))\b|n['’]t\b"
)
"""A sentence that fills nothing."""
GIVES = lazy_pattern(
    r"(?i)\b(?:has|have|got|made|built|found|brought|brings|lends?|lent|gave|gives|bought|took|taken|arrived|confirmed|came|went|drew|painted|wrote|sewed|sent|is (?:here|there|in|up)|empty"
    r"|hat|haben|gemacht|gebaut|gefunden|bringt|leiht|liefert|bestätigt|kam|kommt|ging|gingen|liegt|liegen|lag|lagen|hängt|hängen|steht|stehen|macht|spielt|singt|liest|führt|(?:ist|sind) (?:da|leer|drin)|genäht|gemalt|gebacken|geholt|spendet|stiftet)\b"
)
"""Something is there, or somebody has it."""
PRICE = lazy_pattern(
    r"(?i)\b(?:costs?|kost\w*|too (?:much|expensive|dear)|expensive|zu (?:viel|teuer)|teuer|no answer|keine antwort|refused|rejected|declined|denied|abgelehnt|possible|möglich|sold out|ausverkauft)\b"
)
"""What it costs, or that it is not to be had: it is not there by that."""
LABEL = lazy_pattern(r"(?i)\W*(?:still open|open|offen|todo|to do|next|noch zu tun|pending)\b[^.]{0,20}:\s*$")
CUT = lazy_pattern(
    r"(?i), | [–—(]|(?<=\w) (?:for|in|on|at|by|from|before|because|since|until|so that|with|that|which|who|between|zwischen|für|im|in|am|an|auf|bis|bei|beim|zum|zur|weil|damit|vor|von|vom|mit|der|die|das) "
)
ABBREVIATED = lazy_pattern(r"\b(Dr|Mr|Mrs|Ms|Prof|St|Fr|Hr|ca|bzw|Nr|Fig|Abb)\. ")
STILL_WANTED = lazy_pattern(r"(?i)\b(?:noch|still|never got|unklar|unclear|no idea)\b")
"""In what was taken for a decision or a rule."""
