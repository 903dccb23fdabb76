# ruff: noqa: E501 - patterns read better unbroken
"""How secrets look: known formats, the names that people give them, and what stands between name and value (rule 22)."""

from __future__ import annotations

from typing import Literal

SecretKind = Literal["private_key", "api_key", "token", "password"]
SECRET_KINDS: tuple[SecretKind, ...] = ("private_key", "api_key", "token", "password")

FORMATS: dict[SecretKind, tuple[str, ...]] = {
    "private_key": (
        # A block that was cut off has no END: then the lines that look like key material go.
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-[^-])*?-----END [A-Z0-9 ]{0,40}-----"
        r"|(?:[\s\\rn]{0,8}[A-Za-z0-9+/=]{16,})*)",
        r"AGE-SECRET-KEY-1[0-9A-Z]{58}",
        r"PuTTY-User-Key-File-[23]:(?:.*\n)+?Private-MAC: [0-9a-f]+",
    ),
    "api_key": (
        r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}",
        r"sk-ant-[A-Za-z0-9_-]{16,}",
        r"sk-(?:proj|svcacct|admin|or|lf|[a-z]{2,6})-[A-Za-z0-9_-]*[0-9][A-Za-z0-9_-]{16,}",
        r"sk-[A-Za-z0-9]{32,}",
        r"AIza[0-9A-Za-z_-]{35}",
        r"[rsp]k_(?:live|test)_[0-9A-Za-z]{16,}",
        r"(?:gsk_|xai-|pplx-|r8_|tvly-(?:dev-|prod-)?|fw_|nvapi-)[A-Za-z0-9]{24,}",
        r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}",
        r"key-[0-9a-f]{32}",
        r"[0-9a-f]{32}-us[0-9]{1,2}",
        r"SK[0-9a-f]{32}",
        r"lin_api_[A-Za-z0-9]{32,}",
        r"(?:NRAK|PMAK)-[A-Za-z0-9-]{24,}",
        r"GOCSPX-[A-Za-z0-9_-]{20,}",
        r"HRKU-[A-Za-z0-9_-]{36,}",
        r"rubygems_[0-9a-f]{48}",
        r"EAACEdEose0cBA[A-Za-z0-9]{8,}",
    ),
    "token": (
        r"gh[pousr]_[A-Za-z0-9]{30,255}",
        r"github_pat_[A-Za-z0-9_]{22,255}",
        r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent)-[A-Za-z0-9_-]{20,}(?:\.[0-9a-z.]+)?",
        r"xox[abeprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}",
        r"xapp-[0-9]-[A-Za-z0-9-]{10,}",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{24,}",
        r"discord(?:app)?\.com/api/webhooks/[0-9]{5,}/[A-Za-z0-9_-]{40,}",
        r"npm_[A-Za-z0-9]{36}",
        r"pypi-[A-Za-z0-9_-]{32,}",
        r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*",
        r"[0-9]{8,10}:AA[A-Za-z0-9_-]{33}",
        r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
        r"hf_[A-Za-z0-9]{30,}",
        r"whsec_[A-Za-z0-9+/=]{24,}",
        r"do[opr]_v1_[0-9a-f]{64}",
        r"ya29\.[A-Za-z0-9_-]{20,}",
        r"dckr_[po]at_[A-Za-z0-9_-]{20,}",
        r"ATATT3xFfGF0[A-Za-z0-9_=-]{20,}",
        r"sntry[su]_[A-Za-z0-9+/=_-]{20,}",
        r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{16,}",
        r"pul-[0-9a-f]{40}",
        r"sq0(?:atp|csp)-[A-Za-z0-9_-]{20,}",
        r"GR1348941[A-Za-z0-9_-]{20,}",
        r"CFPAT-[A-Za-z0-9_-]{40,}",
        r"ops_eyJ[A-Za-z0-9+/=_-]{40,}",
        r"lin_oauth_[A-Za-z0-9]{32,}",
        r"shippo_(?:live|test)_[0-9a-f]{40}",
        r"tskey-(?:auth|api|client|webhook)-[A-Za-z0-9-]{16,}",
        r"sgp_[A-Za-z0-9_]{40,}",
        r"nfp_[A-Za-z0-9]{36,}",
        r"dapi[0-9a-f]{32}",
        r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
        r"sbp_[0-9a-f]{40}",
        r"glsa_[A-Za-z0-9_]{32,}",
        r"hv[sbr]\.[A-Za-z0-9_-]{24,}",
        r"ntn_[A-Za-z0-9]{40,}",
        r"figd_[A-Za-z0-9_-]{32,}",
        r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}",
        r"(?i:bearer|basic)[ \t]+(?P<credentials>[A-Za-z0-9._~+/-]*[0-9][A-Za-z0-9._~+/-]{11,}=*)",
    ),
    "password": (r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@\"'<>]{0,128}:(?P<in_url>[^\s/@\"'<>]{1,256})@",),
}

