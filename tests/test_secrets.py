from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryd.secrets import SECRET_KINDS, SecretKind, redact

# Put together here, so that no scanner takes this file for a leak.
A36 = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0xL3rU6"
HEX32 = "0123456789abcdef" * 2
KEY_LINES = "\n".join("MIIEpAIBAAKCAQEA" + "x7Kq" * 12 for _ in range(5))
PEM = f"-----BEGIN RSA PRIVATE KEY-----\n{KEY_LINES}\n-----END RSA PRIVATE KEY-----"
ENCRYPTED = PEM.replace("KEY-----\n", "KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n", 1)
JWT = ".".join(
    base64.urlsafe_b64encode(part).decode().rstrip("=")
    for part in (b'{"alg":"HS256"}', b'{"sub":"1234567890"}', b"signature-bytes!")
)

# (text with the secret in «», kind)
SECRETS: list[tuple[str, SecretKind]] = [
    ("password: «hunter2.md»", "password"),
    ("Unser WLAN-Passwort ist übrigens «Sonnenblume!77», falls du das brauchst", "password"),
    ("Das Passwort ist seit gestern «Tulpe#2024»", "password"),
    ("the wifi password is actually «Tr0ub4dor&3»", "password"),
    ("the password is still «hunter2»", "password"),
    ("password btw is «Gr33nApple!»", "password"),
    ("The password, by the way, is «Winter2025!»", "password"),
    ("the password: it's «Winter2025!»", "password"),
    ("ich hab das Passwort geändert: «Winter2026!»", "password"),
    ("New password → «Winter2026!»", "password"),
    ("the db pass is «s3cr3t-Pg!»", "password"),
    ("user: mara / pass: «Winter2025!»", "password"),
    ("the passphrase is «correct horse battery staple»", "password"),
    ("API-Schlüssel: «" + HEX32 + "»", "api_key"),
    ("der Schlüssel für die API lautet «" + HEX32 + "»", "api_key"),
    ("the key for openweather is «" + HEX32 + "»", "api_key"),
    ("wifi key: «sunflower-1988»", "password"),
    ("The Wi-Fi key is «Sunflower1988»", "password"),
    ("WLAN-Schlüssel: «Sonnenblume77»", "password"),
    ("der WLAN-Netzwerkschlüssel lautet «Sonnenblume77»", "password"),
    ("psk=«Sonnenblume77»", "password"),
    ("PIN: «4711»", "password"),
    ("die Geheimzahl ist «9034»", "password"),
    ("mein Pin für die Bankkarte lautet «9921»", "password"),
    ("Türcode «8812#»", "password"),
    ("Der Code für das Tor ist «8812»", "password"),
    ("the code to the safe is «12-44-08»", "password"),
    ("alarm code: «5521».", "password"),
    ("recovery code: «7GHK-22MN-PQ89-ZX12»", "password"),
    ("aws: «" + "AKIA" + "IOSFODNN7EXAMPLQ" + "»", "api_key"),
    ("the key «sk-" + "proj-" + A36 + "» works", "api_key"),
    ("«sk-" + "ant-api03-" + A36 + "»", "api_key"),
    ("«sk-" + A36 + A36[:12] + "»,", "api_key"),
    ("maps «AIza" + A36[:35] + "»", "api_key"),
    ("«sk_" + "live_" + A36[:24] + "»", "api_key"),
    ("«SG." + A36[:22] + "." + A36 + "»", "api_key"),
    ("«gsk_" + A36 + "»", "api_key"),
    ("mailgun «key-" + HEX32 + "»", "api_key"),
    ("push with «ghp_" + A36 + "».", "token"),
    ("(«github_pat_" + A36[:22] + "_" + A36 + "»)", "token"),
    ("«glpat-" + A36[:20] + "»", "token"),
    ("slack «xoxb-" + "1234567890-abcdefABCDEF" + "»", "token"),
    ("hook https://«hooks.slack.com/services/" + "T00000000/B00000000/" + A36[:24] + "»", "token"),
    ("«npm_" + A36 + "»", "token"),
    ("«pypi-" + A36 + A36 + "»", "token"),
    ("«" + JWT + "»", "token"),
    ("telegram «123456789:AA" + A36[:33] + "»", "token"),
    ("discord «M" + A36[:23] + "." + A36[:6] + "." + A36[:27] + "»", "token"),
    ("«hf_" + A36[:34] + "»", "token"),
    ("curl -H 'Authorization: Bearer «" + A36 + "»'", "token"),
    ("Authorization: Basic «" + base64.b64encode(b"admin:hunter2!").decode() + "»", "token"),
    ("here:\n«" + PEM + "»\nthat was it", "private_key"),
    ("«" + ENCRYPTED + "»", "private_key"),
    ("cut off: «" + PEM[:200] + "»", "private_key"),
    ("«" + PEM.replace("RSA", "OPENSSH") + "»", "private_key"),
    ("«" + PEM.replace("RSA PRIVATE KEY", "PGP PRIVATE KEY BLOCK") + "»", "private_key"),
    ('{"note": "«' + json.dumps(PEM)[1:-1] + '»"}', "private_key"),
    ("postgres://memory:«s3cr3t»@localhost:5432/db", "password"),
    ("https://bob:«hunter»@example.org/x", "password"),
    ("password: «hunter2»", "password"),
    ("Password: «swordfish»", "password"),
    ("The password is «hunter2».", "password"),
    ("my password for the router is «gR4pe-fruit»", "password"),
    ("the passphrase is \"«correct horse battery staple»\"", "password"),
    ("Passwort: «Schwertfisch»", "password"),
    ("das Kennwort ist «Geheim123»", "password"),
    ("contraseña: «tortuga99»", "password"),
    ("**Password:** «hunter2»", "password"),
    ("- password (wifi): «blue-Lagoon-7»", "password"),
    ("user: bob, password: «swordfish»", "password"),
    ("password: «swordfish» user: bob", "password"),
    ("password = «P@ss,w0rd!»", "password"),
    ("db_password=«swordfish» psql", "password"),
    ("export DB_PASS=«swordfish»", "password"),
    ("dbPassword: '«x y z 1»'", "password"),
    ('{"user":"bob","password":"«hunter2»"}', "password"),
    ('{\\"password\\": \\"«hunter2»\\"}', "password"),
    ("mysql --password «hunter2» -u root", "password"),
    ("login --db-password=«hunter2»", "password"),
    ("ssh passphrase: «monkey»", "password"),
    ("Das Passwort lautet «hunter2»", "password"),
    ("Das Passwort fürs WLAN ist «Schrauber2024!»", "password"),
    ("Das Passwort des Routers heißt «sommer99»", "password"),
    ("Das Kennwort beim Steuerportal ist jetzt «Elster77x»", "password"),
    ("the password from the wifi is «Spanner2024»", "password"),
    ("pw: «hunter2»", "password"),
    ("password -> «hunter2»", "password"),
    ("MY_SECRET=«topsecretvalue»", "api_key"),
    ("api_key=«" + HEX32 + "»", "api_key"),
    ("API key: «a1b2c3d4e5»", "api_key"),
    ('"apiKey": "«a1b2c3d4e5»"', "api_key"),
    ("aws_secret_access_key = «wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY»", "api_key"),
    ("client_secret: «" + A36 + "»", "api_key"),
    ("AccountKey=«" + A36 + "==»;", "api_key"),
    ("X-Api-Key: «" + A36 + "»", "api_key"),
    ("export FOO_TOKEN=«f00barbaz»", "token"),
    ('"token": "«f00barbaz1»"', "token"),
    ("the access token is «" + A36 + "»", "token"),
    ("GET /x?token=«abc123def»&page=2", "token"),
    ("deploy --token «abc123def»", "token"),
    ("«GOCSPX-" + A36[:28] + "»", "api_key"),
    ('{"client_secret":"«GOCSPX-' + A36[:28] + '»"}', "api_key"),
    ("«HRKU-" + "01234567-89ab-cdef-0123-456789abcdef" + "»", "api_key"),
    ("«rubygems_" + HEX32 + HEX32[:16] + "»", "api_key"),
    ("«EAACEdEose0cBA" + A36 + "»", "api_key"),
    ("«ya29." + A36 + "»", "token"),
    ("docker login -p «dckr_pat_" + A36[:27] + "»", "token"),
    ("«ATATT3xFfGF0" + A36 + "=1A2B3C4D»", "token"),
    ("«sntrys_" + A36 + "»", "token"),
    *(("«pscale_" + sort + "_" + A36 + "»", "token") for sort in ("tkn", "pw", "oauth")),
    ("«pul-" + HEX32 + HEX32[:8] + "»", "token"),
    *(("«sq0" + sort + "-" + A36[:22] + "»", "token") for sort in ("atp", "csp")),
    ("«GR1348941" + A36[:20] + "»", "token"),
    *(("«do" + sort + "_v1_" + HEX32 + HEX32 + "»", "token") for sort in "opr"),
    ("«CFPAT-" + A36 + A36[:7] + "»", "token"),
    ("«ops_" + "eyJ" + A36 + A36 + "»", "token"),
    ("«lin_oauth_" + HEX32 + HEX32 + "»", "token"),
    ("«shippo_live_" + HEX32 + HEX32[:8] + "»", "token"),
    ("«tskey-auth-" + A36[:12] + "-" + A36 + "»", "token"),
    ("«sgp_" + HEX32 + HEX32[:8] + "»", "token"),
    ("«nfp_" + A36 + "»", "token"),
    ("My password is: «correct horse battery staple»", "password"),
    ("passphrase: «tulip moon river kite».\nThat was it.", "password"),
    ("The password is: «swordfish»", "password"),
    ("Password:\n  «hunter2next»", "password"),
    ("Password:\n  «hunter2next»\nand now something else", "password"),
    ("curl -u admin:«s3cr3tPw» https://example.org", "password"),
    ("curl -sS -X POST --user 'bob:«swordfish»' https://example.org", "password"),
    ("mysql -h db -p«secretpw1» shop", "password"),
    ("sshpass -p '«abc123xyz»' ssh bob@host", "password"),
    ("sshpass -p «abc123xyz» ssh bob@host", "password"),
    ("пароль: «qwerty123»", "password"),
    ("Пароль: «qwerty123»", "password"),
    ("パスワード: «himitsu123»", "password"),
    ("密码：«abc12345»", "password"),
    ("<password>«hunter2x»</password>", "password"),
    ('<db:adminPassword type="text">«swordfish»</db:adminPassword>', "password"),
    ("OPENAI_KEY=«abcd1234efgh5678»", "api_key"),
    ("export STRIPE_KEY='«" + A36 + "»'", "api_key"),
    ("SECRET_KEY_BASE=«" + HEX32 * 4 + "»", "api_key"),
    ("api_key: «abcdefgh»", "api_key"),
    ("pass: «hunter2»", "password"),
    ("user=bob pass=«hunter2»", "password"),
    ("PASS=«hunter2» ./run", "password"),
    ("{'user': 'bob', 'pass': '«hunter2»'}", "password"),
    ("password changed to «Zx9!kk44»", "password"),
    ("The wifi password has been reset to «blue77moon».", "password"),
    ("I changed the admin password to «Zx9!kk44» yesterday", "password"),
    ("we rotated the auth token for the CI to «" + A36 + "»", "token"),
    ("set the root password on db-2 to «tulip77x».", "password"),
    ("Ich habe das Admin-Passwort auf «Tulpe77x» gesetzt", "password"),
    ("use the password «hunter2» for the staging box", "password"),
    ("with the auth token «" + HEX32 + "» it works", "token"),
    ("the password '«hunter2x»' works", "password"),
    ("redis-cli -h cache -a «s3cretpw» ping", "password"),
    ("docker login -u bob -p «s3cretpw» registry.internal", "password"),
    ("mongosh --host db -u root -p «s3cretpw»", "password"),
    ("ldapsearch -x -D cn=admin -w «s3cretpw»", "password"),
    ("login mara / «hunter2x»", "password"),
    ("Login: mara / «hunter2x», as always", "password"),
    ("the credentials are mara:«tulips»", "password"),
    ("root:«toor»", "password"),
    ("the box still has root:«toor», change it", "password"),
]  # fmt: skip

