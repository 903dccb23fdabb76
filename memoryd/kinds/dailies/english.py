# ruff: noqa: E501 - tables of patterns read better unbroken
"""How people say in English what is worth keeping."""

from __future__ import annotations

import re

from memoryd.kinds.dailies.cues import Tongue, cue
from memoryd.patterns import pattern as lazy_pattern

_ADV = r"(?:(?:really|also|just|truly|absolutely|always|generally|usually|definitely|much|still|kind of|actually|finally|now|all|already|then|recently|currently|mostly|both|only) )*"
_THING = r"(?!(?:it|that|this|them|those|these|so|you|me|him|her|us)\b(?: (?:then|now|today|again|please))?\s*(?:[.!,?]|$))(?=\S)"
_CHOOSE = (
    r"(?:use|keep|stick (?:with|to)|switch|drop|adopt|move|stay (?:with|on|at|in)|skip|ship|take|pick|choose|replace|remove|postpone|delay|defer|cancel|leave|revert|roll back|"
    r"rename|split|freeze|set|pin|release|deploy|limit|restrict|cap|store|put|run|host|build|start with|settle (?:on|for)|order|buy|book|paint|rent|hire|base|"
    r"standardi[sz]e|avoid|treat|require|enforce|allow|disable|enable|turn (?:off|on)|wait (?:with|until|for)|hold off|make (?!sure|it\b)|call (?:it|the)|write|go (?:with|for|ahead with|back to)|"
    r"stop|retire|deprecate|scrap|ditch|combine|cut|bump|give up|go|hold|share|migrate|convert|rewrite|outsource|extend|schedule|plan for|push|raise|lower|reduce|increase|archive|delete|sell|invite|"
    r"do (?:\w+ ){1,5}(?:with|via|on|in|at|instead|first|weekly|daily|monthly|per|by|over|every))"
)
_FIRM = (
    r"(?:use|keep|stick (?:with|to)|switch|drop|adopt|move (?:to|from|off|the|our)|stay (?:with|on|at)|skip|ship|pick|replace|postpone|cancel|rent|retire|deprecate|freeze|standardi[sz]e|"
    r"go (?:with|for|ahead with|back to)|hold off|stop|wait (?:with|until)|buy|hire|limit|cap|require|host|scrap|ditch|support|accept|allow|only|no longer|not|give up|settle)"
)
_CHOSEN = r"(?:decided|agreed|chose|chosen|opted|settled on|settled for|voted|picked|went with|gone with|ruled out|approved|rejected|declined|turned down|signed off|vetoed|committed to|abandoned|scrapped|dropped|ditched|postponed|cancell?ed|concluded|resolved to|selected)"
_DO = (
    r"(?:send|call|check|fix|prepare|book|buy|schedule|review|e-?mail|update|finish|follow up|get back|look into|look at why|submit|deploy|test|write|draft|order|pick up|set up|merge|ask|contact|cancel|"
    r"renew|pay|confirm|clean|document|add|remove|rename|bump|migrate|upgrade|downgrade|rotate|investigate|refactor|implement|replace|move|translate|benchmark|profile|rebase|revert|restart|reboot|"
    r"change|adjust|raise|lower|increase|reduce|extend|delete|create|file|open|close|resolve|patch|port|split|convert|enable|disable|configure|install|publish|release|tag|squash|back up|restore|"
    r"register|hand in|return|repair|replace|water|clean up|wash|collect|measure|re-?run|re-?check|verify|validate|archive|invite|organi[sz]e|arrange|reserve|apply|sign|scan|print|figure out why|take care of|make sure|see to|sort out|track down|plan)"
)
_NOT_DUTY = r"(?!(?:say|admit|agree|be\b|know|hear|see\b|tell|think|find|keep|have|get\b|go\b|understand|believe|remember|mention|ask\b|wait|worry|look\b(?! (?:into|at why))|talk|sleep|stop|laugh|run\b|leave|try|learn|eat|chill|do (?:it|this|that)|deal|rest|relax|figure (?:it|this|that)|consider|decide|share|meet|catch)\b)"
_WHEN = r"(?:by|before|until|on|at|next|this|tomorrow|tonight|today|after|first thing)"
_BY = r"(?:(?-i:[A-Z])\w+day|tomorrow|tonight|the|we|next|noon|lunch|end|EOD|\d|(?-i:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*|this|it)\b"
_NAME = r"(?-i:[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)"
_DONE = (
    r"(?:fixed|resolved|solved|deployed|released|shipped|merged|reverted|rolled (?:\w+ ){0,4}back|rolled out|committed|pushed|migrated|upgraded|downgraded|renamed|removed|added|implemented|refactored|moved|"
    r"disabled|enabled|installed|configured|created|replaced|updated|bumped|patched|published|tagged|rotated|restored|switched|converted|extracted|reproduced|bisected|traced|tracked down|identified|"
    r"found|discovered|raised|lowered|increased|reduced|split|dropped|deleted|restarted|rebuilt|rewrote|wrote|set|changed|ported|verified|confirmed|measured|backfilled|squashed|closed|opened|pinned|cut|sped up|archived|cleaned up|repaired|redeployed|provisioned)"
)
_WORK = (
    r"(?:bought|adopted|finished|joined|visited|attended|signed up for|won|passed|launched|painted|completed|moved (?:back )?(?:in)?to|graduated (?:from|with)|ran|climbed|married|founded|published|"
    r"switched to|upgraded to|travell?ed to|flew to|drove to|went to|started|began|quit|left|sold|lost|broke|read|learned|volunteered (?:at|for)|applied (?:to|for)|got|took|built|"
    r"donated|organi[sz]ed|received|accepted|enrolled in|planted|ordered|paid|spent|gave|inherited|registered for|moved from|retired from|studied|grew up in|renovated|rented|hired)"
)
_KIN = (
    r"(?:wife|husband|partner|son|daughter|brother|sister|mother|father|mom|mum|dad|boss|dog|cat|friend|colleague|manager|girlfriend|boyfriend|fianc[eé]e?|uncle|aunt|cousin|nephew|niece|grandmother|grandfather|"
    r"roommate|flatmate|neighbou?r|landlord|supervisor|mentor|teacher|therapist|dentist|doctor)"
)
_OWN = (
    rf"(?:{_KIN}|car|bike|birthday|job|company|team|email|e-mail|phone|address|budget|deadline|hometown|time ?zone|server|laptop|school|university|major|degree|apartment|flat|house|flight|appointment|"
    r"name|commute|salary|rent|mortgage|anniversary|project|username|user ?name|handle|editor|shell|keyboard|home|office|desk|shift|blood type|shoe size|nickname|pronouns|role|title|native language|thesis)"
)

