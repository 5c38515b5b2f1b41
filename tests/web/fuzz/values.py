"""Values of fields, addresses and headers that no page would send."""

from typing import Any

SEATS = ("1", "2", "3", "8")
CARDS = ("SA", "SA SA", "H5 D5", "JK", "BJ RJ", "S10 SK")
PILES = ("hand", "cards", "play", "seen", "shown", "laid")

FIELDS = {
    **{f"name_{seat}": ("Ana", "Bo", "김아름") for seat in range(1, 13)},
    **{f"friend_{seat}": ("yes",) for seat in range(1, 13)},
    **{f"taken_back_{seat}": ("0", "2", "4") for seat in range(1, 13)},
    **dict.fromkeys(("called", "laid", "seen", "shown", "play", "second"), CARDS),
    **dict.fromkeys(("led", "led_last", "held", "joker_holder", "makers"), SEATS),
    **dict.fromkeys(("instead", "others", "nobody", "split", "buried_joker", "buried_mighty"), ("yes", "no")),
    **dict.fromkeys(("answer_all_pass", "answer_end", "answer_levels", "answer_made"), ("deal_again", "plain", "P-10")),
    **dict.fromkeys(("answer_failed_throw", "answer_friend", "answer_making_trumps"), ("card", "level", "points")),
    "choose_seats": ("yes",),
    "where": ("WzEsbnVsbCxbMSw1XV0", "x"),
    "answer_packs": ("table", "two"),
    "answer_min_bid": ("13", "14"),
    "won_last": ("0x1", "1x1", "1x1t", "3x2", "9"),
    "address": ("http://192.168.0.10:8000", "http://10.8.0.2:8000", "http://elsewhere.example"),
    "drop": tuple(f"{pile}:{place}" for pile in PILES for place in (0, 1)),
    "from": ("0", "20", "10000", "2026-01-01"),
    "new_level": ("13", "16", "20", "40"),
    "new_trump": ("S", "H", "NT"),
    "only": ("min_bid", "min_bid redeal"),
    "packs": ("1", "2", "3"),
    "pad": PILES,
    "players": ("3", "5", "8", "12"),
    "question": ("nothing", "play-1-0"),
    "sheets": ("all",),
    "show": ("S", "H", "trumps"),
    "size": ("1", "2", "4"),
    "then": ("clear", "piles", "friend"),
    "token": ("nothing", "nothing-AAAAAAAAAAAAAAAAAAAAAA"),
    "total": ("0", "80", "200"),
    "trick": ("1", "2", "10"),
    "way": ("card", "none", "first", "player"),
    "when": ("bid", "before", "after"),
}
"""Values of their kind for fields that no page holds as it is looked at: scripts send them, or later steps."""

TEXTS = (
    *("", " ", "\t", "-", "--1", "+-1", "- 1", "yes", "no", "none", "true", "NaN", "nan", "Infinity", "-inf"),
    *("None", "null", "0", "-0", "00", "1", "-1", "+1", "1.0", "1.5", "1e9", "1E400", "0x10", "1_000", "1,5", "½"),
    *("²", "Ⅷ", "٣", "１７", "१२", "𝟗", "一", "−3", "−−3", "1\u200b", "\u202e12", "7" * 9, "9" * 31, "-" + "9" * 31),
    *("9" * 5000, "2147483648", "9223372036854775808", "-9223372036854775809", "1" + "0" * 30, "\x00", "1\x002"),
    *("\x1b[31m", "\x7f", "a\r\nSet-Cookie: x=y", "\u2028", "\ufeff1", "\u200b", "\U0010ffff", "\ud800", "a\udfffb"),
    *("\u202eevil\u2066", "👩‍👩‍👧", "e" + "\u0301" * 300, "한글" * 60, "x" * 4000, "<script>alert(1)</script>"),
    *('"><img src=x onerror=y>', "</p></main>", "&lt;&#0;&", "<!--", "]]>", "' or 1=1 --", "{0}", "{player}"),
    *("{0.__class__}", "%s", "%(name)s", "%n%n", "{{ 7*7 }}", "{% raw %}", "${7}", "%", "%%", "{"),
    *("../../etc/passwd", "..\\..\\x", "/", "//evil.example", "/\\evil.example", "http://evil.example/"),
    *("javascript:alert(1)", '{"a": 1}', "[]", '[["x"]]', "1|2|3", "card|", "|", "card|9999999999", ":", ":::"),
    *("-1:-1", "set:", "place:1:x", "SA", "H10", "JK", "JK>", "RJ>H", "S1", "SA+SA", "SA>S", "SA#0", "SA#99"),
    *("SA SA SA", "player:", "player:99", "player:x", "16H", "99NT", "mend-", "mend-0", "mend-99", "mend-x"),
    *("friend-99", "more", "table", "view", "first_trick", "last_trick", "makers", "mighty", "pagat"),
)
"""Digits of other alphabets, ends of numbers, what cannot be seen, markup, formats, paths, and codes cut short."""

BYTES = (b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"%", b"\xe2\x82", b"\x80\x81")
"""No UTF-8 at all."""

NEVER_READ = ("x", "__proto__", "constructor[]", "version[]", "", "0", "\x00", "név", "player.name", "a" * 500)
"""Names of fields that nobody asks for."""