HARMLESS = [
    "- Archived memory/x.md:the-wifi-password → memory/archive/x-2026-11-30.md (user request)",
    "<!-- archived 2026-11-30: the-wifi-password → memory/archive/%41b-2026-11-30.md -->",
    "password -> docs/login.md",
    "PIN: **** for 12 doors",
    "backup codes: 2024-11-01 and 2025-01-15, printed",
    "the key for the archive is abcdefghijklmnopqrstuvwx",
    "the key for the row is 12345678901234567890123",
    "pass: tests/a1&b2",
    "the primary key is user_id",
    "the key point is that 2024 was slow",
    "pin 13 drives the LED",
    "GPIO pin: 1713",
    "connect pin 4 to ground",
    "pin the version: 2024.1",
    "pins: 4, 5, 6",
    "the error code is 5004",
    "exit code 137",
    "the postal code is 80331",
    "zip code: 10115",
    "status code: 4040",
    "code for the door sensor is in sensors/door.py",
    "the QR code for the door is printed",
    "code review for the safe mode is done, 1200 lines",
    "the access code path takes 1500 ms",
    "promo code: SUMMER2024",
    "country code +49",
    "area code: 0891",
    "the key for sorting is created_at",
    "the key for this row is 42",
    "idempotency key for the request is order-1234",
    "the cache key for users is users:v2:2024",
    "commit 9f8e7d6c5b4a39281706f5e4d3c2b1a0 is the key for the rollback",
    "the password is stored in vault",
    "the password is still required for 3 of them",
    "the password is actually 12 characters long",
    "password now needs at least 12 characters",
    "the password field was updated: see PR 1234",
    "password reset: works now",
    "the passphrase is optional for local keys",
    "the passphrase is what we use for signing here",
    "the pass is now 3x faster",
    "first pass is v2.1.0",
    "PASS: test_login2024",
    "recovery key rotation is due in 2025",
    "backup keys: s3://bucket/2024-11-01",
    "backup code path: untested",
    "recovery codes are printed and in the safe",
    "2fa codes come by SMS",
    "the alarm code in alarm.c is 4000 lines",
    "der Schlüssel für den Keller hängt am Brett",
    "der Schlüssel für das Projekt ist gute Planung",
    "der Code für die Tür ist in tuer.py",
    "Das Tor: 2100 mm breit",
    "die Karte 2024 ist neu",
    "card 4711 was moved to done",
    "the gate code was reviewed in 2023",
    "lock code 2 of 3 reviewers",
    "Pin-Header mit 2540 mm",
    "Pin: 2,54 mm Raster",
    "the token is still valid until 2025",
    "our token budget is now 1500",
    "Schlüssel: 3 Stück, beim Hausmeister",
    "safe combination of 1200 and 1500 mg",
    "key for the exam is 2024A",
    "the safe is 1500 kg",
    "phone pinned 2024",
    "entry code 42",
    "Kombination aus 4711 und 0815",
    "my SIM card is from 2019",
    "the pin on the map is at 48.1374",
    "PIN-Eingabe: 4 Stellen",
    "Das Passwort ist seit gestern abgelaufen",
    "das Passwort heißt bei uns Kennwort",
    "the secret is patience",
    "the secret is to stir it 20 times",
    "Das Passwort der Nutzer ist verschlüsselt.",
    "The wifi key is on the back of the router.",
    "Der WLAN-Schlüssel steht auf der Rückseite.",
    "the network key metric of this quarter is latency",
    "Das Secret im Cluster heißt shop-db.",
    "Der Token vom Bot heißt BOT_TOKEN.",
    "The token from the login is valid for 15 minutes.",
    "The password for the shop is in 1Password.",
    "",
    "the password policy is strict",
    "password: ask Bob",
    "Password: see the vault, as always",
    "password: ********",
    "password: <your password>",
    "password: ${DB_PASSWORD}",
    "password=$PASSWORD",
    "password = None",
    "password: str",
    "password: Optional[str] = None",
    "password: required",
    "login(user=user, password=password)",
    "password = getpass.getpass()",
    "password=user_password",
    "connect(password=args.password, token=accessToken, secret=app.secret_key)",
    "token=access_token",
    "secret santa: Bob",
    "api key is in the vault",
    "I forgot my password",
    "The password is wrong again",
    "She passed: 5 tests, and the passage was long",
    "token budget = 30000 tokens",
    "max_token: 4096",
    "token: 30000",
    "each token is a word",
    "token = tokens[index]",
    "token = parse_next()",
    "tokenizer: whitespace",
    "next_token = stream.peek",
    "pruning_boundary_tokens = 30000",
    "api_key = os.environ['KEY']",
    'api_key = os.environ["KEY"]',
    "api_key: process.env.API_KEY",
    "apiKey: config.apiKey",
    "api_key=YOUR_API_KEY",
    'api_key = "your-api-key-here"',
    "API key: rotate it every month",
    "the secret of happiness is work",
    "secret: nobody knows",
    "key: value",
    "the bearer of good news came late",
    "Bearer authentication is required",
    "basic understanding-of-things",
    "commit 97a52e7f2a1c4d5e6f708192a3b4c5d6e7f80912",
    "sha256:53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "id 550e8400-e29b-41d4-a716-446655440000",
    "fact-20260515-143000-1a2b3c4d",
    "pip install scikit-learn-intelex sk-learn-contrib-package",
    "the risk-adjusted-return-on-capital-of-2026",
    "https://example.org:8080/path@2x.png",
    "mail bob@example.org at 10:30",
    "git@github.com:team/project.git",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGk0 bob@host",
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkq\n-----END PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----\nMIIBIjANBgkq\n-----END CERTIFICATE-----",
    "password: [redacted:password]",
    "the password is redacted:password",
    "password: «[redacted:password]»",
    "password: “[redacted:password]”",
    "password: …[redacted:password]",
    "login mara / [redacted:password]",
    "token: redacted-token",
    "chown root:staff /srv/data",
    "the file belongs to root:mygroup now",
    "-rw-r--r-- root:build 0644",
    "install -o root -g wheel; root:root",
    "login page / dashboard",
    "log in at localhost:8080",
    "login to prod-2/eu-west-1",
    "password sha256-hashed, token v2.1.0",
    "changed the password to something stronger",
    "set the token limit to 30000",
    "set the token budget to 128k",
    "reset the password in 24h",
    "redis-cli -h cache ping",
    "redis-cli -a $REDIS_PASSWORD ping",
    "docker login -u bob registry.internal",
    "The cat said: 密码 is a word",
    "phc_" + A36,
    "the ops_team and the pul-request of sgp_users",
    "password: at least twelve random characters",
    "Passphrase: choose four words that nobody knows",
    "The password is: the name of my dog",
    "password: minimum length twelve characters",
    "The password: Bob tells everybody who asks",
    "Password:\n  required",
    "Password:\n- it has to be long",
    "password:\n  type: string",
    "Token:\n  2026-05-15",
    "password:\n\nversion2",
    "docker run -u 1000:1000 image",
    "curl -u $USER:$PASSWORD https://example.org",
    "curl https://example.org:8443/a1b2c3d4 -o out",
    "mysql -p shop",
    "mysql -u root -p $DB",
    "ps -p 1234",
    "sshpass -p $PASS ssh host",
    "<password>*****</password>",
    "<password>${db.password}</password>",
    "<token>word</token>",
    "<p>password</p>",
    "PRIMARY_KEY=users_v2_id_2026",
    "CACHE_KEY=user1234profile5678",
    "S3_KEY=backups/2026/05/15.tar",
    "DEPLOY_KEY=/etc/keys/deploy2026",
    "STRIPE_KEY=your_stripe_key_12345",
    "TRACE_KEY=550e8400-e29b-41d4-a716-446655440000",
    "api_key: required",
    "api_key: deprecated",
    "API key: abcdefgh is what they call it",
    "pass: 5 tests",
    "PASS: TestCase12",
    "2nd pass: done",
    "pass = 1",
    "The child's side of a heavy pass: `python -m maintenance.worker`, spoken to by its parent.",
    "first pass: 12/15",
    "bypass: section12",
    "password changed to something else",
    "password set to expire in 90 days",
    "token changed to v2.1.0-rc1",
    "token set to abc12345 tokens",
    '{"content":"Bitte das Secret im Vault löschen.","at":"2026-03-15T09:35:00.039873+00:00"}',
    "secret expires: 2026-03-15T09:35:00Z",
]