# fmt: off
CUES = (
    # What is marked counts whoever says it.
    cue("decisions", r"(?:final |new |our |the |architecture |team )*(?:decision|decided|verdict|final call|agreed|agreement|resolved|resolution|outcome of the (?:vote|meeting)|consensus|conclusion)(?: (?:for|on|about|from|of|with) [^:]{1,40})?\s*[:–-]\s+\S.*\w+ \w+", 3.0, starts=True, anyone=True),
    cue("action_items", r"(?:todo|to-do|to do|fixme|action items?|action points?|next steps?|next|up next|later|for (?:later|tomorrow|monday)|deferred|parked|backlog|reminder|not (?:yet )?done(?: yet)?|leftovers?|needs? (?:doing|fixing|work)|follow[- ]ups?(?: needed)?|what(?:'s| is) (?:left|missing|still open)|still (?:open|missing|pending|outstanding|to do|left)|remaining|open (?:items?|points?|tasks?|issues?)|left to do|pending|outstanding)(?: (?:for|on|from) [^:]{1,30})?\s*[:–-]\s*\S.*\w", 3.0, starts=True, anyone=True),
    cue("action_items", r"\b(?:haven't|hasn't|have not|has not|isn't|aren't|is not|are not)(?: yet)?(?: been)? (?!(?:decided|tried|received|needed|noticed|used|figured|happened|changed|experienced)\b)(?:\w+ed|done|written|run|built|sent|set up)\b.*\byet\b|\bnot yet (?:been )?(?!(?:decided|sure|ready|started)\b)(?:\w+ed|done|written|built|sent)\b|\b(?:what's|what is|all that's|all that is) (?:still )?(?:left|missing|open)\b", 1.5, anyone=True),
    cue("action_items", r"\bremind me (?:to|about|that|on|when)\b", 2.5, asks=True),
    cue("action_items", r"\b(?:don't|do not|must not|mustn't) (?:let (?:me|us) )?forget (?:to|about|the)\b|\b(?:please )?remember to\b", 2.0, starts=True, asks=True),
    # Decisions.
    cue("decisions", rf"\b(?:we|I|the (?:team|group|board|committee|client|customer)|everyone|everybody|management|legal|finance|they all)(?:'ve| have| has|'d| had)? {_ADV}{_CHOSEN}\b(?! (?:up|off\b(?! on)|by (?:the|a)|it\b|that\b$))(?: (?!$)|[,:] )", 2.5, anyone=True),
    cue("decisions", rf"let's (?:{_ADV}|not )?(?!keep (?:in touch|it up|going|at it|up|moving|trying|fighting|growing|learning|helping|pushing|working|spreading|doing|making)\b|hold on|take (?:a|the|care)\b|go (?:on|to|out|for a|over|there|home|back in|together)\b|set (?:off|out|up a (?:time|call))|make (?:the most|a)\b|share\b|open (?:up|our)|call it a (?:day|night)|start with (?:the|a) (?:basics|quick)|run (?:it|through|the|this|that)\b|write it\b|pick up\b|put (?:it|that) (?:this|another) way|leave it (?:there|at that)|stay in touch|stay (?:positive|strong|focused|motivated)){_CHOOSE} {_THING}|let's not {_CHOOSE}|let us (?:use|go with|keep) ", 2.2, starts=True, anyone=True, firm=True),
    cue("decisions", r"(?!(?:how|what|as|so|where|that|who|why|than|like|which|because|since|here|there|when|if|and)\b)(?:the |a |an )?[\w.+#/-]+(?: (?!(?:how|what|as|that|where)\b)[\w.+#/-]+){0,4} it is(?: then)?(?: for [\w ]+)?\s*[.!,;]?\s*$", 2.4, starts=True),
    cue("decisions", rf"\bwe (?:go|went|stick|are going) (?:with|for) {_THING}(?!(?:the flow|you|me|my|a (?:walk|run|swim|hike|drive|ride|jog))\b)\w", 2.2, anyone=True),
    cue("decisions", rf"(?:we(?:'ll| will| can)? |I(?:'ll| will)? |we(?:'re| are) |I(?:'m| am) |let's |just |please |yes |ok )*(?:go|going|went|sticking|stick) (?:ahead )?(?:with|for) {_THING}(?!(?:the flow|you|me|my (?:friends?|family|kids)|a (?:walk|run|swim|hike|drive|ride|jog))\b)\w", 2.2, starts=True, anyone=True),
    cue("decisions", rf"\bwe(?:'ll| will|(?:'re| are) (?:now )?(?:going|about) to) {_ADV}(?!keep (?:going|at|moving|trying|fighting|growing|learning|helping|pushing|working)\b){_FIRM}\b {_THING}", 2.0, anyone=True),
    cue("decisions", r"\bwe (?:take|keep|pick|choose) (?:the|(?-i:[A-Z0-9])\S*)\b|\bI(?:'ll| will|(?:'m| am) (?:now )?going to) (?:use|take|keep|go with|stick (?:with|to)|switch to|adopt|drop|move to|stay with|skip|buy|rent)\b.*\b(?:instead|rather than|over|from now on|for (?:the|all|this))\b|\bI(?:'ll| will) (?:switch to|adopt|stick (?:with|to)|stay with|keep using)\b", 1.9),
    cue("decisions", r"\b(?:we|I)(?:'re| are|'m| am) (?:now |also )?(?:going (?:with|ahead with|for)|switching (?:to|from|over)|migrating (?:to|from|off)|moving (?:to|from|off|away)|dropping|ditching|scrapping|retiring|replacing|sticking (?:with|to)|keeping|skipping|postponing|cancell?ing|adopting|deprecating|standardi[sz]ing|renting|choosing|giving up on|using .* (?:instead|from now on|rather than))\b", 2.0, anyone=True),
    cue("decisions", r"\b(?:has been|have been|was|were|is|are|got|gets) (?:now |finally |hereby )?(?:approved|rejected|signed off|ruled out|cancell?ed|postponed|scrapped|abandoned|selected|chosen|picked|voted down|decided|declined|vetoed|called off|put on hold|shelved|settled)\b", 1.6),
    cue("decisions", r"\b(?:is|are|was|were) (?:off the table|a no-go|not an option(?: any ?more)?|out of scope|the way to go|our choice|the winner|the choice|final)\b|\bwe have a (?:winner|decision)\b|\bwon the vote\b|\b(?:I|we)(?:'ve| have) made (?:up )?(?:my|our) (?:mind|choice|pick)\b|\bmade the (?:call|decision) to\b", 1.9),
    cue("decisions", r"\b(?:the|our|my) (?:final |new )?(?:decision|plan|choice|call|agreement|pick|verdict) (?:is|was|stands|:)(?! (?:not|up to|still|yours|unclear))\b", 1.8),
    cue("decisions", r"\b(?:is|are|will be) (?:dropped|removed|retired|deprecated|replaced (?:by|with)|moved to|migrated to|frozen|switched (?:to|off)|discontinued)\b.*\b(?:from|as of|starting|on|in|by|next|after)\b|\bno longer (?:support|use|ship|need|accept|allow|build)\b|\bwe (?:don't|do not|stopped|stop) (?:use|using|support|supporting|ship) \w.*\b(?:any ?more|here|in this)\b", 1.6),
    cue("decisions", r"(?:\S+ ){1,5}(?:instead of|rather than) (?:\S+ ?){1,4}(?:then|now)?[.!]?$|[\w.+-]+ (?:stays|remains|wins)[.!]?$", 1.6, starts=True),
    cue("decisions", r"\bwe (?:won't|will not|(?:are|'re) not going to) \w+ .*\b(?:until|before|unless|without|this|for now|any ?more)\b|\bwe(?:'ve| have)? ruled \w+ out\b", 1.7),
    cue("decisions", r"(?:take|use|pick|choose|keep|do) (?:the )?(?:\w+ )?(?:option|variant|approach|version|proposal|one|first|second|third|latter|former)\b", 1.8, starts=True),
    cue("decisions", r"\bwe(?:'ll| will) (?:\w+ ){1,8}(?:on (?:the \d|\d|(?-i:[A-Z])\w+day)|at \d|in (?:January|February|March|April|May|June|July|August|September|October|November|December|Q\d|\d{4})|instead|every \w+)\b", 1.6),
    # Rules and preferences.
    cue("preferences", r"\bmy (?:all-time |personal |absolute |two |three )*favou?rite (?P<attribute>[\w' -]{2,30}?) (?:is|are|was|were|has to be|would be|remains) (?P<object>.+)", 2.5, predicate="favorite_{}"),
    cue("preferences", r"(?:please,? |you should |you must |make sure to )?(?:always|never|under no circumstances) (?!there\b|here\b|happy\b|glad\b|ready\b|with\b|so\b|willing\b|wanted\b|too late\b|give\b|let\b|mind\b|again\b|been\b|had\b|seen\b|heard\b|thought\b|happened\b|works?\b|knew\b|fun\b|the\b|a\b|in\b|on my\b|good\b|nice\b|great\b|been\b|easy\b|too\b|have i\b|stop (?:learning|dreaming|exploring)\b|give up\b|forget\b|say never\b|ending\b)\w+ \S+", 2.5, starts=True, firm=True),
    cue("preferences", r"(?<!priority )\bfrom now on\b|\bgoing forward\b|\bfrom here on\b|\bas of (?:now|today),? (?:we|please|always|never|no|all|only|every)\b|\bin (?:the )?future,? (?:please|always|never|use|do|don't|only)\b|\bas a (?:general )?rule\b|\b(?:house |ground |golden |hard )?rule(?: of thumb)? ?(?:is|:)\s", 2.2, firm=True),
    cue("preferences", r"(?:please )?(?:only|exclusively|strictly) (?!because\b|if i\b|when i\b|one\b|two\b|\d|then\b|problem\b|thing\b|issue\b|question\b|the\b|a\b|after\b|now\b|recently\b|to\b)\w+ \S+|(?:please )?only (?:ever )?(?:use|run|deploy|push|touch|edit|commit|merge|restart|answer|write|call|change|install|test|release|talk|ping|create|read|add|log|in|on|from|with|after|during|via|between)\b", 2.0, starts=True),
    cue("preferences", r"(?:please )?(?:don't|do not|dont) (?:ever |you ever |just |blindly )?(?!let anything|hold back|worry|bother|mind|be\b|get me|hesitate|know|think|see\b|understand|have\b|want|need|feel|like|give up|miss|tell me|forget|panic|even|really|let it|let that|stress|stop|sweat|quote me|sell|believe|lose|underestimate|remember|care)\w+ \S+", 1.9, starts=True),
    cue("preferences", r"(?:please )?no (?!problem|idea|worries|way\b|one\b|thanks|thank|rush|need|errors?|matter|doubt|clue|luck|wonder|offen[cs]e|comment|questions?|such|longer|more than|news|changes?|issues?|differen|response|answer|output|signs?|kidding|pressure|big deal|pain|joke|hurry|reason|harm|chance|point|sweat|biggie|shame|time\b|results?|regrets|trace|success|surprise|the\b|it\b|i\b|that|this|you|we\b|not\b|but\b|he\b|she\b|they\b|use\b|go\b|wait\b|please\b|let\b|problem|warnings?|failures?|match(?:es)?|such|longer|less|fewer|two\b)[\w./'-]+(?: [\w./'-]+){0,5}?(?:,? please\b|\s*[,:;.!]|\s+(?:in|for|on|until|before|after|without|unless|and|any ?more|during|here|outside|at|over|from|with)\b|$)", 1.9, starts=True),
    cue("preferences", r"\b(?:must|may|should|can|shall|is to|are to|needs? to|has to|have to|is|are|will) (?:never|only ever|always|not ever|under no circumstances)\b(?! (?:be (?:sure|fun|nice|good|easy)|been|had|forget|remember|love|be (?:there|grateful|my)|know))\b|\b(?:must|may|shall) (?:not|only)\b|\b(?:is|are) (?:strictly |absolutely )?(?:forbidden|not allowed|prohibited|off[- ]limits|mandatory|required|read-only|taboo)\b|\b(?:is|are) never to\b|\bunder no circumstances\b|\bat all (?:times|costs)\b", 1.9, firm=True),
    cue("preferences", r"\bwe (?:always|never|only|strictly|exclusively|consistently) (?!(?:had|have|been|got|get|said|knew|know|thought|seem|seemed|did|do that|found|wanted|met|meet|went|go|talk|see|saw|end|stop|forget|laugh)\b)\w+", 1.9),
    cue("preferences", r"\bI(?:'d| would) (?:much |really |strongly |always )?(?:prefer(?! not\b)(?: to (?:have|use|get|see|drink|eat|keep|take))?|rather (?:have|use|get|see|drink|eat|keep|take)) (?P<object>.+)", 2.2, predicate="prefers", firm=True),
    cue("preferences", r"\bI(?:'d| would) (?:much |really )?(?:rather|prefer|like (?:you to|all|every|it if|the answers?|my|to keep (?:all|my|every|the)))\b", 2.0, firm=True),
    cue("preferences", rf"\bI {_ADV}(?P<verb>prefer|adore|favou?r|avoid|insist on|want(?= (?:you|all|every|each|my|the|no|your|only)\b)|expect(?= (?:you|all|every|each|my|no|your)\b))(?! (?:it|that|this|some|you to know|something|anything|to (?:talk|learn|understand|say))\b) (?P<object>.+)", 1.9, firm=True, predicate="{}s"),
    cue("preferences", rf"\bI {_ADV}(?P<verb>like|love|enjoy|hate|dislike|loathe|detest)(?! (?:it(?! when)|that|this|these|those|how|what|your|you|hearing|seeing|the (?:idea|sound|look|way|thought)|to (?:hear|see|say|know|think)|being (?:here|able)|them|him|her|chatting|talking)\b) (?P<object>.+)", 1.6, firm=True, predicate="{}s"),
    cue("preferences", r"\bI (?:can't stand|cannot stand|can't bear|can't live without) (?P<object>.+)", 2.0, predicate="cannot_stand"),
    cue("preferences", rf"\bI (?:don't|do not|never|won't|didn't) {_ADV}(?:really |particularly |ever )*(?P<verb>like|enjoy|want|care for|eat|drink|use|work|answer|take|touch|read|buy|wear|do|watch|fly|drive)(?! (?:it|that|this|to (?:say|be|bother|miss|get|make|have|know|go)|any|much|how|what|you|for (?:a|the))\b) (?P<object>.+)", 1.6, predicate="does_not_{}"),
    cue("preferences", r"\bI(?:'m| am) (?:a |really |such a )*(?:big |huge |great )*(?:fan of|fond of|keen on|partial to) (?P<object>.+)", 1.8, predicate="likes"),
    cue("preferences", r"\bI(?:'m| am) not (?:a )?(?:big |huge )?(?:fan of|fond of|into|keen on|comfortable with) (?P<object>.+)", 1.8, predicate="dislikes"),
    cue("preferences", r"\b(?:drives? me (?:nuts|crazy|mad)|annoys me|bugs me|bothers me|gets on my nerves)\b|\b[\w-]+ (?:over|before) [\w-]+,? (?:every time|always|any day|please|for me)\b|(?:ask|tell|warn|check with|talk to|consult) (?:me|us) (?:first |before )|\S+ \S+.*, please[.!]?$|\b(?:is|are|gets?|may be|goes|go) (?:\w+ )?(?:\w+ed|in|out|live|merged) .*\bonly[.!]?$|\bnothing (?:gets|is|may be|goes) \w+ (?:\w+ )*(?:while|until|unless|without|before)\b", 1.7),
    cue("preferences", r"\bworks? best for me\b|\bthe way I like (?:it|my|them)\b|\bmy preference\b|\bit(?:'s| is) important (?:to me )?that (?:you|we|all|every)\b|\bI (?:always|only|never) (?!(?:wanted|love|miss|try|could|can|used|need|took|gave|enjoy|want|imagined|realised|said|knew|thought|forget|forgot|wonder|wondered|seen|heard|had|been|did|meant|felt|wanted|loved|believed|expected|realized|found|get|got|feel|have|know|think|say|see|hear|end up|mean|try to)\b)\w+ \w+", 1.6),
    cue("preferences", r"^(?!.*\b(?:once|people|was|were|had|did|has been|have been|yesterday|would|'d|I|it(?:'s)?|feel|feels|seen|heard|there|loved?|so much)\b)(?!(?:it|that|this|he|she|they|you|what|how|why|so|because|these|those|some|life|people|nature|there|i|which|as|if you|here)\b)(?:\S+ ){1,10}?(?:never|always|every time|(?:before|after|on|with|for) (?:each|every)|only (?:in|on|with|via|after|by|from|when|during|through|at|if|for|as)|not (?:without|before|until|directly)) (?!(?:stop|better|worse|fun|day|other|year|one|single|happy|there|easy|a good|good|great|been|had|has)\b)\S+", 1.3),
    cue("preferences", r"(?:please )?(?:use|keep|avoid|prefer|stick to|answer|reply|respond|write|format|address me|stay away from|leave|make|put|limit|be) (?!(?:it|that|this|going|up|in mind|me posted|careful|able|back|well|good|nice|happy|ready|safe|sure)\b)(?:\S+ ){1,12}(?:instead|rather than|not|only|always|unless|whenever|every time|alone|by default|short|brief|concise|simple|under|below|at most|within|in (?:british|american|english|german|french|plain|present|past|lower|upper|snake|camel|markdown|bullet|metric|euros?|utc|iso)|in (?:the )?(?:imperative|active)|per|for (?:all|every|any|each)|when(?:ever)? (?:you|we|i))\b|(?:please )?(?:answer|reply|respond|write|speak|talk)(?: (?:to me|me|back|everything|always))? (?:in|briefly|shortly|with|without|like|as)\b|(?:please )?(?:keep|make) (?:it|your|the|all|answers|replies|commits|code|things|functions) .*\b(?:short|brief|concise|simple|small|terse|clean|formal|informal|minimal)\b|(?:please )?avoid \w+ing\b|(?:please )?(?:avoid|stick to) \S+", 1.7, starts=True),
    # Tasks.
    cue("action_items", rf"\b(?:I|we|someone|somebody|one of us|(?:the|our) (?:team|ops|\w+ team))(?:'ll| will| still| also| really| just| now|'ve)* (?:(?:need|needs|have|has|ought|got|(?:are|is) (?:supposed|obliged|due))(?: still| also)? to|must|gotta) (?:still |also |first |then |quickly )*{_NOT_DUTY}\w+ \w+", 1.5, anyone=True),
    cue("action_items", rf"\byou(?:'ll| will| still| also| just)* (?:need to|have to|must|should) {_DO}\b \S", 1.5),
    cue("action_items", rf"\b(?:I|we) (?:still )?need (?:the|a|an|our|your|\w+) [^,;]{{2,60}} (?:by|before|until) {_BY}", 1.6),
    cue("action_items", rf"\b(?:we|I|you|someone|somebody|{_NAME}|\S+) should (?:also |really |definitely |still )*{_DO}\b.*\b(?:by|before|until) {_BY}|\b(?:should|needs to|has to|must) (?:be|get) \w+ed (?:\w+ ){{0,4}}(?:by|before|until) {_BY}", 1.6, firm=True),
    cue("action_items", rf"\b(?:would|'d) be (?:great|good|nice|helpful|cool|awesome|useful|lovely) if (?:you|someone|somebody|we|{_NAME}) (?:(?:could|would|can) )?(?:{_DO}|\w+ed)\b \S", 1.6, asks=True, firm=True),
    cue("action_items", rf"(?:@?{_NAME}|@\w+) to {_DO}\b \S", 1.8, starts=True, anyone=True),
    cue("action_items", r"\bthere(?:'s| is| are) still (?:\S+ ){1,10}(?:to (?:do|fix|write|review|migrate|clean|test|check|finish|sort out)|missing|open|left|pending)\b|\b(?:any|who) volunteers? (?:for|to)\b|\b(?:blocked|waiting|held up) (?:on|by|for) (?:the|a|an|my|our|(?-i:[A-Z]))", 1.5, asks=True, anyone=True),
    cue("action_items", rf"I(?:'ll| will| am going to|'m going to) {_DO}\b (?!(?:it|that|this|them)\s*(?:[.!,]|$))(?=\S+ \S)", 1.2, starts=True),
    cue("action_items", rf"\b{_NAME} (?:still |also )?(?:needs to|has to|must|should|ought to) (?!(?:be|have|know)\b)\w+ \w+", 1.6, anyone=True),
    cue("action_items", rf"(?:and |so )?{_NAME}(?:'ll| will| is going to| takes care of| takes| handles| is \w+ing| does| is supposed to) (?!be\b|have\b|love\b|like\b|not\b|never\b|always\b).*\b(?:by|before|until|tomorrow|tonight|next (?:week|month|\w+day)|on (?-i:[A-Z])\w+day|this (?:week|afternoon|evening)|(?-i:EOD|EOW)|over the weekend|by the end)\b", 1.7, starts=True, anyone=True),
    cue("action_items", rf"\b(?:is|are|was|were|got) (?:now )?assigned to\b|\b(?:is|are) on {_NAME}(?:'s plate)?\b|\bis (?:waiting for|blocked (?:on|by))\b|\bdeadline (?:is|for)\b|\b(?:is|are) (?:still )?due (?:on|by|in|at|tomorrow|today|next|this|\w+day)\b", 1.6, anyone=True),
    cue("action_items", r"\b(?:still|also|yet) (?:needs?|has|have|had|must)(?: to be| to)? (?!no\b|fun\b|the same\b|been\b|feel\b|it\b|time\b|hope\b)\w+|\b(?:needs?|has|have|must|ought|remains?) to be (?!(?:honest|fair|said|able|seen|careful|sure|true|there|here|a\b|so\b|in\b|like\b|the\b|clear)\b)\w+|\b(?:is|are) (?:still |yet )(?:to be|missing|open|pending|outstanding|undone|unfinished|not (?:done|written|reviewed|merged|deployed|translated|documented|tested|migrated))\b|\bwe(?:'re| are) (?:still )?missing\b|\b(?:is|are) (?:pending|outstanding)\b|\b(?:still )?lacks\b|\bneeds? (?:fixing|updating|review|testing|cleaning|attention|an? \w+)\b", 1.5, anyone=True),
    cue("action_items", rf"(?:(?:can|could|would|will) (?:you|someone|somebody|anyone|one of you|we)(?: please| also| maybe| then| quickly| take a look and)*|(?:would|do) you mind|mind|any chance (?:you|we) (?:can|could)|who (?:can|could|will|wants to|is going to|takes care of|takes)|when (?:can|could|will) (?:you|we|someone)) (?!write (?:a|an|me|some)\b|create (?:a|an) (?:list|story|poem|song|table)\b|check (?:that|it|this)\b){_DO}(?:ing)?\b (?!(?:it|that|this|them)\s*(?:[?.!,]|$))\S", 1.7, starts=True, asks=True, firm=True),
    cue("action_items", r"(?:can|could|would|will) (?:you|someone|somebody) (?:please )?.*\b(?:by|before|until) (?:\w+day|tomorrow|tonight|the end|next|noon|\d|the (?:release|deadline|demo|meeting|launch))", 1.8, starts=True, asks=True, firm=True),
    cue("action_items", rf"(?:please|pls|plz),? (?:also |quickly |do )?(?!write (?:a|an|me|some)\b|create (?:a|an) (?:list|story|poem|song|table)\b){_DO}\b (?!(?:it|that|this|them)\s*(?:[?.!,]|$))\S", 1.6, starts=True),
    cue("action_items", rf"{_DO} .*\b(?:by|before|until) (?:\w+day|tomorrow|tonight|the end|next|noon|\d)", 1.8, starts=True),
    cue("action_items", rf"(?:please )?(?!write (?:a|an|me|some)\b|create (?:a|an) (?:list|story|poem|song|table)\b|make sure|check\b|ask\b|open\b|set\b|plan\b|call me\b|test\b|call\b){_DO} (?:the|our|my|all|that|this|a|an) \S.*", 1.2, starts=True),
    cue("action_items", r"\bI(?:'ve| have)? (?:promised|committed|planned|agreed) to\b|\bI(?:'m| am) planning (?:to|on)\b|\bI(?:'ve| have) an appointment\b", 1.6),
    cue("action_items", rf"\b(?:I|we)(?:'ll| will| am going to|'m going to|'re going to| should) {_DO}\b .*\b{_WHEN}\b", 1.5),
)