_ELSEWHERE = "пароль|パスワード|密码|密碼|비밀번호|wachtwoord|lösenord|hasło|heslo"
_NETWORK_KEY = (
    r"\b(?:wi-?fi|wlan|wpa[0-9]?|wep|(?:guest[ -]?)?network|(?:gäste|gast)?netz(?:werk)?)[ -]?(?:sicherheits)?[ _-]?(?:key|schlüssel)\b"
    r"|\b(?:pre-?shared[ -]key|psk\b)"
)
WORDS: dict[SecretKind, str] = {
    "private_key": r"private[_ -]?key",
    "api_key": r"api[_ -]?keys?|(?:api|zugriffs|zugangs|lizenz)[_ -]?schlüssel|(?:access|account|signing|encryption|master|license)[_ -]?key(?:[_ -]?id)?"
    r"|secret[_ -]?(?:access[_ -]?)?key(?:[_ -]?base)?|(?:client|app|consumer|webhook)?[_ -]?secret|subscription[_ -]?key",
    "token": r"(?:access|auth|refresh|bearer|session|bot|csrf|api)?[_ -]?token",
    "password": r"pass(?:word|wd|phrase|code|wort)|pwd|kennwort|contraseña|senha|mot de passe|[_-]pass|\bpw|\bpass"
    rf"|{_NETWORK_KEY}|{_ELSEWHERE}",
}
_ABOUT = r"(?:[ \t]+(?:for|of|to|on|at|from|für|fürs|fuer|vom|von|des|der|zum|zur|beim|im|de)[ \t]+[^:=\n]{1,40}?|[ \t]*\([^()\n]{1,40}\))?"
_FILLERS = (
    r"(?:[ \t]+(?:now|still|currently|actually|simply|just|btw|jetzt|nun|noch|immer|übrigens|einfach|aktuell|momentan|derzeit"
    r"|weiterhin|eigentlich|seit[ \t]+[^\W\d_]+|since[ \t]+[^\W\d_]+)){0,3}"
)
_ASIDE = r"(?:,?[ \t]+(?:btw|by the way|übrigens)\b,?)?"
_SEPARATOR = (
    r"(?:[ \t]{0,8}(?:=>|->|→|:=|={1,2}|:|：)[*_]{0,3}[ \t]{0,8}(?:(?:it['’]s|it is|es ist)[ \t]+)?"
    rf"|{_ASIDE}[ \t]+(?:is|ist|lautet|heißt|heisst|est|es|was){_FILLERS}:?[ \t]+"
    r"|[ \t]+(?:(?:is|was|has been|got)[ \t]+)?(?:changed|set|reset|updated)[ \t]+to:?[ \t]+)"
)
_NAME = "(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in WORDS.items()) + ")"
ASSIGNMENT = rf"(?i){_NAME}[0-9]{{0,3}}(?:\\?[\"'\])]|[*_`]){{0,3}}{_ABOUT}(?P<separator>{_SEPARATOR})"
# `--db-password VALUE`; any other word with a mere space behind it is prose.
FLAG = rf"(?i)(?:^|[\s\"'`])--[A-Za-z0-9_-]{{0,40}}?{_NAME}(?P<separator>[ \t]{{1,8}})"