@pytest.mark.parametrize(("marked", "kind"), SECRETS)
def test_a_secret_is_taken_out_and_nothing_else(marked: str, kind: SecretKind) -> None:
    before, _, rest = marked.partition("«")
    secret, _, after = rest.partition("»")
    assert secret
    text, found = redact(before + secret + after)
    assert text == f"{before}[redacted:{kind}]{after}"
    assert found == [(kind, 1)]


@pytest.mark.parametrize("marked", [marked for marked, _ in SECRETS])
def test_a_secret_is_found_in_a_long_text_as_well(marked: str) -> None:
    """Short texts go through another filter than long ones."""
    plain = marked.replace("«", "").replace("»", "")
    filling = "We talked about the trip to Graz. " * 20
    assert redact(f"{filling}\n{plain}\n{filling}")[0] == f"{filling}\n{redact(plain)[0]}\n{filling}"


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_secret_stays(text: str) -> None:
    assert redact(text) == (text, [])
    padded = f"{'We talked about it. ' * 30}\n{text}\n"
    assert redact(padded) == (padded, [])


def test_several_secrets_are_counted_by_kind() -> None:
    text, found = redact(f"password: hunter2\npassword: hunter3\nGITHUB_TOKEN=ghp_{A36}\n{PEM}")
    assert text.splitlines() == [
        "password: [redacted:password]",
        "password: [redacted:password]",
        "GITHUB_TOKEN=[redacted:token]",
        "[redacted:private_key]",
    ]
    assert found == [("private_key", 1), ("token", 1), ("password", 2)]