OUTCOME = lazy_pattern(
    rf"(?:all )?\d+ (?:\w+ )?(?:tests?|checks?|specs?|jobs?) (?:pass|fail|are green|succeed)|(?:ok |okay |so |and |just |already |finally |also |now )*(?:I|we|I've|we've|I have|we have|{_NAME}|he|she|they)? ?(?:have |has |'ve )?{_ADV}{_DONE}\b(?! (?:it|that|this|them|myself|out)\b\s*(?:[.!,]|$))"
    r"|(?:the |our |real |actual |likely |underlying |main )*(?:root cause|culprit|cause|reason|problem|bug|issue|leak|failure|regression|crash|deadlock|bottleneck|missing piece|trick|fix|solution|workaround|error|outage|slowdown|race(?: condition)?|mistake|difference|key|answer)"
    r"(?: (?:of|for|behind|with|in) [^,;:]{2,60}?)? (?:is|was|were|are|came from|comes from|lay in|lies in|turned out|happened|happens|occurred|occurs|goes away|disappeared|got|has been)\b"
    r"|what (?:fixed|helped|worked|caused|broke|solved|did|triggered|made|went wrong)\b|(?:it |this |that |everything )?turns? out\b|turned out|(?:\S+ ){1,10}(?:was|were|is|are|got|has been|have been|had been) (?:caused|triggered|due to|introduced|broken by|fixed|resolved|solved|deployed|released|committed|merged|reverted|rolled back|migrated|upgraded|renamed|shipped|published|tagged|landed|live|patched|pushed|restored|raised|lowered|increased|reduced|exhausted|out of)\b"
    r"|(?:\S+ ){1,12}(?:failed|crashed|broke|hung|timed out|leaked|deadlocked|regressed|stopped working|was slow|were slow|errored)\b.*\b(?:because|since|due to|after|when|as)\b"
    r"|(?:\S+ ){1,8}(?:works|passes|pass|builds|compiles|runs) (?:now|again|since|after|with|fine (?:now|again|with))\b|(?:(?:root cause|cause|fix|solution|workaround)(?: (?:of|for|behind) [^:;,?]{2,40}?)?|resolution|fixed|resolved|solved|outcome|result|finding|deployed|released|merged|committed|done|lesson(?: learned)?|diagnosis|conclusion)\s*[:–]\s+\S",
    re.IGNORECASE,
)
OUTCOME_HEAD = lazy_pattern(r"(?:i |we )?(?:'ve |have )?(?:found|got|identified|here's|that's|and)? ?(?:the |our )?(?:root cause|cause|culprit|bug|problem|issue|fix|reason)(?: (?:found|identified|is (?:clear|found)|was found|located))?\s*[.!:]+$", re.IGNORECASE)