# `changed the admin password to VALUE`, `das Passwort auf VALUE gesetzt`, `the password VALUE`: the value must look made.
TURNED = (
    rf"(?i)(?:\b(?:chang|set|reset|updat|rotat|switch)[a-z]*[ \t]+(?:[^\s:=]+[ \t]+){{0,4}}?)?{_NAME}"
    r"(?:(?:[ \t]+[^\s:=]+){0,4}?(?P<separator>[ \t]+(?:to|auf|in|zu)[ \t]+)"
    r"|(?:[ \t]+(?:geändert|gesetzt|neu|erneuert|changed|updated|reset|rotated|new|now|jetzt|again|wieder)){1,3}:[ \t]+)"
)
# `the key for openweather is 9f8e…`: of what has no other name than key, and is made of letters and digits only.
KEY_OF = (
    r"(?i)\b(?:key|schlüssel)[ \t]+(?:for|to|of|für|fürs|vom|von|zum|zur)[ \t]+[^:=\n]{1,40}?"
    rf"{_SEPARATOR}[\"'`]?(?P<value>[A-Za-z0-9]{{20,256}})\b"
)
_PLACE = (
    r"(?:front[ \t-]?|haus|garagen|keller|wohnungs|büro)?(?:door|gate|alarm(?:[ \t-]?system)?|safe|entry|entrance|garage|padlock|lock(?:er|box)?"
    r"|card|phone|sim|tür(?:e|en)?|tor(?:e|es)?|alarmanlage|tresors?|schloss(?:es)?|schließfach|keller|karte|bankkarte|handy|haus(?:es)?|büros?)"
)
_CODE = r"(?:code|pin|combination|kombination|zahlenkombination)"
# A PIN, or the code of a door, a safe or an alarm: `PIN: 4711`, `der Türcode ist 8812#`.
CODE = (
    rf"(?i)\b(?:pins?|geheimzahl|{_PLACE}[ \t-]?{_CODE}|(?:access|entry|unlock|security|zugangs|sicherheits)[ \t-]?(?:code|pin)"
    rf"|{_CODE}[ \t]+(?:for|to|of|on|für|fürs|vom|von|der|des|zum|zur|am)[ \t]+(?:[^\s:=]+[ \t]+){{0,2}}?{_PLACE})"
    rf"(?:(?:[ \t]+(?:for|to|of|on|für|fürs|vom|von|der|des|zum|zur|am)[ \t]+[^:=\n]{{1,30}}?)?{_SEPARATOR}|[ \t]{{1,2}})"
    r"[\"'`]?(?P<value>[0-9*#](?:[ ]?[0-9*#-]){3,11})(?:[\"'`\s.,;:!?)]|$)"
)
# `recovery codes: 7GHK-22MN-PQ89 …`, each of those that follow each other.
CODES = (
    r"(?i)\b(?:recovery|backup|2fa|mfa|one[ -]?time|wiederherstellungs|sicherungs|ersatz)[ \t-]?(?:codes?|keys?|schlüssel|kennwörter)"
    rf"{_ABOUT}(?:{_SEPARATOR}|[ \t]{{1,2}})(?P<value>[A-Za-z0-9]{{4,32}}(?:-[A-Za-z0-9]{{2,32}}){{0,8}}"
    r"(?:[ \t]*[,;]?[ \t]+[A-Za-z0-9]{4,}(?:-[A-Za-z0-9]+)*)*)"
)
PLAIN = rf"(?i)\b{_NAME}(?P<separator>[ \t]{{1,3}})"
# `login mara / VALUE`, `credentials are mara:VALUE`
LOGIN = (
    r"(?i)\b(?:log[ -]?in|logon|sign[ -]?in|credentials?|creds|zugang(?:sdaten)?|anmeldung|anmeldedaten)\b"
    r"(?:[ \t]+(?:is|are|as|with|ist|sind|mit|als|lautet|lauten)\b)?[ \t:=]{1,4}[\"'`]?"
    r"(?P<account>[A-Za-z][A-Za-z0-9_.@+-]{0,63})(?P<separator>[ \t]*[/:|][ \t]*)(?P<password>[^\s\"'`]{3,256})"
)
# `root:VALUE`, as a list of accounts has it; `chown root:staff` names a group.
ROOT = r"(?:^|[\s\"'`(=,;])root:(?P<password>[^\s:/\"'`(){}<>,;*!]{3,64})(?:[\s\"'`),;.!?]|$)"
OWNERS = r"(?i)(?:chown|chgrp|install|owner|owned|group|belongs|gehört|mode|rwx?|-o|--chown)\b[^\n;|&]*$"
_GROUPS = (
    "root wheel staff adm admin docker users sudo www-data nogroup nobody shadow daemon bin sys disk mail video audio",
    "systemd-journal ssl-cert kvm memoryd memoryd-clients everyone group system default",
)
GROUPS = frozenset(word for line in _GROUPS for word in line.split())
STANDARDS = (
    r"(?i)(?:argon2|pbkdf2|sha-?[0-9]|md5|base[0-9]|oauth-?[0-9]|utf-?[0-9]|ed25519|x509|rsa-?[0-9]|aes-?[0-9]|[hre]s[0-9]{3}"
    r"|v[0-9]|rfc|cve|https?:|[0-9]+(?:[.,][0-9]+)*[a-z%]{1,4}$)"
)