def test_a_value_that_is_none_does_not_hide_the_next() -> None:
    assert redact("token: password: hunter2")[0] == "token: password: [redacted:password]"


def test_a_very_long_value_goes_as_a_whole() -> None:
    assert redact(f"token={'a1' * 5000} end") == ("token=[redacted:token] end", [("token", 1)])


def test_two_blocks_do_not_swallow_what_is_between_them() -> None:
    text, found = redact(f"{PEM}\nkeep this -- please\n{PEM}")
    assert text == "[redacted:private_key]\nkeep this -- please\n[redacted:private_key]"
    assert found == [("private_key", 2)]


def test_a_cut_block_does_not_swallow_prose_up_to_the_next() -> None:
    text, _ = redact(f"{PEM[:150]}\nkeep this -- please\n{PEM}")
    assert text == "[redacted:private_key]\nkeep this -- please\n[redacted:private_key]"


def test_text_of_any_script_keeps_its_place() -> None:
    assert redact("🙂 密码 é password: hunter2 ü")[0] == "🙂 密码 é password: [redacted:password] ü"


def test_a_lone_surrogate_is_no_obstacle() -> None:
    assert redact("\ud800 password: hunter2")[0] == "\ud800 password: [redacted:password]"


PIECES = st.sampled_from([
    *(marked.replace("«", "").replace("»", "") for marked, _ in SECRETS), *HARMLESS,
    "password", "token", ": ", "=", " is ", '"', "'", "`", " ", "\n", "&", ",", "foo", "x1y2z3", "--", "[redacted:",
    "]", "é",
])  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=8), max_size=12).map("".join))
def test_redacting_twice_is_redacting_once(text: str) -> None:
    once, _ = redact(text)
    assert redact(once) == (once, [])


@given(st.lists(PIECES, max_size=8).map(" ".join))
def test_the_counts_are_the_marks(text: str) -> None:
    once, found = redact(text)
    assert sum(count for _, count in found) >= once.count("[redacted:") - text.count("[redacted:")
    assert [kind for kind, _ in found] == [kind for kind in SECRET_KINDS if kind in dict(found)]


@given(st.text(alphabet=st.characters(blacklist_characters=":=\"'`-_/."), max_size=60))
def test_words_without_signs_are_never_touched(text: str) -> None:
    if not any(word in text.casefold() for word in ("pass", "pwd", "token", "key", "secret", "bearer", "basic")):
        assert redact(text) == (text, [])