HEADERS = {
    "Accept-Language": (
        *("ko", "en;q=nan", "ko;q=-1,en;q=1e9", "*", "xx-" + "y" * 3000, ";;;,,,", "\xff", "ko-KR-u-co-x"),
    ),
    "Idempotency-Key": ("k", "k" * 200, "k" * 201, "", " ", "\xff\xfe", "' or 1"),
    "HX-Request": ("true", "false", "", "\xff"),
    "HX-Current-URL": ("http://evil.example/", "", "\xff"),
    "HX-Target": ("table", "", "#" * 2000),
    "HX-Trigger": ("x", "<b>"),
    "HX-History-Restore-Request": ("true",),
    "HX-Boosted": ("true", "x"),
    "Referer": ("http://evil.example/", "", "javascript:x", "\xff"),
    "Origin": ("null", "http://evil.example"),
    "Host": (
        *("evil.example", "", ":", "a b", "[::1", "[::1]:99999", "localhost:x", "127.0.0.1", "<script>", "\xff"),
        *("a" * 3000, "x" * 60 + ".example", "../..", "host/../path", "user@host", "a,b", "0"),
    ),
    "User-Agent": ("", "iPhone Android Windows", "x" * 5000, "\xff", "<script>"),
    "Accept": ("application/json", "text/event-stream", "*/*;q=x", "\xff"),
    "Accept-Encoding": ("gzip", "br", "identity;q=0", "*;q=0", "gzip;q=x", "\xff"),
    "If-None-Match": ("*", '"x"', "\xff"),
    "If-Modified-Since": ("yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 99 Foo 99999 99:99:99 GMT"),
    "Range": ("bytes=0-", "bytes=5-1", "bytes=-", "lines=1-2", "bytes=0-0,1-1," + "2-2," * 200, "bytes=9999999999999-"),
    "X-Forwarded-For": (
        *("1.2.3.4, ::1", "x" * 999, "", ",,,", "[::1]:1", "::ffff:1.2.3.4", "127.0.0.1, 9" * 300, "\xff"),
    ),
    "X-Forwarded-Host": ("evil.example", "[::1]", "a" * 64, "a" * 3000, "h:99999", "..", "-", "\xff"),
    "X-Forwarded-Proto": ("https", "https, http", "javascript", "", "HTTPS", "\xff"),
    "X-Forwarded-Port": ("0", "x"),
    "X-Forwarded-Prefix": ("/evil", "//evil.example"),
    "Forwarded": ("for=1.2.3.4;host=evil.example;proto=https", "\xff"),
    "X-Request-Id": ("abc", "x" * 65, "<b>", "", "\xff", "a\tb"),
    "X-HTTP-Method-Override": ("DELETE",),
    "Last-Event-ID": ("-1", "9" * 40, "x"),
    "Content-Encoding": ("gzip", "x"),
    "Expect": ("100-continue", "x"),
    "X-CSRFToken": ("", "x", "a.b.c", "\xff"),
}
"""What a browser sends of itself, or whoever writes requests by hand."""

CONTENT_TYPES = (
    *("application/x-www-form-urlencoded", "application/json", "text/plain", "", "multipart/form-data"),
    *("multipart/form-data; boundary=x", "multipart/form-data; boundary=" + "y" * 300, "x/;;"),
    *("application/octet-stream", "application/x-www-form-urlencoded; charset=utf-16"),
    "application/x-www-form-urlencoded; charset=martian",
)

BODIES = (
    *(
        *(b"", b"\x00", b"\xff\xfe\x00", b"&&&&", b"=&=&=", b"version", b"a=1;b=2", b"version=1&version=2", b"%"),
        b"%zz=%u0041",
    ),
    *(
        *(b"null", b"[" * 3000, b'{"a":' * 3000, b'{"version": 1, "version": 2}', b"1e99999", b'"\\ud800"', b"NaN"),
        b"[1,]",
    ),
    *(b"--x\r\n\r\n--x--", b'--x\r\nContent-Disposition: form-data; name="version"\r\n\r\n1', b"--x\r\n" * 200, b"--x"),
    *(b'--x\r\nContent-Disposition: form-data; name="file"; filename="\x00"\r\n\r\n{}\r\n--x--\r\n', b"a=1&" * 2000),
)

FILES = (
    *(
        *(b"", b"null", b"{}", b"[]", b"[" * 100_000, b'{"a":' * 100_000 + b"1" + b"}" * 100_000, b'"\\ud800"'),
        b"\xff\xfe{\x00}\x00",
    ),
    *(
        b'{"format": "scorekeeper"}',
        b'{"format": "scorekeeper", "schema": 1e999}',
        b'{"format": "scorekeeper", "schema": -1}',
    ),
    *(
        *(b'{"format": "scorekeeper", "schema": ' + b"9" * 5000 + b"}", b'{"format": "scorekeeper", "format": "x"}'),
        *(b"NaN", b"\x00" * 99),
    ),
    *(
        b'{"format": "scorekeeper", "schema": 2, "log": ' + b"[" * 3000 + b"]" * 3000 + b"}",
        b"PK\x03\x04",
        b"\x1f\x8b\x08\x00",
    ),
)
"""Files that no export made."""

COOKIES = (
    *("", "scorekeeper", "scorekeeper=", "scorekeeper=x", "scorekeeper=a.b.c", "scorekeeper=eyJ9.x.y"),
    *("scorekeeper=.....", "scorekeeper=" + "A" * 8000, "scorekeeper=\xff\xfe", 'scorekeeper="'),
    *("scorekeeper=e30.aaaaaa.bbbb", "=;=;=", "session=x.y.z", "rule_sets=x", "rule_sets=W10.x", "rule_sets=\xff"),
    *("__Host-scorekeeper=x", "; " * 500, "session=.eJw.x.y"),
)
"""What somebody else wrote, or was cut in two."""

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    "",
    "x",
    [],
    [None],
    [[]],
    [1],
    ["x", 2, None],
    {},
    {"x": 1},
    {"x": None},
    "\x00",
    10**30,
)
"""Values of JSON where the program expects others."""

SESSION_KEYS = ("tables", "device", "csrf_token", "links", "groups", "language", "x")
"""What a cookie of this program holds."""