# Programs that take a password on their command line: `curl -u user:…`, `mysql -p…`, `sshpass -p …`.
PROGRAMS = {
    "user": ("curl",),
    "joined": ("mysql", "mysqldump", "mysqladmin", "mariadb", "mariadb-dump"),
    "p": (
        "sshpass",
        "docker login",
        "podman login",
        "helm registry login",
        "mongosh",
        "mongo",
        "mongodump",
        "mongorestore",
    ),
    "a": ("redis-cli", "valkey-cli", "keydb-cli"),
    "w": ("ldapsearch", "ldapmodify", "ldapadd", "ldapwhoami"),
}
COMMAND = r"\b(?:" + "|".join(f"(?P<{form}>{'|'.join(names)})" for form, names in PROGRAMS.items()) + r")[ \t]"
ELEMENT = rf"(?i)<[A-Za-z0-9_.:-]*?{_NAME}[A-Za-z0-9_.-]*(?:[ \t][^<>\n]*)?>(?P<content>[^<>\n]+)</"
# `STRIPE_KEY=…`: in capitals, and the value must look like a key.
KEY = r"\b(?P<name>[A-Z][A-Z0-9_]*)_KEY(?:_BASE)?[\"']?[ \t]{0,3}[=:][ \t]{0,3}[\"']?(?P<key>[A-Za-z0-9+/_=-]{12,})"