_LIVES = r"(?:currently |now |still |also |both |all )*"
PERSONAL = (
    cue("facts", r"\bmy (?:full |last |first |real |nick)?name(?:'s| is) (?P<object>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)*)", 3.0, predicate="name"),
    cue("facts", r"(?:please |you can |just )?call me (?P<object>(?-i:[A-Z])[\w'-]+)", 3.0, starts=True, predicate="is_called"),
    cue("facts", r"(?:I'm|I am|this is) (?P<object>(?-i:[A-Z][\w'-]+(?: [A-Z][\w'-]+)?))(?:,? (?:from|and|by the way|here)\b.*|\s*[.!,]?$)(?<!\bI)", 1.5, starts=True, predicate="name"),
    cue("facts", rf"\bI {_LIVES}live (?P<verb>in|at|near|with|on) (?P<object>.+)", 2.5, predicate="lives_{}"),
    cue("facts", r"\bI(?:'ve| have)? (?:just |recently )?moved (?:back )?(?:in)?to (?P<object>.+)", 2.0, predicate="moved_to"),
    cue("facts", r"\bI(?:'m| am| come) (?:originally )?from (?P<object>.+)", 2.0, predicate="is_from"),
    cue("facts", rf"\bI {_LIVES}work (?P<verb>at|for|as|in|with|on|from) (?P<object>.+)", 2.2, predicate="works_{}"),
    cue("facts", rf"\b(?:my|our) (?P<attribute>(?:[\w-]+ )?{_KIN}),? (?P<object>(?-i:[A-Z][\w'-]+)),? (?:is|was|works?|has|lives?|likes?|loves?|and)\b", 2.0, predicate="{}"),
    cue("facts", r"\bI(?:'m| am) (?:severely |highly |also )?allergic to (?P<object>.+)", 3.0, predicate="allergic_to"),
    cue("facts", r"\bI was born (?P<verb>in|on) (?P<object>.+)", 2.5, predicate="born_{}"),
    cue("facts", r"\bI(?:'m| am) (?P<object>married|engaged|divorced|single|vegan|vegetarian|retired|pregnant|left-handed|diabetic|colou?r-?blind|deaf|dyslexic|lactose.intolerant|\d{1,2} years old|a (?:vegan|vegetarian|night owl|morning person)|(?:married|engaged) to .+)", 2.2, predicate="is"),
    cue("facts", r"\bI(?:'m| am) (?:an?|the) (?P<object>(?:[\w-]+ ){0,3}(?:engineer|developer|teacher|nurse|doctor|student|manager|designer|writer|artist|scientist|analyst|lawyer|chef|consultant|researcher|photographer|musician|counsell?or|owner|founder|director|parent|mother|father|mom|dad|veteran|beginner|programmer|architect|accountant|runner|volunteer|freelancer|professor|librarian|therapist|marketer|admin|administrator|biologist|chemist|physicist|postdoc|sysadmin|maintainer|electrician|carpenter|gardener|journalist|lead|intern|vet|dentist|pharmacist|technician|operator)\b.*)", 2.2, predicate="is_a"),
    cue("facts", r"\bI(?:'m| am) (?:currently |now |still )?(?P<verb>studying|learning|training for|saving for|preparing for|allergic to|based in|responsible for|in charge of) (?P<object>.+)", 1.6, predicate="is_{}"),
    cue("facts", r"\bI {_ADV}(?P<verb>study|studied|speak|play|own|drive|manage|teach|coach|volunteer (?:at|for)|lead|maintain|collect|commute|suffer from|wear) (?P<object>.+)".replace("{_ADV}", _ADV), 1.6, predicate="{}s"),
    cue("facts", r"\bI(?:'ve| have) (?:been )?(?P<verb>working|living|playing|using|practi[cs]ing|studying|collecting|teaching|running|writing|painting|married|pre-approved)\b (?P<object>.+)", 1.5, predicate="has_been_{}"),
    cue("facts", r"\b(?:I|we) (?:have|'ve got|have got|own) (?P<object>(?:an?|one|two|three|four|five|six|\d+|my own) (?!lot|bit|few|couple|question|feeling|idea|chance|great|good|hard|problem|look|point|hunch|suggestion|issue|plan|meeting|call|nice|fun|blast|new (?:problem|question|idea)|winner|decision|quick|similar|favou?r|request|theory|long way|tough|really)[\w' -]+.*)", 1.4, predicate="has"),
    cue("facts", rf"\bmy (?P<attribute>(?:[\w-]+ )?{_OWN})(?:'s name)?(?:'s| is| was| are) (?:named |called )?(?!\w+ing\b)(?!(?:\w+ly )?(?:so|really|very|pretty|always|just|doing|being|going|too|great|good|not|also|still|fine|broken|down|ok)\b)(?P<object>.+)", 2.0, predicate="{}"),
    cue("facts", rf"\bI(?:'ve| have|'d| had)? (?:just |recently |finally |also |already |even |once |actually )*(?P<verb>{_WORK}) (?!(?:to|from|made|how|why|what|where|this|it|me|us|him|her|them|that|you|a (?:lot|bit|while|break|look|few|chance|feeling|kick|sense)|some|so|really|over|up|out|back|away|through|used|time|better|home|the (?:chance|idea|point|feeling|error|same|following|message)|going|an? (?:error|message|question|problem|timeout|exception|warning)|error|\w+ing)\b)(?P<object>.+)", 1.2, predicate="{}"),
)