# One pass of a plain search decides for nearly every text that there is nothing to look for.
HINT = (
    r"(?i:pass(?:word|wd|phrase|code|wort)|[_-]pass|pwd|kennwort|contraseña|senha|mot de passe|secret|token|\bpw\b"
    rf"|\bpass(?:\b|[0-9])|{_ELSEWHERE}|curl[ \t]|mysql|mariadb|sshpass|mongo|(?:redis|valkey|keydb)-cli|(?:docker|podman|registry) login|ldap"
    r"|\blog[ -]?in\b|\blogon\b|\bsign[ -]?in\b|credential|\bcreds\b|zugang|anmelde?|\broot:"
    r"|(?:api|access|account|signing|encryption|master|license|private|subscription)[_ -]?key|bearer|basic )"
    rf"|(?i:{_NETWORK_KEY})"
    r"|(?i:\bpins?\b|geheimzahl|code|[ck]ombination|(?:recovery|backup|mfa|2fa)[ -]?key|schlüssel|kennwörter)[^\n]{0,60}[0-9][0-9A-Z*# -]"
    r"|(?i:\bkey|schlüssel)[^\n]{0,80}[A-Za-z0-9]{20}"
    r"|://[^\s/:@]{0,128}:[^\s/@]+@|-----BEGIN|AGE-SECRET|PuTTY|AKIA|ASIA|ABIA|ACCA|sk-|AIza|[rsp]k_(?:live|test)_"
    r"|gsk_|xai-|pplx-|r8_|tvly-|fw_|nvapi-|SG\.|key-[0-9a-f]|-us[0-9]|SK[0-9a-f]{8}|lin_api_|NRAK|PMAK|gh[pousr]_"
    r"|github_pat_|gl[a-z]{2,5}-|xox|xapp-|hooks\.slack|/webhooks/|npm_|pypi-|eyJ|:AA|\.[A-Za-z0-9_-]{6}\.|hf_"
    r"|whsec_|do[opr]_v1_|dapi[0-9a-f]|shp[a-z]{2}_|sbp_|glsa_|hv[sbr]\.|ntn_|figd_|pat[A-Za-z0-9]{14}\."
    r"|GOCSPX|HRKU-|rubygems_|EAACEd|ya29\.|dckr_|ATATT3|sntry[su]_|pscale_|pul-[0-9a-f]|sq0[ac]|GR1348941|CFPAT-"
    r"|lin_oauth_|shippo_|tskey-|sgp_|nfp_|[A-Z0-9]_KEY"
)
NAMES = (
    r"pass|secret|token|key|credential|\bpins?\b|[_ ]pins?\b|pwd|kennwort|schlüssel|geheimzahl|code\b|[ck]ombination"
)
"""What is part of the name of what has a secret."""
SHORT = 400
SHORT_HINTS = (
    "pass",
    "token",
    "key",
    "psk",
    "secret",
    "pw",
    "bearer",
    "basic",
    "kennwort",
    "contrase",
    "senha",
    "mot de",
    "://",
    "curl",
    "mysql",
    "mariadb",
    "mongo",
    "-cli",
    "login",
    "log in",
    "log-in",
    "logon",
    "sign in",
    "sign-in",
    "signin",
    "cred",
    "ldap",
    "zugang",
    "anmeld",
    "schlüssel",
    "pin",
    "geheimzahl",
    "code",
    "ombination",
    "kennw",
    "root:",
    *_ELSEWHERE.split("|"),
)
SHORTEST_FORMAT = 16
FORMAT = (
    r"(?:^|[^A-Za-z0-9])(?:" + "|".join(f"(?P<{kind}>{'|'.join(patterns)})" for kind, patterns in FORMATS.items()) + ")"
)

_NO_SECRETS = (
    "yes no none null nil true false undefined unknown empty blank required optional string str text int number",
    "bytes bool any object secretstr secret hidden masked removed redacted n/a na tbd todo unset missing default ok",
    "correct wrong incorrect expired invalid valid reset changed updated forgotten lost strong weak strict short long",
    "here below above ask see same stored kept rotated revoked needed not 1password",
)
SAYS_NOTHING = frozenset(word for line in _NO_SECRETS for word in line.split())
# In a line of several words after `password:` one of these makes it talk about passwords.
_OF_TALK = (
    "the this that these those and but for with without from into onto about after before behind between than",
    "then when where which while who whom whose why how what you your yours our ours their his her him its she",
    "they them was were been being are can could shall should will would must may might have has had does did not",
    "never always every each all any some both either neither only also just again please use used uses using",
    "make made need needs minimum maximum length characters character letters digits symbols words word policy",
    "rotate rotated rotates change changes changed stored hidden encrypted hashed generated default defaults",
    "field input type typed login account accounts user users admin password passwords passphrase passphrases",
    "secret secrets vault manager expires expire days weeks months years enter entered choose chosen give given",
    "provide provided configure configured random string strings strong weak long short deprecated supported",
    "disabled enabled forbidden environment variable ask tell tells told same another other new old first last",
    "required optional revoked kept needed reset updated forgotten expired known here there",
)
TALK = frozenset(word for line in _OF_TALK for word in line.split())
# `CACHE_KEY=…` finds something, it opens nothing.
_OF_NO_KEYS = (
    "PUBLIC PRIMARY FOREIGN SORT PARTITION CACHE SSH S3 OBJECT UNIQUE INDEX PUBLISHABLE IDEMPOTENCY ROW ROUTING",
    "SHARD REGISTRY HASH RANGE STORAGE LOOKUP MAP DICT GROUP ITEM FILE PATH CONFIG SETTINGS SESSION USER ID LOCK",
)
NO_KEYS = frozenset(word for line in _OF_NO_KEYS for word in line.split())