TELLING = lazy_pattern(
    r"\b(?:runs? (?:on|at|in|under|as|every)|listens? on|lives? (?:in|at|under|on)|uses?|owns?|requires?|needs (?:the|a|at least)|supports?|expires? (?:on|in|at)?|costs?|contains?|depends? on|is (?:written|located|stored|hosted|deployed|based|kept|called|named|owned|managed|maintained|mounted|scheduled|set|pinned|due|licensed|configured|built|served|signed|protected|limited|capped|encrypted|responsible|in charge|colou?r|connected|generated|made|allergic|backed)\b|"
    r"are (?:written|located|stored|hosted|deployed|based|kept|called|named|owned|managed|maintained|mounted|scheduled|set|pinned|rotated|generated|backed|limited|encrypted)\b|belongs? to|consists? of|starts? (?:on|at|in)|ends? (?:on|at|in)|opens? at|closes? at|only (?:takes?|works?|supports?|accepts?|runs?|allows?)|maps? to|points? to|"
    r"takes (?:about|around|roughly|up to|only|\w+ (?:minutes|hours|seconds|days))|stands for|reports to|works? (?:at|for|as|in)|moved to|switched|changed (?:from|to)|replaced|migrated|pays?|(?:is|are) (?:in|at|on|behind|under|above|below|next to|between|near|inside|outside|from)\b|has (?:no|only|a|an|two|three|four|five|\d)|have (?:no|only|a|two|three|\d)|speaks?|studies|plays?|drives?|includes?|holds?|stores?|scrapes?|exposes?|serves?|returns?|expects?|ships? with|comes with|handles?|approves?|hangs?|sits?)\b",
    re.IGNORECASE,
)
KIN = lazy_pattern(rf"(?:my|our) (?:\w+ )?{_KIN}\b", re.IGNORECASE)
VAGUE = lazy_pattern(
    r"(?:it|that|this|these|those|they|he|she|there|what|which|who|whom|you|your\b.*|here|everything|something|nothing|anything|one|all|some|most|many|both|how|why|when|where|sounds|looks|and|but|if|not|no|none|nobody|everyone|everybody|someone|"
    r"people|things?|life|the (?:thing|point|idea|question|same|other|first|second|last|next|following|only thing|result|output|rest|answer|best|worst|fact|truth|world|whole thing|former|latter|user|above|below)|that's|it's|let|let's|please|so|as|in|for|at|on|to|with|by|or|because|although|while|since|unless|until|"
    r"(?:so|very|really|pretty|quite|too|a (?:bit|lot|little)|just)? ?(?:good|great|fine|nice|awesome|amazing|cool|sure|ok|okay|happy|glad|sorry|excited|busy|tired|ready|done|here|there|back|home|lot|lots|bit|little|time|way|chance|question|feeling|fun|true|right|wrong|hard|easy|important|wonderful|better|worse|well|much|together|a lot|them)(?: (?:of|about|to|for|at|on|in|with|day|time|one|idea|now|already|again))?)",
    re.IGNORECASE,
)
TALK = lazy_pattern(r"\b(?:you|your|yours|yourself|amazing|awesome|great|incredible|inspiring|beautiful|wonderful|fantastic|lovely|cool|fun|special|really|so (?:much|many|\w+)|super|such an?|truly|love|lots?|feels?|felt|nice|usually|generally|typically|somehow|kind of)\b|!\s*$", re.IGNORECASE)
UNREAL = lazy_pattern(r"\b(?:would|I'd|we'd|gonna|hope|hopefully|dream of|can't wait|can imagine|looking forward)\b", re.IGNORECASE)
FLEETING = lazy_pattern(
    r"\b(?:was|were|been) (?:just )?(?:thinking|wondering|hoping|trying|looking|planning|considering|about to)\b|\b(?:I|we)(?:'m| am|'re| are) (?:so|really|very|pretty|super|just|glad|happy|excited|sure|gonna)\b|\b(?:I|we)(?:'m| am|'re| are) (?:\w+ )?(?!going|switching|moving|dropping|studying|learning|based|allergic)\w+ing\b|\blet me\b|\bI(?:'ll| will) (?:now|just|quickly|first|then|start|take|have|look|check|try|run|see|get|be|do|go)\b|\b(?:right now|at the moment|currently (?:running|looking|checking)|just a (?:sec|moment)|one moment|hold on|working on it)\b|\bhere(?:'s| is| are)\b|\bas you can see\b",
    re.IGNORECASE,
)
NEGATED = lazy_pattern(
    r"\b(?:haven't|hasn't|have not|has not|didn't|did not|not yet|hadn't|never|nothing (?:is |was |has been )?|isn't|not been|no one|nobody) ?(?:\w+ )?(?:decided|agreed|settled|chosen|chose|approved|rejected|picked|yet)\b|\bnot (?:decided|settled|approved)\b|\b(?:to|before|until|when|once|if|whether) (?:we|I|they|you|it is|it's|be)?\s?(?:have |has |can )?(?:decided?|agreed?|chosen?|approved)\b",
    re.IGNORECASE,
)

ENGLISH = Tongue(CUES, OUTCOME, OUTCOME_HEAD, PERSONAL, TELLING, KIN, VAGUE, TALK, UNREAL, FLEETING, NEGATED)
